import type { NoticeKind } from "../../contracts/send-account-mail.js";
import type { Change } from "../../db/audit.js";
import type { UnitOfWork } from "../../db/unit-of-work.js";
import { endSessions, lockAccount, recordAccountChange } from "../account.js";
import { hasSecondFactor } from "./has-factor.js";
import { ensureRecoveryCodes } from "./recovery-codes.js";

/** A second factor that a person adds, and how that is recorded and told. */
interface AddedFactor {
  userId: string;
  /** the session in which it is added */
  sessionId: string;
  /** of the recovery codes; unset: a new one */
  seed?: Buffer;
  after: NonNullable<Change["after"]>;
  notice: NoticeKind;
  about: string;
}

/**
 * Adds a second factor. The first one signs the person out of all other browsers: in one of them may be a stranger who knew the password.
 * @param write stores it, while the account is locked; false if it is there already
 * @returns the recovery codes, for the person alone, if there were none yet, else an empty list; null where nothing was written
 */
export async function addFactor(
  unit: UnitOfWork,
  { userId, sessionId, seed, after, notice, about }: AddedFactor,
  write: () => Promise<boolean>,
): Promise<string[] | null> {
  await lockAccount(unit, userId);
  const isFirst = !(await hasSecondFactor(unit, userId));
  if (!(await write())) return null;
  if (isFirst) await endSessions(unit, userId, sessionId);
  await recordAccountChange(unit, userId, { after }, notice, about);
  return ensureRecoveryCodes(unit, userId, seed);
}
