import type pg from "pg";
import { conflict } from "../domain/errors.js";
import type { Queries } from "./database.js";
import { fingerprintOf, type SecretKeys } from "./secrets.js";

const keepFirst = `
  insert into installation (secret_key_fingerprint) values ($1)
  on conflict (only_one) do update set secret_key_fingerprint = coalesce(installation.secret_key_fingerprint, excluded.secret_key_fingerprint)
  returning secret_key_fingerprint as fingerprint`;

/**
 * Whether SECRET_KEY is the one with which this database's secrets are encrypted; `rotating`: SECRET_KEY_PREVIOUS is, and they still have to be
 * encrypted with SECRET_KEY.
 */
export async function secretKeyState(
  queries: Queries,
  keys: SecretKeys & { SECRET_KEY: string },
): Promise<"known" | "rotating" | "other" | "none yet"> {
  const [stored] = await queries.query<{ fingerprint: string | null }>(
    "select secret_key_fingerprint as fingerprint from installation",
  );
  if (!stored?.fingerprint) return "none yet";
  return stateOf(stored.fingerprint, keys);
}

function stateOf(
  fingerprint: string | undefined,
  { SECRET_KEY, SECRET_KEY_PREVIOUS }: SecretKeys & { SECRET_KEY: string },
): "known" | "rotating" | "other" {
  if (fingerprint === fingerprintOf(SECRET_KEY)) return "known";
  return SECRET_KEY_PREVIOUS && fingerprint === fingerprintOf(SECRET_KEY_PREVIOUS) ? "rotating" : "other";
}

const otherSecretKey =
  "SECRET_KEY isn't the key that encrypted this database's stored credentials. Set that key again: it is in " +
  "secrets.json of the DATA_DIR, in .env of the server, and in every backup. While the key is being changed, it belongs in " +
  "SECRET_KEY_PREVIOUS (in secrets.json: previousSecretKey) until `secrets rotate` has ended. If it is lost, run " +
  "`npm run --silent admin -- secret-key accept`; then set the mail servers and language models of organizations again.";

/**
 * Compares SECRET_KEY with that of the first start; the first one to ask settles it.
 * @throws conflict, saying what to do, if neither it nor SECRET_KEY_PREVIOUS is that one
 */
export async function checkSecretKey(queries: Queries, { SECRET_KEY, SECRET_KEY_PREVIOUS }: SecretKeys): Promise<void> {
  if (!SECRET_KEY) return;
  const [stored] = await queries.query<{ fingerprint: string }>(keepFirst, [fingerprintOf(SECRET_KEY)]);
  if (stateOf(stored?.fingerprint, { SECRET_KEY, SECRET_KEY_PREVIOUS }) === "other") throw conflict(otherSecretKey);
}

/** Accepts SECRET_KEY as the right one from now on. Values encrypted with another key stay unreadable. */
export async function acceptSecretKey(queries: Queries, secretKey: string): Promise<void> {
  await queries.query("update installation set secret_key_fingerprint = $1", [fingerprintOf(secretKey)]);
}

/** Whether this cluster tells its identifier; some hosts keep it from a database's owner. */
const tellsCluster = "select has_function_privilege('pg_control_system()', 'execute') as tells";
const placeOf = (cluster: string) => `
  select concat_ws('/', ${cluster}, (select oid from pg_database where datname = current_database()), 'installation'::regclass::oid) as place`;

/**
 * Notes where the database is. A database that was somewhere else before was restored: Temporal may know nothing of its rows, or
 * newer things, so all workflows are to be started anew.
 * @param client the owner's connection
 */
export async function notePlace(client: pg.Client): Promise<void> {
  const { tells } = (await client.query<{ tells: boolean }>(tellsCluster)).rows[0] as { tells: boolean };
  const cluster = tells ? "(select system_identifier from pg_control_system())" : "null";
  const { place } = (await client.query<{ place: string }>(placeOf(cluster))).rows[0] as { place: string };
  await client.query(
    `update installation set place = $1, restored_at = case when place is null then restored_at else now() end,
       repair_wanted_at = case when place is null then repair_wanted_at else now() end
     where place is distinct from $1`,
    [place],
  );
}

/** Has a worker end the open workflows and start all of them again from the rows. */
export const wantNewWorkflows = (queries: Queries): Promise<unknown> =>
  queries.query("update installation set repair_wanted_at = now()");

/** Since when the workflows are to start anew, as Postgres writes it: the database was restored then, or somebody wanted it; null: they needn't. */
export async function newWorkflowsWantedAt(queries: Queries): Promise<string | null> {
  const [wanted] = await queries.query<{ at: string | null }>("select repair_wanted_at::text as at from installation");
  return wanted?.at ?? null;
}

/** The database's place as `notePlace` noted it; null: not noted yet. */
export async function placeOfDatabase(queries: Queries): Promise<string | null> {
  const [noted] = await queries.query<{ place: string | null }>("select place from installation");
  return noted?.place ?? null;
}
