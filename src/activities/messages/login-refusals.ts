import { type FailureWords, inItalian } from "../../channels/italian-failures.js";
import { tokenRefused } from "../../channels/providers/explained-codes.js";
import { byWorkflow } from "../../db/audit.js";
import { loginRestMs } from "../../db/channels/login-rest.js";
import type { Message } from "../../db/entities/message.js";
import { transact } from "../../db/transact.js";
import type { UnitOfWork } from "../../db/unit-of-work.js";
import { channelNames } from "../../domain/italian-names.js";
import type { Dependencies } from "../dependencies.js";
import { tellOwners } from "../notices/mailbox-notices.js";

/** Whether a message waits for a new password or token, rather than fail: e-mail may leave by a server that several organizations share. */
export const waitsForLogin = ({ channel }: Message): boolean => channel !== "email";

/** Why a message wasn't tried. */
export const loginWaits = ({ channel }: Pick<Message, "channel">): FailureWords =>
  channel === "pec"
    ? "the mailbox's provider refused the login before; it is tried again once an hour"
    : "the provider refused the token before; it is tried again once an hour";

/** The same of one that isn't tried any more. */
export const loginRefused = ({ channel }: Message): FailureWords =>
  channel === "pec" ? "the mailbox's provider refused the login, and a day has passed" : tokenRefused;

/** How long a message still waits since its channel's login was refused; 0: it may try. */
export async function waitForLogin(unit: UnitOfWork, message: Message): Promise<number> {
  if (!waitsForLogin(message)) return 0;
  return loginRestMs(unit, message.organizationId, message.channel);
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
  await tellOwners(deps, trail, channel, refusalMail({ channel, from }, inItalian(words)));
  return true;
}

function refusalMail({ channel, from }: Pick<Message, "channel" | "from">, words: string) {
  if (channel === "email")
    return {
      subject: "Accesso rifiutato al server di posta",
      lines: [
        "Il server di posta dello studio rifiuta l'accesso: la password è cambiata, o ne occorre una per le applicazioni.",
        `Risposta: ${words}.`,
        "",
        "Gli avvisi di Pratica partono intanto dal server dell'installazione. Le email ai clienti non partono: in Pratica risultano non inviate.",
      ],
    };
  const isPec = channel === "pec";
  const name = isPec ? `alla casella PEC ${from}` : `al canale ${channelNames[channel]}`;
  return {
    subject: `Accesso rifiutato ${name}`,
    lines: [
      isPec
        ? `Il gestore rifiuta l'accesso ${name}.`
        : `Il fornitore rifiuta l'accesso ${name}: il token dello studio è scaduto, revocato o sbagliato.`,
      `Risposta: ${words}.`,
      "",
      isPec
        ? "I messaggi in uscita attendono: si riprova una volta l'ora, perché altri accessi con una password sbagliata potrebbero bloccare la casella."
        : "I messaggi in uscita attendono: si riprova una volta l'ora, e subito quando nel canale si imposta un token nuovo.",
      "Quelli che dopo un giorno non sono partiti risultano non inviati.",
    ],
  };
}
