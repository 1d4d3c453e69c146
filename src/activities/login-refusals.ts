import { startOrder } from "../contracts/order.js";
import { sendMessage } from "../contracts/send-message.js";
import type { Message } from "../db/entities/message.js";
import { transact } from "../db/transact.js";
import type { UnitOfWork } from "../db/unit-of-work.js";
import { byWorkflow, type Dependencies } from "./dependencies.js";
import { writeNotices } from "./notices.js";
import { ownersOf } from "./people.js";

/** Providers lock a mailbox after a few refusals: until this has passed, or the settings have changed, none of its messages tries. */
export const loginWaitMs = 60 * 60_000;

/** How long a message still waits since its mailbox's login was refused; 0: it may try. */
export async function waitForLogin(unit: UnitOfWork, { organizationId, channel }: Message): Promise<number> {
  const [refused] = await unit.query<{ at: Date | null }>(
    "select login_refused_at as at from mail_channel where organization_id = $1 and channel = $2",
    [organizationId, channel],
  );
  return refused?.at ? Math.max(0, refused.at.getTime() + loginWaitMs - Date.now()) : 0;
}

/** Notes that a mailbox's login was refused, and tells the owners, once a day. */
export async function noteLoginRefusal(
  { database, config }: Dependencies,
  { organizationId, channel, from }: Message,
  words: string,
): Promise<void> {
  await transact(database, byWorkflow(organizationId, "note_login_refusal"), async (unit) => {
    unit.append("update mail_channel set login_refused_at = $3 where organization_id = $1 and channel = $2", [
      organizationId,
      channel,
      unit.now,
    ]);
    const lines = [
      `Il gestore rifiuta l'accesso alla casella PEC ${from}.`,
      `Risposta del gestore: ${words}.`,
      "",
      "I messaggi in uscita attendono: si riprova una volta l'ora, perché altri accessi con una password sbagliata potrebbero bloccare la casella.",
      "Quelli che dopo un giorno non sono partiti risultano non inviati.",
      "",
      `Correggere le impostazioni del canale: ${config.BASE_URL}/settings/channels`,
    ];
    const notice = {
      name: `login refused ${channel} ${unit.now.toISOString().slice(0, 10)}`,
      subject: `Accesso rifiutato alla casella PEC ${from}`,
      body: lines.join("\n"),
    };
    const about = { organizationId, aboutId: organizationId };
    const messageIds = await writeNotices(unit, config, about, notice, await ownersOf(unit, organizationId));
    for (const messageId of messageIds)
      unit.order(startOrder(sendMessage, { organizationId, messageId, isNotification: true, projectId: null }));
  });
}
