import { inItalian } from "../../channels/italian-failures.js";
import { explainedCode } from "../../channels/providers/explained-codes.js";
import type { Message } from "../../db/entities/message.js";
import type { Reminder } from "../../db/entities/reminder.js";
import { capitalized } from "../../domain/text/capitalized.js";
import { noPdf } from "../pdf/revision-pdf.js";
import { factLines, type NoticeFacts } from "./notice-facts.js";
import { whereToSee } from "./notice-texts.js";
import type { Notice } from "./write-notices.js";

/** The name of the one notice that is sent although its reminder is closed. */
export const failedDelivery = "delivery failed";

type FailedMessage = Pick<Message, "error" | "status" | "handedOverAt" | "channel">;

/** Whether an error is an SMTP server's answer, such as `550 5.1.1 unknown user`; all others arose here. */
export const isServersAnswer = (error: string): boolean => /^[245]\d\d[ -]/.test(error);

/** What becomes of the follow-up, for the notes of its reminder. */
export const failedDeliveryNote = (message: FailedMessage): string =>
  message.status === "uncertain"
    ? `Annullato: non si sa se il documento sia stato consegnato (${failedDeliveryReason(message)}).`
    : `Annullato: il documento non è stato consegnato (${failedDeliveryReason(message)}).`;

/** Why a message could not be delivered, in Italian. */
export function failedDeliveryReason({ error: words, status, handedOverAt, channel }: FailedMessage): string {
  if (words === noPdf) return "non è stato possibile comporre il PDF del documento";
  if (status === "uncertain") return "il server di posta può aver ricevuto il messaggio, ma non l'ha confermato";
  if (words === null) return "il server di posta non ha risposto";
  // It becomes part of a sentence.
  const error = inItalian(words).replace(/\.$/, "");
  if (channel === "whatsapp" || channel === "sms") {
    const meaning = explainedCode(words)?.meaning;
    return `${meaning ? `${meaning}; ` : ""}risposta del servizio: ${error}`;
  }
  if (handedOverAt) {
    const what = channel === "pec" ? "avviso del gestore PEC" : "il messaggio è tornato indietro";
    return `${what}${error && `: ${error}`}`;
  }
  return isServersAnswer(error)
    ? `risposta del server di posta: ${error}`
    : `il messaggio non è arrivato al server di posta: ${error}`;
}

/** The notice to the sender when a document could not be delivered. @param endsFollowUp false: somebody had closed the reminder before */
export function failedDeliveryNotice(
  reminder: Reminder,
  message: FailedMessage,
  facts: NoticeFacts,
  endsFollowUp: boolean,
): Notice {
  const reason = failedDeliveryReason(message);
  const isUncertain = message.status === "uncertain";
  const remedy = isUncertain
    ? "Chiedere al destinatario se lo ha ricevuto; se no, inviare di nuovo."
    : message.error === noPdf
      ? "Controllare i testi e le voci del documento, emetterlo di nuovo e inviarlo."
      : "Controllare l'indirizzo del contatto e le impostazioni della posta, poi inviare di nuovo.";
  const lines = [
    isUncertain ? "Non si sa se un documento sia stato consegnato." : "Un documento non è stato consegnato.",
    "",
    ...factLines(facts),
    `${capitalized(reason)}.`,
    "",
    `${endsFollowUp ? "Il sollecito collegato è stato annullato. " : ""}${remedy}`,
    "",
    ...whereToSee(`il documento n. ${facts.documentNumber}`, facts),
  ];
  return {
    name: failedDelivery,
    subject: `${isUncertain ? "Consegna incerta" : "Non consegnato"}: ${reminder.title}`,
    body: lines.join("\n"),
  };
}
