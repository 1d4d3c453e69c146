import type { UnitOfWork } from "../db/unit-of-work.js";
import { type Account, setPassword } from "./account.js";
import { endConnectionsOf } from "./connections.js";

/**
 * Gives a person a new password, and ends everything that the old one gave access to: sessions, links and connected apps.
 * @param account locked
 * @throws invalid_input for a password that is too short or too long
 */
export async function renewPassword(
  unit: UnitOfWork,
  account: Account,
  password: string,
  requestId: string,
): Promise<Account> {
  const renewed = await setPassword(unit, account, password);
  // After the sessions have ended: an approval needs one, so no app can be connected in between.
  await endConnectionsOf(unit, account.userId, requestId);
  return renewed;
}
