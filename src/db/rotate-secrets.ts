import type { Queries } from "./database.js";
import { acceptSecretKey, checkSecretKey } from "./installation.js";
import {
  encryptSecret,
  isCurrent,
  type SecretKeys,
  type SecretPlace,
  type SecretRow,
  secretPlaces,
  tryDecryptSecret,
} from "./secrets.js";

/** One encrypted value: the key of its row, in the order of `secretPlaces`. */
interface Stored {
  key: string[];
  value: Buffer;
}

export interface RewrittenSecrets {
  /** how many values were encrypted again */
  rewritten: number;
  /** how many values neither key can read in their rows, including moved ones: they stay as they are */
  unreadable: number;
}

/**
 * Encrypts every stored value with SECRET_KEY, and takes it for this database's key from then on.
 * @throws conflict if neither key is the one of this database
 */
export async function rotateSecrets(queries: Queries, keys: SecretKeys): Promise<RewrittenSecrets> {
  await checkSecretKey(queries, keys);
  const total = { rewritten: 0, unreadable: 0 };
  for await (const { rewritten, unreadable } of rewriteSecrets(queries, keys)) {
    total.rewritten += rewritten;
    total.unreadable += unreadable;
  }
  if (keys.SECRET_KEY) await acceptSecretKey(queries, keys.SECRET_KEY);
  return total;
}

/**
 * Encrypts again every stored value that doesn't have today's form and key. Each batch is one statement, and finished batches stay: it may
 * stop at any moment, and be repeated. A value that is saved meanwhile is left alone.
 * @yields the counts of each batch, after it
 */
export async function* rewriteSecrets(
  queries: Queries,
  keys: SecretKeys,
  batchRows = 500,
): AsyncGenerator<RewrittenSecrets> {
  for (const place of places)
    for await (const batch of batchesOf(queries, place, batchRows))
      yield await rewriteBatch(queries, keys, place, batch);
}

/** How many values neither key can read in their rows, by where they are; places without such a value aren't named. */
export async function unreadableSecrets(queries: Queries, keys: SecretKeys): Promise<Map<SecretPlace, number>> {
  const counts = new Map<SecretPlace, number>();
  for (const place of places)
    for await (const batch of batchesOf(queries, place)) {
      const count = batch.filter(({ key, value }) => tryDecryptSecret(keys, value, place, ...key) === null).length;
      if (count > 0) counts.set(place, (counts.get(place) ?? 0) + count);
    }
  return counts;
}

const places = Object.keys(secretPlaces) as SecretPlace[];

async function* batchesOf(queries: Queries, place: SecretPlace, batchRows = 500): AsyncGenerator<Stored[]> {
  let last: string[] = [];
  for (;;) {
    const batch = await queries.query<Stored>(statements(place).read, [last, batchRows]);
    if (batch.length === 0) return;
    last = (batch.at(-1) as Stored).key;
    yield batch;
  }
}

async function rewriteBatch(
  queries: Queries,
  keys: SecretKeys,
  place: SecretPlace,
  batch: Stored[],
): Promise<RewrittenSecrets> {
  // A value encrypted with today's key is unreadable too if it was moved to another row.
  const readable = batch.flatMap(({ key, value }) => {
    const row: SecretRow = [place, ...key];
    const text = tryDecryptSecret(keys, value, ...row);
    return text === null ? [] : [{ key, value, text, row }];
  });
  const read = readable
    .filter(({ value }) => !isCurrent(keys, value))
    .map(({ text, row, ...stored }) => ({ ...stored, anew: encryptSecret(keys, text, ...row) }));
  const rewritten = await queries.query(statements(place).write, [
    read.map(({ key }) => JSON.stringify(key)),
    read.map(({ value }) => value),
    read.map(({ anew }) => anew),
  ]);
  return { rewritten: rewritten.length, unreadable: batch.length - readable.length };
}

/** The statements for a place: `$1` of `read` is the last key read, `$2` how many; `write` takes keys as JSON, old and new values. */
function statements(place: SecretPlace): { read: string; write: string } {
  const [table = "", column = ""] = place.split(".");
  const inJson = place === "oauth_artifact.sealed_secret";
  const parts = secretPlaces[place].map((name) =>
    name === "id_sha256" ? "encode(id_sha256, 'hex')" : `${name}::text`,
  );
  const key = `array[${parts.join(", ")}]`;
  const value = inJson ? `decode(payload ->> 'sealed_secret', 'base64')` : column;
  const assignment = inJson
    ? `payload = jsonb_set(payload, '{sealed_secret}', to_jsonb(translate(encode(new.anew, 'base64'), E'\\n', '')))`
    : `${column} = new.anew`;
  return {
    read: `select ${key} as key, ${value} as value from ${table} where ${value} is not null and ${key} > $1::text[] order by 1 limit $2`,
    write: `update ${table} set ${assignment} from unnest($1::jsonb[], $2::bytea[], $3::bytea[]) new (key, old, anew)
      where to_jsonb(${key}) = new.key and ${value} = new.old returning 1`,
  };
}
