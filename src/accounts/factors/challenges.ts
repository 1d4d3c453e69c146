import type { Queries } from "../../db/database.js";

/** How long a challenge may be answered. */
export const challengeMs = 5 * 60_000;

/** Where a challenge waits: with the half-done sign-in, or with the session in which a factor is added or confirms something. */
const places = { second_step: "token_sha256", web_session: "id" } as const;
type Place = keyof typeof places;

/** What is asked: an answer of a factor that the person has, or a new passkey or app. Whoever was asked for one can't answer with another. */
type Question = "known" | "new passkey" | "new app";
/** A question that may be asked: in which row its challenge waits, and what it asks for. */
export interface Waiting {
  place: Place;
  key: Buffer | string;
  question: Question;
}
/** With the session of somebody who is signed in. */
export const inSession = (sessionId: string, question: Question): Waiting => ({
  place: "web_session",
  key: sessionId,
  question,
});
const prefixOf = (question: Question): string => `${question}: `;

/** Keeps a challenge until it is answered, in place of the one before. */
export async function keepChallenge(queries: Queries, { place, key, question }: Waiting, challenge: string) {
  await queries.query(`update ${place} set challenge = $2, challenged_at = now() where ${places[place]} = $1`, [
    key,
    `${prefixOf(question)}${challenge}`,
  ]);
}

/** The challenge that waits, which no other answer gets; null where there is none, it is too old, or asks something else. */
export async function takeChallenge(queries: Queries, { place, key, question }: Waiting): Promise<string | null> {
  const [taken] = await queries.query<{ challenge: string | null }>(
    `with waiting as (select challenge, challenged_at from ${place} where ${places[place]} = $1 for update)
     update ${place} set challenge = null from waiting where ${places[place]} = $1
     returning case when waiting.challenged_at > now() - interval '${challengeMs} ms' then waiting.challenge end as challenge`,
    [key],
  );
  const prefix = prefixOf(question);
  return taken?.challenge?.startsWith(prefix) ? taken.challenge.slice(prefix.length) : null;
}
