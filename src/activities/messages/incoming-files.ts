import { HandOverError } from "../../channels/hand-over-error.js";
import { type Account, fileServerOf, openAwaited } from "../../channels/incoming/fetch-file.js";
import { TooLarge } from "../../channels/providers/open-remote.js";
import type { FetchFilesInput } from "../../contracts/fetch-files.js";
import { byWorkflow } from "../../db/audit.js";
import { ownSettings } from "../../db/channels/channel-settings.js";
import { attachmentOf, Message } from "../../db/entities/message.js";
import { Thread } from "../../db/entities/thread.js";
import { transact } from "../../db/transact.js";
import { UnitOfWork } from "../../db/unit-of-work.js";
import { minuteMs } from "../../domain/calendar/durations.js";
import { type AwaitedFile, type FileOutcome, settledText } from "../../domain/messages/awaited-files.js";
import { megabyte } from "../../domain/sizes.js";
import { contentTypeOf } from "../../files/content-type.js";
import { addFile, type KeptBytes } from "../../files/files.js";
import type { Shared } from "../dependencies.js";
import { withHeartbeat } from "../heartbeat.js";

/** Of one file, so that one which drips keeps no other out. Those of a message are ten at most: less than an attempt may take. */
const timeoutMs = 4 * minuteMs;

export const createIncomingFileActivities = (deps: Shared) => ({
  /**
   * Fetches the files of a message that its provider still keeps, each with the channel's credentials, and adds them to its attachments.
   * One that can't be had any more is named in the message's text. It may run again at any time: what was settled is left.
   */
  async fetchFiles(input: FetchFilesInput): Promise<{ outcome: "settled" | "deferred" }> {
    const { organizationId, messageId } = input;
    const message = await new UnitOfWork(deps.database).find(Message, organizationId, messageId);
    if (!message || message.awaitedFiles.length === 0) return { outcome: "settled" };
    const account = await accountOf(deps, message);
    // A channel that was removed may be set up again.
    if (!account) return { outcome: "deferred" };
    let outcome: "settled" | "deferred" = "settled";
    for (const file of message.awaitedFiles) {
      const fetch = () => fetchFile(deps, organizationId, account, file, AbortSignal.timeout(timeoutMs));
      try {
        const run = deps.channelServers.run(fileServerOf(account), organizationId, fetch);
        await settle(deps, input, file, await withHeartbeat(run));
      } catch (error) {
        if (!(error instanceof HandOverError)) throw error;
        deps.log.warn({ organizationId, messageId, reason: error.serverWords }, "a file that came can't be fetched");
        if (error.outcome === "refused")
          await settle(deps, input, file, error instanceof TooLarge ? "tooLarge" : "missing");
        else outcome = "deferred";
      }
    }
    return { outcome };
  },

  /** After a day without success, names in the message's text the files that couldn't be fetched. */
  async giveUpFiles(input: FetchFilesInput): Promise<void> {
    const message = await new UnitOfWork(deps.database).find(Message, input.organizationId, input.messageId);
    for (const file of message?.awaitedFiles ?? []) await settle(deps, input, file, "missing");
  },
});

async function accountOf({ database, config }: Shared, { organizationId, channel }: Message): Promise<Account | null> {
  if (channel !== "whatsapp" && channel !== "sms") return null;
  const own = await ownSettings(database, config, organizationId, channel);
  return own && ({ channel, settings: own.settings } as Account);
}

type Fetched = KeptBytes & { contentType: string };

async function fetchFile(
  { files, config }: Shared,
  organizationId: string,
  account: Account,
  file: AwaitedFile,
  signal: AbortSignal,
): Promise<Fetched> {
  const bytes = await openAwaited(account, file, { maxBytes: config.MAX_FILE_MB * megabyte, signal });
  const kept = await files.put(organizationId, bytes);
  return { ...kept, contentType: await contentTypeOf(kept.head, file.contentType, file.name) };
}

/** Adds a file to its message, or says there why it is missing. Of two attempts at the same one the first counts. */
async function settle(
  { database, files }: Shared,
  { organizationId, messageId }: FetchFilesInput,
  awaited: AwaitedFile,
  outcome: Fetched | Exclude<FileOutcome, "fetched">,
): Promise<void> {
  const fetched = typeof outcome === "string" ? null : outcome;
  const isAdded = await transact(database, byWorkflow(organizationId, "fetch_files"), async (unit) => {
    const message = await unit.find(Message, organizationId, messageId);
    const at = message?.awaitedFiles.findIndex(({ place }) => place === awaited.place) ?? -1;
    if (!message || at < 0) return false;
    const { name } = awaited;
    const thread = await unit.find(Thread, organizationId, message.threadId);
    const projectId = thread?.projectId ?? null;
    const file =
      fetched &&
      addFile(unit, fetched, { organizationId, name, contentType: fetched.contentType, projectId, source: "incoming" });
    unit.update(message, {
      awaitedFiles: message.awaitedFiles.toSpliced(at, 1),
      body: settledText(message.body, awaited, typeof outcome === "string" ? outcome : "fetched"),
      attachments: [...message.attachments, ...(file ? [attachmentOf(file)] : [])],
    });
    return true;
  });
  if (fetched && !isAdded) await files.discard(organizationId, fetched.id);
}
