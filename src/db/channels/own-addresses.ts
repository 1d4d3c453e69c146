import type { Config } from "../../config.js";
import { addressKey } from "../../domain/messages/mail.js";
import { replyToken } from "../../domain/messages/thread-tokens.js";
import type { Queries } from "../database.js";

/** Tells an organization's own addresses from those of others. Reply addresses are its own too. */
export type IsOwn = (address: string) => boolean;

/** SQL of the addresses, in lower case, that the organization `$1` has set: what its channels send from, and its own. */
export const setAddresses = `select lower(from_address) as address from mail_channel where organization_id = $1 and from_address is not null
  union select lower(email) from organization where id = $1 and email is not null
  union select lower(pec) from organization where id = $1 and pec is not null`;

/** @param addresses what `setAddresses` finds */
export function isOwnAmong(addresses: readonly string[], { MAIL_FROM }: Pick<Config, "MAIL_FROM">): IsOwn {
  const own = new Set([MAIL_FROM, ...addresses].map(addressKey));
  return (address) => own.has(withoutToken(addressKey(address)));
}

export async function ownAddresses(
  queries: Queries,
  config: Pick<Config, "MAIL_FROM">,
  organizationId: string,
): Promise<IsOwn> {
  const rows = await queries.query<{ address: string }>(setAddresses, [organizationId]);
  return isOwnAmong(
    rows.map(({ address }) => address),
    config,
  );
}

const withoutToken = (address: string): string =>
  replyToken(address) === null ? address : address.replace(/\+t[a-z0-9]+@/, "@");
