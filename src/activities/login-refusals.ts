import { inItalian } from "../channels/italian-failures.js";
import { byWorkflow } from "../db/audit.js";
import type { Message } from "../db/entities/message.js";
import { transact } from "../db/transact.js";
import type { UnitOfWork } from "../db/unit-of-work.js";
import { hourMs } from "../domain/durations.js";
import type { Dependencies } from "./dependencies.js";
import { tellOwners } from "./mailbox-notices.js";

/** Providers lock a mailbox after a few refusals: until this has passed, or the settings have changed, none of its messages tries. */
export const loginWaitMs = hourMs;

/** How long a message still waits since its mailbox's login was refused; 0: it may try. */
export async function waitForLogin(unit: UnitOfWork, { organizationId, channel }: Message): Promise<number> {
  const [refused] = await unit.query<{ at: Date | null }>(
    "select login_refused_at as at from mail_channel where organization_id = $1 and channel = $2",
    [organizationId, channel],
  );
  return refused?.at ? Math.max(0, refused.at.getTime() + loginWaitMs - Date.now()) : 0;
}

/** Notes that the login to the server by which a mailbox's messages leave was refused, and tells the owners. */
export async function noteLoginRefusal(
  deps: Dependencies,
  { organizationId, channel, from }: Message,
  words: string,
): Promise<void> {
  const trail = byWorkflow(organizationId, "note_login_refusal");
  await transact(deps.database, trail, async (unit) => {
    unit.append("update mail_channel set login_refused_at = $3 where organization_id = $1 and channel = $2", [
      organizationId,
      channel,
      unit.now,
    ]);
  });
  await tellOwners(deps, trail, channel, {
    subject: `Accesso rifiutato alla casella PEC ${from}`,
    lines: [
      `Il gestore rifiuta l'accesso alla casella PEC ${from}.`,
      `Risposta del gestore: ${inItalian(words)}.`,
      "",
      "I messaggi in uscita attendono: si riprova una volta l'ora, perché altri accessi con una password sbagliata potrebbero bloccare la casella.",
      "Quelli che dopo un giorno non sono partiti risultano non inviati.",
    ],
  });
}
