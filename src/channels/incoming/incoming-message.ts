import type { Attachment } from "../../db/entities/message.js";
import type { UnitOfWork } from "../../db/unit-of-work.js";
import type { AwaitedFile } from "../../domain/messages/awaited-files.js";
import type { Participant } from "../../domain/messages/participants.js";
import type { ChatEvent } from "../../domain/messages/whatsapp.js";
import type { AutomaticKind, Channel } from "../../domain/vocabulary.js";

/** What a message tells of the thread that it belongs to, in the order in which it is believed. */
export interface ThreadKeys {
  /** tokens of reply addresses that it went to */
  replyTokens: readonly string[];
  /** the Message-IDs that it answers, the best first: In-Reply-To, then References from the last to the first */
  messageIds: readonly string[];
  /** the token in its subject: believed only of the thread's own contact, since anybody may have seen it */
  subjectToken: string | null;
}

/** The files of a message, whose bytes are stored already. */
export interface KeptFiles {
  attachments: Attachment[];
  rawFileId: string | null;
}

/** @param projectId the project of the message's thread */
export type KeepFiles = (unit: UnitOfWork, projectId: string | null) => KeptFiles;

/** A message that arrived on a channel, whatever the channel. */
export interface IncomingMessage {
  organizationId: string;
  channel: Channel;
  /** an e-mail address in lower case, or a phone number in E.164 form, such as `+393331234567` */
  from: Participant;
  /** where its writer wants answers to go, if somewhere else: another's address, and no list's */
  replyTo?: Participant | null;
  /** the address or number of ours that it came to */
  to: string;
  /** further recipients; our own addresses are left out */
  cc: readonly Participant[];
  subject: string | null;
  /** what is new in it */
  text: string;
  /** what it quotes of earlier messages */
  quoted: string | null;
  /** the name that WhatsApp gave the message which it answers, and which is quoted then */
  quotedProviderId?: string | null;
  /** null: a person wrote it */
  automatic: AutomaticKind | null;
  /** an office's program sent it by itself: it asks for a reply as a person's does, and answers nothing */
  isByProgram?: boolean;
  /** what WhatsApp tells beside messages; unset: a message. It doesn't begin the 24 hours, and a withdrawal asks for no answer */
  event?: ChatEvent | undefined;
  keys: ThreadKeys;
  /** with its angle brackets; of mail alone */
  messageIdHeader: string | null;
  inReplyTo: string | null;
  /** the Message-IDs that it refers to, the earliest first */
  referenceIds: readonly string[];
  /** the name that WhatsApp or the SMS provider gave it */
  providerId: string | null;
  /** when it was written, where its channel tells so; WhatsApp's 24 hours are counted from then */
  writtenAt?: Date;
  /** of mail, when its mailbox got it */
  arrivedAt?: Date | undefined;
  /** of the message as it came */
  contentSha256: string;
  /** Writes the rows of its files; attachments are filed under the thread's project. The work may run again, so it only writes to the unit. */
  keepFiles: KeepFiles;
  /** files that are fetched later */
  awaitedFiles?: readonly AwaitedFile[];
  /** Writes what belongs to the same commit, such as how far a mailbox has been read. */
  alongside?(unit: UnitOfWork): Promise<void>;
}
