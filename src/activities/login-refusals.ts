import { type FailureWords, inItalian } from "../channels/italian-failures.js";
import { byWorkflow } from "../db/audit.js";
import type { Message } from "../db/entities/message.js";
import { transact } from "../db/transact.js";
import type { UnitOfWork } from "../db/unit-of-work.js";
import { hourMs } from "../domain/durations.js";
import { channelNames } from "../domain/italian-names.js";
import type { Dependencies } from "./dependencies.js";
import { tellOwners } from "./mailbox-notices.js";

/** Providers lock a mailbox after a few refusals: until this has passed, or the settings have changed, none of a channel's messages tries. */
export const loginWaitMs = hourMs;

/** Whether a message waits for a new password or token, rather than fail: e-mail may leave by a server that several organizations share. */
export const waitsForLogin = ({ channel }: Message): boolean => channel !== "email";

/** Why a message wasn't tried. */
export const loginWaits = ({ channel }: Pick<Message, "channel">): FailureWords =>
  channel === "pec"
    ? "the mailbox's provider refused the login before; it is tried again once an hour"
    : "the provider refused the token before; it is tried again once an hour";

/** The same of one that isn't tried any more. */
export const loginRefused = ({ channel }: Message): FailureWords =>
  channel === "pec"
    ? "the mailbox's provider refused the login, and a day has passed"
    : "the provider refused the token, and a day has passed";

/** How long a message still waits since its channel's login was refused; 0: it may try. */
export async function waitForLogin(unit: UnitOfWork, message: Message): Promise<number> {
  if (!waitsForLogin(message)) return 0;
  const { organizationId, channel } = message;
  const [refused] = await unit.query<{ at: Date | null }>(
    "select login_refused_at as at from mail_channel where organization_id = $1 and channel = $2",
    [organizationId, channel],
  );
  return refused?.at ? Math.max(0, refused.at.getTime() + loginWaitMs - Date.now()) : 0;
}

/**
 * Notes that the login to the server by which a channel's messages leave was refused, and tells the owners.
 * @param readAt when its settings were read
 * @returns false if others have been set since, which may be right
 */
export async function noteLoginRefusal(
  deps: Dependencies,
  { organizationId, channel, from }: Message,
  words: string,
  readAt: Date,
): Promise<boolean> {
  const trail = byWorkflow(organizationId, "note_login_refusal");
  const noted = await transact(deps.database, trail, (unit) =>
    unit.execute(
      `update mail_channel set login_refused_at = $3
       where organization_id = $1 and channel = $2 and updated_at <= $4 returning 1`,
      [organizationId, channel, unit.now, readAt],
    ),
  );
  if (noted.length === 0) return false;
  const isPec = channel === "pec";
  const name = isPec ? `alla casella PEC ${from}` : `al canale ${channelNames[channel]}`;
  await tellOwners(deps, trail, channel, {
    subject: `Accesso rifiutato ${name}`,
    lines: [
      isPec
        ? `Il gestore rifiuta l'accesso ${name}.`
        : `Il fornitore rifiuta l'accesso ${name}: il token dello studio è scaduto, revocato o sbagliato.`,
      `Risposta: ${inItalian(words)}.`,
      "",
      isPec
        ? "I messaggi in uscita attendono: si riprova una volta l'ora, perché altri accessi con una password sbagliata potrebbero bloccare la casella."
        : "I messaggi in uscita attendono: si riprova una volta l'ora, e subito quando nel canale si imposta un token nuovo.",
      "Quelli che dopo un giorno non sono partiti risultano non inviati.",
    ],
  });
  return true;
}
