import { v7 as uuidv7 } from "uuid";
import type { Config } from "../../config.js";
import { startOrder } from "../../contracts/order.js";
import { sendMessage } from "../../contracts/send-message.js";
import type { Database } from "../../db/database.js";
import { Message } from "../../db/entities/message.js";
import { transact } from "../../db/transact.js";
import { messageIdHeader } from "../../domain/mail.js";
import { byChannel } from "../incoming/take-message.js";
import type { HeldMailbox } from "./place.js";

/** Tells the owners by mail that the login to a mailbox is refused, once a day. */
export async function tellOwners(
  { database, config }: { database: Database; config: Config },
  { organizationId, channel }: HeldMailbox,
  words: string,
): Promise<void> {
  await transact(database, byChannel(organizationId, "tell_unread_mailbox"), async (unit) => {
    const [untold] = await unit.query<{ mailbox: string; told: string | null }>(
      `select mailbox, told_at::text as told from mailbox_reading where organization_id = $1 and channel = $2
         and (told_at is null or told_at < now() - interval '24 hours')`,
      [organizationId, channel],
    );
    if (!untold) return;
    unit.append(
      `update mailbox_reading set told_at = now() where organization_id = $1 and channel = $2 and told_at is not distinct from $3::timestamptz`,
      [organizationId, channel, untold.told],
      1,
    );
    const owners = await unit.query<{ email: string }>(
      `select u.email from membership m join user_account u on u.id = m.user_id
       where m.organization_id = $1 and m.role = 'owner' order by u.id`,
      [organizationId],
    );
    for (const { email } of owners) {
      const messageId = uuidv7();
      unit.insert(Message, {
        id: messageId,
        organizationId,
        aboutId: organizationId,
        notice: `mailbox not read ${channel} ${unit.now.toISOString()}`,
        direction: "outgoing",
        channel: "email",
        to: email,
        ...noticeText(config, channel, words),
        attachments: [],
        status: "queued",
        messageIdHeader: messageIdHeader(messageId, config.MAIL_FROM),
      });
      unit.order(startOrder(sendMessage, { organizationId, projectId: null, messageId, isNotification: true }));
    }
  });
}

const noticeText = ({ BASE_URL }: Config, channel: HeldMailbox["channel"], words: string) => {
  const mailbox = channel === "pec" ? "la casella PEC" : "la casella e-mail";
  const lines = [
    `Pratica non riesce ad accedere a ${mailbox} dello studio: i messaggi in arrivo non vengono letti.`,
    "",
    `Motivo: ${words}`,
    "",
    "Se la password è cambiata, o se il gestore richiede una password per le applicazioni, va impostata di nuovo qui:",
    `${BASE_URL}/settings/channels`,
    "",
    "Pratica riprova da sola, ma di rado, per non far bloccare la casella. I messaggi restano nella casella: nessuno va perduto.",
  ];
  return { subject: `Accesso rifiutato: ${mailbox} non viene letta`, body: lines.join("\n") };
};
