import { createHash } from "node:crypto";
import type { Queries } from "../../db/database.js";
import type { UnitOfWork } from "../../db/unit-of-work.js";
import { conflict, invalidAt } from "../../domain/errors.js";
import type { Caller } from "../../domain/permissions.js";

/** A request that may be repeated safely. Its answer is stored for 24 h under the API key and the caller's idempotency key. */
export interface Idempotency {
  apiKeyId: string;
  key: string;
  /** SHA-256 of the operation and the body */
  requestSha256: Buffer;
}

/**
 * Reads an `Idempotency-Key` header; undefined without one, or without an API key.
 * @throws invalid_input if it is empty or too long
 */
export function idempotencyOf(
  header: string | undefined,
  caller: Caller,
  operation: string,
  rawBody: Buffer,
): Idempotency | undefined {
  if (header === undefined || caller.keyId === null) return undefined;
  if (header.length < 1 || header.length > 255) {
    throw invalidAt("", "Idempotency-Key must have 1 to 255 characters");
  }
  const requestSha256 = createHash("sha256").update(operation).update("\0").update(rawBody).digest();
  return { apiKeyId: caller.keyId, key: header, requestSha256 };
}

/**
 * The answer that was stored for the same request, and how long ago that request was carried out; null if there is none.
 * @throws conflict if the key was used for another request
 */
export async function rememberedAnswer(
  queries: Queries,
  { apiKeyId, key, requestSha256 }: Idempotency,
): Promise<{ result: unknown; ageMs: number } | null> {
  const [row] = await queries.query<{ request_sha256: Buffer; response: string; ageMs: number }>(
    `select request_sha256, response, extract(epoch from now() - created_at)::float8 * 1000 as "ageMs" from idempotency_key
     where api_key_id = $1 and key = $2 and created_at > now() - interval '24 hours'`,
    [apiKeyId, key],
  );
  if (!row) return null;
  if (!row.request_sha256.equals(requestSha256))
    throw conflict("This Idempotency-Key was used for another request; use a new one.");
  return { result: JSON.parse(row.response), ageMs: row.ageMs };
}

/**
 * Stores an answer in the same commit as what it reports, at the time of Postgres' clock, by which it is looked up and forgotten. A simultaneous
 * request under the key waits here, and then fails.
 */
export function rememberAnswer(unit: UnitOfWork, { apiKeyId, key, requestSha256 }: Idempotency, result: unknown): void {
  unit.append(
    `insert into idempotency_key (api_key_id, key, request_sha256, response, created_at) values ($1, $2, $3, $4, now())
     on conflict (api_key_id, key) do update set request_sha256 = excluded.request_sha256, response = excluded.response, created_at = excluded.created_at
       where idempotency_key.created_at <= now() - interval '24 hours'`,
    [apiKeyId, key, requestSha256, JSON.stringify(result)],
    1,
  );
}

/**
 * Replaces the first answer, stored while the work went on, with the final one. If another answer is stored meanwhile, that
 * one stays.
 */
export async function replaceAnswer(
  queries: Queries,
  { apiKeyId, key, requestSha256 }: Idempotency,
  first: unknown,
  result: unknown,
): Promise<void> {
  await queries.query(
    "update idempotency_key set response = $5 where api_key_id = $1 and key = $2 and request_sha256 = $3 and response = $4",
    [apiKeyId, key, requestSha256, JSON.stringify(first), JSON.stringify(result)],
  );
}

/** Deletes the first answer after the work has failed, so that the same request may be tried again. */
export async function forgetAnswer(
  queries: Queries,
  { apiKeyId, key, requestSha256 }: Idempotency,
  first: unknown,
): Promise<void> {
  await queries.query(
    "delete from idempotency_key where api_key_id = $1 and key = $2 and request_sha256 = $3 and response = $4",
    [apiKeyId, key, requestSha256, JSON.stringify(first)],
  );
}

/** Deletes answers older than 24 h. */
export async function deleteOldAnswers(queries: Queries): Promise<void> {
  await queries.query("delete from idempotency_key where created_at <= now() - interval '24 hours'");
}
