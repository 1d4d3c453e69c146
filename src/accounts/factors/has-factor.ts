import type { Queries } from "../../db/database.js";

/** SQL: whether a person has a second factor, an authenticator app or a passkey. @param userId an expression for the person's id */
export const hasFactor = (userId: string): string =>
  `(exists (select from second_factor where user_id = ${userId}) or exists (select from passkey where user_id = ${userId}))`;

/** Whether a person has to give a code, or use a passkey, at each sign-in. */
export async function hasSecondFactor(queries: Queries, userId: string): Promise<boolean> {
  const [person] = await queries.query<{ has: boolean }>(`select ${hasFactor("$1")} as has`, [userId]);
  return person?.has === true;
}
