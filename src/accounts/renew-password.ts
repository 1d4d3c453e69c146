import type { UnitOfWork } from "../db/unit-of-work.js";
import { type Account, setPassword } from "./account.js";
import { endConnectionsOf } from "./connections.js";

/**
 * Gives a person a new password; whatever came in with the old one is out: sessions, links, and the apps that were approved with it.
 * @param account locked
 * @throws invalid_input for one that is too short or too long
 */
export async function renewPassword(
  unit: UnitOfWork,
  account: Account,
  password: string,
  requestId: string,
): Promise<Account> {
  const renewed = await setPassword(unit, account, password);
  // After the sessions: an approval needs one, so that none comes in between.
  await endConnectionsOf(unit, account.userId, requestId);
  return renewed;
}
