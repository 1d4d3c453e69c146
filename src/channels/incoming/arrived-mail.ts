import type { Logger } from "pino";
import type { Config } from "../../config.js";
import type { Database } from "../../db/database.js";
import type { UnitOfWork } from "../../db/unit-of-work.js";
import type { MailChannel } from "../../domain/messages/mail.js";
import type { Files } from "../../files/files.js";
import type { Taken } from "./take-message.js";

export interface MailDependencies {
  database: Database;
  config: Pick<Config, "MAIL_FROM">;
  files: Files;
  log: Logger;
}

/** A mail as a mailbox has it. */
export interface ArrivedMail {
  organizationId: string;
  channel: MailChannel;
  raw: Buffer;
  /** when its mailbox got it, which may be long before it is read here */
  arrivedAt?: Date;
  /** Writes what belongs to the same commit, such as how far the mailbox has been read. */
  alongside?(unit: UnitOfWork): void;
}

/** What became of a mail; `receipt`: it tells how far a message of ours came, and null stands for none that is known. */
export type MailTaken = Taken | { outcome: "receipt"; messageId: string | null };
