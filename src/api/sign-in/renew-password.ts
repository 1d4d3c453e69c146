import { type Account, setPassword } from "../../db/account.js";
import type { OneChange } from "../../db/one-change.js";
import { revokeConnectionsOf } from "../oauth/connections.js";

/**
 * Gives a person a new password; whatever came in with the old one is out: sessions, links, and the apps that were approved with it.
 * @param account locked
 * @throws invalid_input for one that is too short or too long
 */
export async function renewPassword(
  change: OneChange,
  account: Account,
  password: string,
  requestId: string,
): Promise<Account> {
  const renewed = await setPassword(change, account, password);
  // After the sessions: an approval needs one, so that none comes in between.
  await revokeConnectionsOf(change, account.userId, requestId);
  return renewed;
}
