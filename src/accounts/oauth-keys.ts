import { generateKeyPair, type JsonWebKey, randomBytes } from "node:crypto";
import { promisify } from "node:util";
import type { Config } from "../config.js";
import type { Queries } from "../db/database.js";
import { encryptSecret, openSecret } from "../db/secrets.js";

/** What the authorization server signs with: its published key and that of its cookies. */
export interface OAuthKeys {
  n: number;
  /** RSA, private */
  jwk: JsonWebKey;
  cookieKey: string;
}

/** The number of the keys in use; 0 before the first start. */
export async function latestKeyNumber(queries: Queries): Promise<number> {
  const [latest] = await queries.query<{ n: number }>("select coalesce(max(n), 0) as n from oauth_key");
  return latest?.n ?? 0;
}

/**
 * The keys that SECRET_KEY opens, those in use first; where there are none, new ones. Losing them costs no connection, just the
 * approvals that are under way.
 * @returns `unreadable`: how many were stored with another SECRET_KEY
 */
export async function loadOAuthKeys(
  queries: Queries,
  config: Config,
): Promise<{ keys: OAuthKeys[]; unreadable: number }> {
  const known = await readKeys(queries, config);
  if (known.keys.length > 0) return known;
  // Where several processes start at once, one makes them and the others read them.
  await addKeys(queries, config, known.unreadable + 1);
  return readKeys(queries, config);
}

async function readKeys(queries: Queries, config: Config): Promise<{ keys: OAuthKeys[]; unreadable: number }> {
  const rows = await queries.query<{ n: number; keys: Buffer }>("select n, keys from oauth_key order by n desc");
  const keys = rows.flatMap(({ n, keys }) => {
    const opened = openSecret(config, keys);
    return opened === null ? [] : [{ n, ...JSON.parse(opened) } as OAuthKeys];
  });
  return { keys, unreadable: rows.length - keys.length };
}

/** Makes new keys, which every API takes up within a minute; what was signed with the old ones stays good. @returns their number */
export async function rotateOAuthKeys(queries: Queries, config: Config): Promise<{ keyNumber: number }> {
  const keyNumber = (await latestKeyNumber(queries)) + 1;
  await addKeys(queries, config, keyNumber);
  return { keyNumber };
}

async function addKeys(queries: Queries, config: Config, n: number): Promise<void> {
  const { privateKey } = await promisify(generateKeyPair)("rsa", { modulusLength: 2048 });
  const jwk = {
    ...privateKey.export({ format: "jwk" }),
    kid: randomBytes(9).toString("base64url"),
    use: "sig",
    alg: "RS256",
  };
  const keys = encryptSecret(config, JSON.stringify({ jwk, cookieKey: randomBytes(32).toString("base64url") }));
  await queries.query("insert into oauth_key (n, keys) values ($1, $2) on conflict (n) do nothing", [n, keys]);
}
