import { callerOfToken, type TokenRow, tokenGuard, tokenRow } from "../../accounts/callers/app-callers.js";
import { callerOfKey, isOf, type KeyRow, keyGuard, keyRow } from "../../accounts/callers/key-callers.js";
import { type ApiKey, parseApiKey } from "../../accounts/keys/api-key.js";
import { secretHash } from "../../accounts/secret-hash.js";
import type { Database } from "../../db/database.js";
import type { Guard } from "../../db/guard.js";
import { LastUsed } from "../../domain/last-used.js";
import type { Caller } from "../../domain/permissions.js";

export type Via = Caller["via"];

/** What was read of a caller for an earlier request. */
interface KeptCaller<Row> {
  row: Row;
  caller: Caller;
}

/** The same with what proves that it is still so. */
export interface GuardedCaller extends KeptCaller<KeyRow | TokenRow> {
  guard: Guard;
}

export type KnownCallers = ReturnType<typeof knownCallers>;

/** So many of keys or tokens take some 10 MB. */
const maxKeptRows = 10_000;

/**
 * The callers that this process has read. Each row is kept as it was read last. It may have changed since: whoever answers by it has its
 * guard prove that it hasn't.
 */
export function knownCallers(resource: string) {
  const keys = {
    rest: new LastUsed<KeptCaller<KeyRow>>(maxKeptRows),
    mcp: new LastUsed<KeptCaller<KeyRow>>(maxKeptRows),
  };
  const tokens = new LastUsed<KeptCaller<TokenRow>>(maxKeptRows);
  const idOf = (tokenSha256: Buffer): string => tokenSha256.toString("base64");
  const keep = <Row>(among: LastUsed<KeptCaller<Row>>, id: string, kept: KeptCaller<Row> | null): Caller | null => {
    if (kept) among.keep(id, kept);
    else among.forget(id);
    return kept?.caller ?? null;
  };
  return {
    find(secret: string, via: Via): GuardedCaller | null {
      const key = parseApiKey(secret);
      if (key) {
        const kept = keys[via].find(key.keyId);
        return kept && isOf(kept.row, key) ? { ...kept, guard: keyGuard(kept.row) } : null;
      }
      if (via !== "mcp") return null;
      const sha256 = secretHash(secret);
      const kept = tokens.find(idOf(sha256));
      return kept ? { ...kept, guard: tokenGuard(kept.row, sha256, resource) } : null;
    },
    async byKey(database: Database, key: ApiKey, via: Via): Promise<Caller | null> {
      const row = await keyRow(database, key);
      return keep(keys[via], key.keyId, row && { row, caller: callerOfKey(row, via) });
    },
    async byToken(database: Database, token: string): Promise<Caller | null> {
      const sha256 = secretHash(token);
      const row = await tokenRow(database, sha256, resource);
      return keep(tokens, idOf(sha256), row && { row, caller: callerOfToken(row) });
    },
  };
}
