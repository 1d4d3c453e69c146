import { explainedCode } from "../../channels/providers/explained-codes.js";
import type { Message } from "../../db/entities/message.js";
import type { Thread } from "../../db/entities/thread.js";
import { channelNames } from "../../domain/italian-names.js";
import { isMail } from "../../domain/messages/mail.js";
import { receiptHours, toOrdinaryMail } from "../../domain/messages/pec-outcomes.js";
import { failedDeliveryReason, isServersAnswer } from "./failed-delivery.js";
import { factLines, type NoticeFacts } from "./notice-facts.js";
import { whereToSee } from "./notice-texts.js";
import type { Notice } from "./write-notices.js";

/** The notice to who wrote a message when it could not be delivered. */
export const failedMessageNotice = (message: Message, thread: Thread, facts: NoticeFacts): Notice =>
  messageNotice("message failed", "Non consegnato", message, thread, facts, [
    `Il messaggio non è stato consegnato: ${failedDeliveryReason(message)}.`,
    (isMail(message.channel) ? null : explainedCode(message.error ?? "")?.remedy) ??
      "Controllare l'indirizzo o il numero e le impostazioni del canale, poi scrivere di nuovo.",
  ]);

/**
 * The notice to who wrote a mail that reached some of its recipients alone: its server refused the others, or it came back from them,
 * which may be told one after the other.
 */
export function partlyFailedMessageNotice(message: Message, thread: Thread, facts: NoticeFacts): Notice {
  const refusals = message.refusals ?? [];
  const name = refusals.length > 1 ? `message partly failed ${refusals.length}` : "message partly failed";
  return messageNotice(name, "Non consegnato a tutti", message, thread, facts, [
    ...refusals.map(({ address, words }) => {
      const handedOverAt = isServersAnswer(words) ? null : message.handedOverAt;
      return `Il messaggio non è arrivato a ${address}: ${failedDeliveryReason({ ...message, error: words, handedOverAt })}.`;
    }),
    "Agli altri destinatari è stato inviato. Controllare l'indirizzo, poi scrivere di nuovo a chi non l'ha ricevuto.",
  ]);
}

/** The notice to people who were told that a PEC did not arrive, when its provider certifies that it did. */
export const deliveredMessageNotice = (message: Message, thread: Thread, facts: NoticeFacts): Notice =>
  messageNotice("message delivered", "Consegnato", message, thread, facts, [
    "Il messaggio è stato consegnato, anche se il gestore aveva prima avvisato del contrario. Non occorre inviarlo di nuovo.",
    "La ricevuta di consegna è tra le ricevute del messaggio. Un sollecito annullato nel frattempo resta annullato.",
  ]);

/** The notice to who wrote a message when nobody knows whether it arrived. */
export const uncertainMessageNotice = (message: Message, thread: Thread, facts: NoticeFacts): Notice =>
  messageNotice("message uncertain", "Consegna incerta", message, thread, facts, uncertainty(message));

function uncertainty({ error, handedOverAt, channel }: Message): string[] {
  if (error === toOrdinaryMail)
    return [
      "L'indirizzo del destinatario non è una casella PEC: il gestore ha accettato il messaggio, ma una ricevuta di consegna non può arrivare.",
      "Se serve la prova della consegna, inviare all'indirizzo PEC del destinatario; altrimenti chiedergli se lo ha ricevuto.",
    ];
  return [
    handedOverAt
      ? `Il gestore non ha mandato la ricevuta di consegna entro ${receiptHours} ore: non è certo che il messaggio sia arrivato.`
      : "L'invio si è interrotto: non è certo che il messaggio sia partito. Non viene inviato una seconda volta.",
    channel === "pec"
      ? "Cercare nella casella PEC le ricevute di questo messaggio prima di inviarlo di nuovo; se arrivano, lo stato si aggiorna da sé."
      : "Chiedere al destinatario se è arrivato, prima di inviarlo di nuovo.",
  ];
}

function messageNotice(
  name: string,
  heading: string,
  { channel, to, subject: ownSubject }: Message,
  thread: Thread,
  facts: NoticeFacts,
  sentences: string[],
): Notice {
  const subject = ownSubject ?? thread.subject;
  const other = facts.contactName ?? to;
  // A chat has no subject: it is known by whom it is with.
  const title = subject ?? `messaggio ${channelNames[channel]} per ${other}`;
  const lines = [
    ...sentences,
    "",
    `Canale: ${channelNames[channel]}`,
    `Destinatario: ${facts.contactName ? `${facts.contactName} (${to})` : to}`,
    ...(subject ? [`Oggetto: ${subject}`] : []),
    ...factLines(facts),
    "",
    ...whereToSee(
      subject ? `la conversazione “${subject}”` : `la conversazione ${channelNames[channel]} con “${other}”`,
      facts,
    ),
  ];
  return { name, subject: `${heading}: ${title}`, body: lines.join("\n") };
}
