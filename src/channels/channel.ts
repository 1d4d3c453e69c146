import type { Config } from "../config.js";
import type { Message, Refusal } from "../db/entities/message.js";
import type { UnitOfWork } from "../db/unit-of-work.js";
import type { Files } from "../files/files.js";

/** A message on its way out. */
export interface Sending<S> {
  /** for reading what belongs to the message; nothing is written */
  unit: UnitOfWork;
  config: Config;
  /** where the bytes of its attachments are */
  files: Files;
  message: Message;
  settings: S;
  /** what the organization's settings say that messages come from; null: MAIL_FROM, or what the settings imply */
  from: string | null;
}

/** What a server said when it took a message. */
export interface HandedOver {
  serverWords: string;
  /** the name that the provider gave the message, by which it later tells its state; of mail null */
  providerId: string | null;
  /** those of several recipients that the server refused; unset: none */
  refusals?: Refusal[];
}

/** How messages of one kind leave. Its settings' form stands in `src/domain/messages/channel-settings.ts`. */
export interface OutgoingChannel<S> {
  /**
   * Whether a message may be handed over again when nobody knows whether the first attempt succeeded. E-mail may: whoever gets it twice
   * sees one, by its Message-ID. Of the others it becomes `uncertain`.
   */
  readonly mayRepeat: boolean;
  /** Which server takes the messages; those to one server share its slots. */
  serverOf(settings: S): string;
  /**
   * Reads what the message needs. Nothing leaves before the function is called that this returns, and that is called once.
   * @throws HandOverError, refused, for a message that can't be sent; the function: refused, deferred or unknown
   */
  compose(sending: Sending<S>): Promise<() => Promise<HandedOver>>;
}
