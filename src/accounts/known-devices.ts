import type { Queries } from "../db/database.js";
import { newSecret, secretHash } from "./secret-hash.js";

/** A browser's secret as it is stored. @param device null: it has none */
export const deviceHash = (device: string | null): Buffer | null => (device === null ? null : secretHash(device));

/** A column of SQL: the hash of a browser with which the user `u` has signed in before; null for others. `$2`: of `deviceHash` */
export const knownDevice = `(select encode(d.device_sha256, 'hex') from known_device d
  where d.user_id = u.id and d.device_sha256 = $2) as "knownDevice"`;

const keptDays = 400;
/** Of each person; the least recently used are dropped. */
const most = 50;

/**
 * Remembers that a person signed in with a browser.
 * @param device the browser's secret; null: it has none
 * @returns a new secret for it; null where it keeps the one that it has
 */
export async function rememberDevice(queries: Queries, userId: string, device: string | null): Promise<string | null> {
  // A secret that was never given to anybody isn't taken over: somebody may have put it there.
  const known = device
    ? await queries.query<{ userId: string }>(
        `update known_device set seen_at = now() where device_sha256 = $1 returning user_id as "userId"`,
        [secretHash(device)],
      )
    : [];
  if (known.some((one) => one.userId === userId)) return null;
  const secret = device !== null && known.length > 0 ? device : newSecret();
  await queries.query(
    `with dropped as (delete from known_device where user_id = $1 and device_sha256 in (
       select device_sha256 from known_device where user_id = $1 order by seen_at desc offset ${most - 1}))
     insert into known_device (user_id, device_sha256, seen_at) values ($1, $2, now()) on conflict do nothing`,
    [userId, secretHash(secret)],
  );
  return secret;
}

/** Deletes the browsers that nobody has signed in with for more than a year. */
export async function deleteOldDevices(queries: Queries): Promise<void> {
  await queries.query(`delete from known_device where seen_at < now() - interval '${keptDays} days'`);
}
