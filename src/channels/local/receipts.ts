import type { Message, Receipt } from "../../db/entities/message.js";
import type { UnitOfWork } from "../../db/unit-of-work.js";
import { italianLocalDate } from "../../domain/calendar/italian-dates.js";
import { wholeDay } from "../../domain/calendar/time.js";
import { mailFileName } from "../../domain/files.js";
import type { Files } from "../../files/files.js";
import { keepReceipt } from "../incoming/keep-mail.js";
import { composeEmail } from "../mail/compose-email.js";

const timeZone = "Europe/Rome";
const sender = "casella-locale@mailbox.localhost";
const kinds = [
  { type: "accettazione", title: "ACCETTAZIONE", what: "è stato accettato dalla casella locale" },
  {
    type: "avvenuta-consegna",
    title: "CONSEGNA",
    what: "si trova nella casella locale, che sta al posto del destinatario",
  },
] as const;

/**
 * The receipts that the local mailbox gives of a PEC: as a provider's, and worded so that nobody takes them for such.
 * @returns what writes their rows
 */
export async function localReceipts(
  files: Files,
  { organizationId, id, from, to, subject, messageIdHeader }: Message,
  at: Date,
): Promise<(unit: UnitOfWork) => Receipt[]> {
  const day = italianLocalDate(at, timeZone);
  const time = new Intl.DateTimeFormat("it-IT", { timeStyle: "medium", timeZone }).format(at);
  const kept: { type: string; keep: Awaited<ReturnType<typeof keepReceipt>> }[] = [];
  for (const { type, title, what } of kinds) {
    const { raw } = await composeEmail(
      {
        messageId: `<${type}.${id}@mailbox.localhost>`,
        from: { name: "Casella locale di Pratica", address: sender },
        to: from ?? sender,
        subject: `${title} (casella locale, senza valore): ${subject ?? ""}`,
        text: [
          "Ricevuta di prova della casella locale di Pratica.",
          "",
          `Il giorno ${day} alle ore ${time} il messaggio "${subject ?? ""}" indirizzato a ${to} ${what}.`,
          "Nessun gestore PEC lo ha trasmesso: questa ricevuta non ha valore legale.",
          "",
          `Identificativo del messaggio: ${messageIdHeader ?? ""}`,
          "",
        ].join("\n"),
        headers: {
          "X-Ricevuta": type,
          ...(messageIdHeader ? { "X-Riferimento-Message-ID": messageIdHeader } : {}),
          "Auto-Submitted": "auto-generated",
        },
        attachments: [],
      },
      sender,
    );
    kept.push({ type, keep: await keepReceipt(files, organizationId, raw) });
  }
  return (unit) =>
    kept.map(({ type, keep }) => {
      const { id: fileId } = keep(unit, mailFileName(type, wholeDay(at, timeZone), subject));
      return { type, at: at.toISOString(), fileId, signature: "unknown" };
    });
}
