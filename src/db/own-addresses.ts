import type { Config } from "../../config.js";
import type { Queries } from "../../db/database.js";
import { replyToken } from "../../domain/mail.js";

/** Tells an organization's own addresses from those of others. Reply addresses are its own too. */
export type IsOwn = (address: string) => boolean;

export async function ownAddresses(
  queries: Queries,
  { MAIL_FROM }: Pick<Config, "MAIL_FROM">,
  organizationId: string,
): Promise<IsOwn> {
  const rows = await queries.query<{ address: string }>(
    `select lower(from_address) as address from mail_channel where organization_id = $1 and from_address is not null
     union select lower(email) from organization where id = $1 and email is not null
     union select lower(pec) from organization where id = $1 and pec is not null`,
    [organizationId],
  );
  const own = new Set([MAIL_FROM.toLowerCase(), ...rows.map(({ address }) => address)]);
  return (address) => own.has(withoutToken(address.toLowerCase()));
}

const withoutToken = (address: string): string =>
  replyToken(address) === null ? address : address.replace(/\+t[a-z0-9]+@/, "@");
