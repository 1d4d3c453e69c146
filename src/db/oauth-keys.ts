import { generateKeyPair, type JsonWebKey, randomBytes } from "node:crypto";
import { promisify } from "node:util";
import type pg from "pg";
import type { Config } from "../config.js";
import { decryptSecret, encryptSecret } from "./secrets.js";

/** What the authorization server signs with: its published key and that of its cookies. */
export interface OAuthKeys {
  n: number;
  /** RSA, private */
  jwk: JsonWebKey;
  cookieKey: string;
}

/** The number of the keys in use; 0 before the first start. */
export async function latestKeyNumber(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ n: number }>("select coalesce(max(n), 0) as n from oauth_key");
  return rows[0]?.n ?? 0;
}

/**
 * All keys, those in use first; the first are made here.
 * @throws Error where SECRET_KEY is not the one that they were stored with
 */
export async function loadOAuthKeys(pool: pg.Pool, config: Config): Promise<OAuthKeys[]> {
  // Where several processes start at once, one makes them and the others read them.
  if ((await latestKeyNumber(pool)) === 0) await addKeys(pool, config, 1);
  const { rows } = await pool.query<{ n: number; keys: Buffer }>("select n, keys from oauth_key order by n desc");
  return rows.map(({ n, keys }) => {
    try {
      return { n, ...JSON.parse(decryptSecret(config, keys)) };
    } catch (cause) {
      throw new Error("The sign-in keys can't be read: SECRET_KEY is not the one they were stored with.", { cause });
    }
  });
}

/** Makes new keys, which every API takes up within a minute; what was signed with the old ones stays good. */
export async function rotateOAuthKeys(pool: pg.Pool, config: Config): Promise<{ n: number }> {
  const n = (await latestKeyNumber(pool)) + 1;
  await addKeys(pool, config, n);
  return { n };
}

async function addKeys(pool: pg.Pool, config: Config, n: number): Promise<void> {
  const { privateKey } = await promisify(generateKeyPair)("rsa", { modulusLength: 2048 });
  const jwk = {
    ...privateKey.export({ format: "jwk" }),
    kid: randomBytes(9).toString("base64url"),
    use: "sig",
    alg: "RS256",
  };
  const keys = encryptSecret(config, JSON.stringify({ jwk, cookieKey: randomBytes(32).toString("base64url") }));
  await pool.query("insert into oauth_key (n, keys) values ($1, $2) on conflict (n) do nothing", [n, keys]);
}
