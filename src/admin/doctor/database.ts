import type { Config } from "../../config.js";
import { messagesFailedLately, queuedMessages, waitingOrders } from "../../db/backlog.js";
import type { Database, Queries } from "../../db/database.js";
import { secretKeyState } from "../../db/installation.js";
import { unreadableSecrets } from "../../db/rotate-secrets.js";
import type { SecretKeys, SecretPlace } from "../../db/secrets.js";
import { databaseState, secondsSinceWorker, workerState } from "../../db/state.js";
import { tryWrite } from "../../db/write-probe.js";
import { zoneAbbreviation } from "../../domain/calendar/time.js";
import { type Finding, fine, inWords, problem, warning } from "./check.js";

/** Why nothing more can be learnt of a database; null: it can be looked into. */
export async function unusableDatabase(queries: Database): Promise<Finding | null> {
  const { status, missingTables } = await databaseState(queries);
  if (status === "unreachable") return problem("database", "The database doesn't answer, or refuses this role.");
  if (status === "not migrated")
    return problem(
      "database",
      "The database isn't up to date: npm start migrates it; on a server run the container migrate.",
    );
  if (!missingTables) return null;
  return problem(
    "database",
    `The database lacks ${missingTables.join(", ")}: restore a backup into an empty database.`,
  );
}

/** What a database tells that can be looked into: whether it takes changes, the key of its secrets, the clock, workers, orders, mails and mailboxes. */
export async function databaseFindings(queries: Database, config: Config): Promise<Finding[]> {
  const [last] = await queries.query<{ name: string }>("select name from migrations order by id desc limit 1");
  return [
    await writing(queries, `The database answers, is up to date (${last?.name}) and has all its tables`),
    ...(await secretFindings(queries, config)),
    await clock(queries),
    await workers(queries),
    await orders(queries),
    await mails(queries),
    await mailboxes(queries),
    await timeZones(queries),
  ];
}

/** Its disk need not be the one of DATA_DIR. */
async function writing({ pool }: Database, says: string): Promise<Finding> {
  const written = await tryWrite(pool);
  if (written === "ok") return fine("database", `${says}.`);
  if (written === "disk full")
    return problem("database", `${says}, but its disk is full: nothing can be changed until there is room.`);
  return problem("database", `${says}, but takes no changes: it is read-only, or see its log.`);
}

async function secretFindings(queries: Queries, { SECRET_KEY, SECRET_KEY_PREVIOUS }: Config): Promise<Finding[]> {
  if (!SECRET_KEY) return [warning("secret key", "SECRET_KEY is not set here, so it wasn't compared.")];
  const keys = { SECRET_KEY, SECRET_KEY_PREVIOUS };
  const state = await secretKeyState(queries, keys);
  // With the wrong key nothing could be read.
  if (state === "other") return [secretKey(state, keys)];
  const unreadable = await unreadableSecrets(queries, keys);
  const needsPrevious =
    SECRET_KEY_PREVIOUS !== undefined && sumOf(await unreadableSecrets(queries, { SECRET_KEY })) > sumOf(unreadable);
  return [secretKey(needsPrevious ? "rotating" : state, keys), ...storedSecrets(unreadable)];
}

const sumOf = (counts: Map<SecretPlace, number>): number => [...counts.values()].reduce((sum, count) => sum + count, 0);

function secretKey(state: Awaited<ReturnType<typeof secretKeyState>>, { SECRET_KEY_PREVIOUS }: SecretKeys): Finding {
  if (state === "other")
    return problem("secret key", "SECRET_KEY isn't this database's key: set the right one, or see secret-key accept.");
  if (state === "rotating")
    return warning("secret key", "The stored credentials are encrypted with SECRET_KEY_PREVIOUS: run secrets rotate.");
  if (state === "known" && SECRET_KEY_PREVIOUS)
    return warning(
      "secret key",
      "SECRET_KEY fits the database, and SECRET_KEY_PREVIOUS isn't needed any more: remove it.",
    );
  return fine("secret key", state === "known" ? "SECRET_KEY fits the database." : "The database has no key yet.");
}

