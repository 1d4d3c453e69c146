import type { Queries } from "../db/database.js";

/** How long a challenge may be answered. */
export const challengeMs = 5 * 60_000;

/** Where a challenge for a passkey waits: with the half-done sign-in, or with the session in which a passkey is added. */
const places = { second_step: "token_sha256", web_session: "id" } as const;
type Place = keyof typeof places;

/** Keeps a challenge until it is answered, in place of the one before. */
export async function keepChallenge(queries: Queries, place: Place, key: Buffer | string, challenge: string) {
  await queries.query(`update ${place} set challenge = $2, challenged_at = now() where ${places[place]} = $1`, [
    key,
    challenge,
  ]);
}

/** The challenge that waits, which no other answer gets; null where there is none, or it is too old. */
export async function takeChallenge(queries: Queries, place: Place, key: Buffer | string): Promise<string | null> {
  const [taken] = await queries.query<{ challenge: string | null }>(
    `with waiting as (select challenge, challenged_at from ${place} where ${places[place]} = $1 for update)
     update ${place} set challenge = null from waiting where ${places[place]} = $1
     returning case when waiting.challenged_at > now() - interval '${challengeMs} ms' then waiting.challenge end as challenge`,
    [key],
  );
  return taken?.challenge ?? null;
}
