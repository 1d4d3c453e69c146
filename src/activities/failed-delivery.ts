import type { Message } from "../db/entities/message.js";
import type { Reminder } from "../db/entities/reminder.js";
import { factLines } from "./notice-facts.js";
import { type NoticeContext, whereToSee } from "./notice-texts.js";
import type { Notice } from "./notices.js";

/** The name of the one notice that is sent although its reminder is closed. */
export const failedDelivery = "delivery failed";

/** The error of a message whose document can't be typeset. */
export const noPdf = "its PDF can't be made";

type FailedMessage = Pick<Message, "error" | "handedOverAt" | "channel">;

/** Whether an error is an SMTP server's answer, such as `550 5.1.1 unknown user`; all others arose here. */
const isServersAnswer = (error: string): boolean => /^[245]\d\d[ -]/.test(error);

/** Why a message could not be delivered, in Italian. */
export function failedDeliveryReason({ error, handedOverAt, channel }: FailedMessage): string {
  if (error === noPdf) return "il PDF del documento non si è potuto comporre";
  if (error === null) return "il server di posta non ha risposto";
  if (channel === "whatsapp" || channel === "sms") return `risposta del servizio: ${error}`;
  if (handedOverAt !== null)
    return channel === "pec" ? `avviso del gestore PEC: ${error}` : `il messaggio è tornato indietro: ${error}`;
  return isServersAnswer(error)
    ? `risposta del server di posta: ${error}`
    : `il messaggio non è arrivato al server di posta: ${error}`;
}

/** The notice to the sender when a document could not be delivered. */
export function failedDeliveryNotice(reminder: Reminder, message: FailedMessage, context: NoticeContext): Notice {
  const { timezone, facts } = context;
  const reason = failedDeliveryReason(message);
  const remedy =
    message.error === noPdf
      ? "Controllare i testi e le voci del documento, emetterlo di nuovo e inviarlo."
      : "Controllare l'indirizzo del contatto e le impostazioni della posta, poi inviare di nuovo.";
  const lines = [
    "Un documento non è stato consegnato.",
    "",
    ...factLines(facts, timezone),
    `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`,
    "",
    `Il promemoria collegato è stato annullato. ${remedy}`,
    "",
    ...whereToSee(`il documento n. ${facts.documentNumber}`, context),
  ];
  return { name: failedDelivery, subject: `Non consegnato: ${reminder.title}`, body: lines.join("\n") };
}