/** Values that were encrypted with another key, or moved to another row. */
function storedSecrets(unreadable: Map<SecretPlace, number>): Finding[] {
  const counts = [...unreadable].map(([place, count]) => `${count} in ${place}`);
  if (counts.length === 0) return [];
  const says = `These credentials can't be read, since another key encrypted them or they were moved: ${counts.join(", ")}. Set them again.`;
  return [warning("stored secrets", says)];
}

async function clock(queries: Queries): Promise<Finding> {
  const sent = Date.now();
  const [now] = await queries.query<{ ms: number }>("select extract(epoch from clock_timestamp())::float * 1000 as ms");
  const apartS = Math.abs((now?.ms ?? 0) - (sent + Date.now()) / 2) / 1000;
  return apartS < 5
    ? fine("clock", "This machine and the database agree on the time.")
    : problem("clock", `This machine and the database are ${inWords(apartS)} apart: set both by NTP.`);
}

async function workers(queries: Queries): Promise<Finding> {
  const state = workerState(await secondsSinceWorker(queries));
  return state === "ok"
    ? fine("worker", "A worker is running.")
    : problem("worker", `No worker is running (${state}): no deadline is watched and no mail is sent. Start one.`);
}

async function orders(queries: Queries): Promise<Finding> {
  const [now] = await queries.query<{ waiting: number; lag: number; refused: number }>(waitingOrders);
  const { waiting = 0, lag = 0, refused = 0 } = now ?? {};
  const says = `Waiting for Temporal: ${waiting}, the oldest for ${inWords(lag)}; refused: ${refused}.`;
  return lag > 60 || refused > 0 ? warning("orders", `${says} See the API's log.`) : fine("orders", says);
}

async function mails(queries: Queries): Promise<Finding> {
  const [now] = await queries.query<{ queued: number; oldestQueued: number; failed: number }>(
    `select * from (${queuedMessages}) queued, (${messagesFailedLately}) failed`,
  );
  const { queued = 0, oldestQueued = 0, failed = 0 } = now ?? {};
  const says = `Waiting to be sent: ${queued}, the oldest for ${inWords(oldestQueued)}; failed in 24 hours: ${failed}.`;
  return oldestQueued > 600 || failed > 0
    ? warning("mails", `${says} get_thread shows the error of each.`)
    : fine("mails", says);
}

async function mailboxes(queries: Queries): Promise<Finding> {
  const failing = await queries.query<{ organizationId: string; channel: string; error: string }>(
    `select r.organization_id as "organizationId", r.channel, r.error
     from mailbox_reading r join mail_channel c on c.organization_id = r.organization_id and c.channel = r.channel
     where r.error is not null order by r.organization_id, r.channel`,
  );
  if (failing.length === 0) return fine("mailboxes", "All mailboxes that are set can be read.");
  const named = failing.map(({ organizationId, channel, error }) => `${channel} of ${organizationId} (${error})`);
  return warning(
    "mailboxes",
    `These mailboxes and lists of SMS can't be read, so mail there, and SMS that Twilio couldn't post, don't arrive: ${named.join(", ")}.`,
  );
}

/** Earlier releases took abbreviations. */
async function timeZones(queries: Queries): Promise<Finding> {
  const zones = await queries.query<{ id: string; timezone: string }>(
    "select id, timezone from organization order by id",
  );
  const named = zones
    .filter(({ timezone }) => zoneAbbreviation.test(timezone))
    .map(({ id, timezone }) => `${id} (${timezone})`);
  if (named.length === 0) return fine("time zones", "Each organization's time zone is named.");
  const says = `The time zones of these organizations are abbreviations, so their days and times are an hour off in summer: ${named.join(", ")}.`;
  return warning("time zones", `${says} Give each a name: organization update --timezone Europe/Rome.`);
}
