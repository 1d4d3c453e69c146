import type { Database } from "../../db/database.js";
import { sha256 } from "../../domain/sha256.js";
import type { WrittenMessage } from "../whatsapp/posted.js";
import type { KeepFiles } from "./incoming-message.js";
import { type Taken, takeMessage } from "./take-message.js";

/**
 * Takes a message that came by WhatsApp or SMS into its number's latest thread. It may be called again with the same one.
 * @param keepFiles writes the rows of files that are here already
 */
export const takeWritten = (
  database: Database,
  { organizationId, channel, to }: { organizationId: string; channel: "whatsapp" | "sms"; to: string },
  { id, from, name, at, text, about, event, files }: WrittenMessage,
  keepFiles: KeepFiles = () => ({ attachments: [], rawFileId: null }),
): Promise<Taken> =>
  takeMessage(database, {
    organizationId,
    channel,
    from: { name, address: from },
    to,
    cc: [],
    subject: null,
    text,
    quoted: null,
    quotedProviderId: about,
    automatic: null,
    event,
    keys: { replyTokens: [], messageIds: [], subjectToken: null },
    messageIdHeader: null,
    inReplyTo: null,
    referenceIds: [],
    providerId: id,
    writtenAt: at,
    contentSha256: sha256(`${channel} ${id}`),
    keepFiles,
    awaitedFiles: files,
  });
