import { generateKeyPair, type JsonWebKey, randomBytes } from "node:crypto";
import { promisify } from "node:util";
import type { Config } from "../config.js";
import type { Queries } from "../db/database.js";
import { encryptSecret, tryDecryptSecret } from "../db/secrets.js";
import { newSecret } from "./secret-hash.js";

/** The keys with which the authorization server signs tokens and cookies. */
export interface OAuthKeys {
  n: number;
  /** the private RSA key; its public half is published */
  jwk: JsonWebKey;
  cookieKey: string;
}

/** The numbers of all keys, earliest first; none before the first start. */
export async function oauthKeyNumbers(queries: Queries): Promise<number[]> {
  return (await queries.query<{ n: number }>("select n from oauth_key order by n")).map(({ n }) => n);
}

/**
 * The keys that SECRET_KEY can decrypt, latest first. If there are none, makes new ones. Losing the old keys ends no connection,
 * only the approvals that are under way.
 * @returns `unreadable`: how many keys were encrypted with another SECRET_KEY
 */
export async function loadOAuthKeys(
  queries: Queries,
  config: Config,
): Promise<{ keys: OAuthKeys[]; unreadable: number }> {
  const last = (await oauthKeyNumbers(queries)).at(-1) ?? 0;
  const stored = await readKeys(queries, config);
  if (stored.keys.length > 0) return stored;
  // If several processes start at once, one adds the keys and the others read them.
  await addKeys(queries, config, last + 1);
  return readKeys(queries, config);
}

async function readKeys(queries: Queries, config: Config): Promise<{ keys: OAuthKeys[]; unreadable: number }> {
  const rows = await queries.query<{ n: number; keys: Buffer }>("select n, keys from oauth_key order by n desc");
  const keys = rows.flatMap(({ n, keys }) => {
    const decrypted = tryDecryptSecret(config, keys, "oauth_key.keys", n);
    return decrypted === null ? [] : [{ n, ...JSON.parse(decrypted) } as OAuthKeys];
  });
  return { keys, unreadable: rows.length - keys.length };
}

/**
 * Makes new keys. Every API process uses them within a minute; what the old keys signed stays valid for a day, which is longer than
 * anything that is signed is meant to last.
 * @returns the new keys' number
 */
export async function rotateOAuthKeys(queries: Queries, config: Config): Promise<{ keyNumber: number }> {
  const keyNumber = ((await oauthKeyNumbers(queries)).at(-1) ?? 0) + 1;
  await addKeys(queries, config, keyNumber);
  return { keyNumber };
}

/** Deletes keys that were replaced more than a day ago. */
export async function deleteOldOAuthKeys(queries: Queries): Promise<void> {
  await queries.query(
    `delete from oauth_key old where exists (
       select from oauth_key new where new.n > old.n and new.created_at < now() - interval '1 day')`,
  );
}

async function addKeys(queries: Queries, config: Config, n: number): Promise<void> {
  const { privateKey } = await promisify(generateKeyPair)("rsa", { modulusLength: 2048 });
  const jwk = {
    ...privateKey.export({ format: "jwk" }),
    kid: randomBytes(9).toString("base64url"),
    use: "sig",
    alg: "RS256",
  };
  const cookieKey = newSecret();
  const keys = encryptSecret(config, JSON.stringify({ jwk, cookieKey }), "oauth_key.keys", n);
  await queries.query("insert into oauth_key (n, keys) values ($1, $2) on conflict (n) do nothing", [n, keys]);
}
