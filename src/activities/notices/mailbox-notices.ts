import { inItalian } from "../../channels/italian-failures.js";
import { onlyOAuth } from "../../channels/reader/mailbox-failure.js";
import type { TellOwners } from "../../channels/reader/reader-dependencies.js";
import { byChannel, type Trail } from "../../db/audit.js";
import { transact } from "../../db/transact.js";
import type { UnitOfWork } from "../../db/unit-of-work.js";
import { italianDay, withArticle } from "../../domain/calendar/italian-dates.js";
import type { Dependencies } from "../dependencies.js";
import { ownersOf } from "./people.js";
import { orderNotices, writeNotices, writtenNotices } from "./write-notices.js";

const newPassword =
  "Se la password è cambiata, o se il gestore richiede una password per le applicazioni, va impostata di nuovo.";

/** Tells the owners that the login to a mailbox that is read was refused, or that it has long been unread for another reason. */
export const tellOfUnreadMailbox =
  (deps: Pick<Dependencies, "config" | "database">): TellOwners =>
  async ({ organizationId, channel }, words, unreadSince) => {
    const mailbox = channel === "pec" ? "la casella PEC" : "la casella email";
    const trail = byChannel(organizationId, "tell_unread_mailbox");
    if (unreadSince) return tellOfOutage(deps, trail, { channel, mailbox, words, unreadSince });
    await tellOwners(deps, trail, channel, {
      subject: `Accesso rifiutato: ${mailbox} non viene letta`,
      lines: [
        `Pratica non riesce ad accedere a ${mailbox} dello studio: i messaggi in arrivo non vengono letti.`,
        "",
        `Motivo: ${inItalian(words)}`,
        "",
        "Pratica riprova da sola, ma di rado, per non far bloccare la casella. I messaggi restano nella casella: nessuno va perduto.",
        ...(words.endsWith(onlyOAuth) ? [] : [newPassword]),
      ],
    });
  };

/** Once for each outage: a day without mail looks like a quiet day. */
async function tellOfOutage(
  { database, config }: Pick<Dependencies, "config" | "database">,
  trail: Trail,
  { channel, mailbox, words, unreadSince }: { channel: string; mailbox: string; words: string; unreadSince: Date },
): Promise<void> {
  const { organizationId } = trail.actor;
  const name = `unread ${channel} ${unreadSince.toISOString()}`;
  await transact(database, trail, async (unit) => {
    if ((await writtenNotices(unit, { organizationId, aboutId: organizationId }, name)).length > 0) return;
    const { timezone } = await unit.organization(organizationId);
    await notifyOwners(unit, config, organizationId, {
      name,
      subject: `Da più di un giorno ${mailbox} non viene letta`,
      lines: [
        `${withArticle("Dal", italianDay(unreadSince, timezone))} Pratica non riesce a leggere ${mailbox} dello studio: ciò che arriva non compare in Pratica.`,
        "",
        `Motivo: ${inItalian(words)}`,
        "",
        "Pratica riprova da sola ogni pochi minuti. I messaggi restano nella casella: fino ad allora vanno letti lì.",
      ],
    });
  });
}

/**
 * Once a day for each channel, whether its messages couldn't leave or couldn't be read: the one password is wrong for both. What seems told
 * later than now was told before the clock was set back.
 */
export async function tellOwners(
  { database, config }: Pick<Dependencies, "config" | "database">,
  trail: Trail,
  channel: string,
  { subject, lines }: { subject: string; lines: string[] },
): Promise<void> {
  const { organizationId } = trail.actor;
  await transact(database, trail, async (unit) => {
    const [untold] = await unit.query<{ told: string | null }>(
      `select login_told_at::text as told from mail_channel
       where organization_id = $1 and channel = $2
         and (login_told_at between $3::timestamptz - interval '24 hours' and $3::timestamptz + interval '10 minutes') is not true`,
      [organizationId, channel, unit.now],
    );
    if (!untold) return;
    unit.append(
      "update mail_channel set login_told_at = $3 where organization_id = $1 and channel = $2 and login_told_at is not distinct from $4::timestamptz",
      [organizationId, channel, unit.now, untold.told],
      1,
    );
    const name = `login refused ${channel} ${unit.now.toISOString()}`;
    await notifyOwners(unit, config, organizationId, { name, subject, lines });
  });
}

async function notifyOwners(
  unit: UnitOfWork,
  config: Dependencies["config"],
  organizationId: string,
  { name, subject, lines }: { name: string; subject: string; lines: string[] },
): Promise<void> {
  const body = [...lines, "", `Correggere le impostazioni del canale: ${config.BASE_URL}/settings/channels`].join("\n");
  const about = { organizationId, aboutId: organizationId };
  const owners = await ownersOf(unit, organizationId);
  const messageIds = await writeNotices(unit, config, about, { name, subject, body }, owners);
  orderNotices(unit, { organizationId, projectId: null }, messageIds);
}
