import type pg from "pg";
import { v7 as uuidv7 } from "uuid";
import type { OneChange } from "../db/one-change.js";
import { invalid, notFound } from "../domain/errors.js";
import { isMonthDay } from "../domain/holidays.js";
import { isTimezone } from "../domain/time.js";
import { checkedId, inCommand } from "./change.js";

const columns = {
  legalName: "legal_name",
  vatNumber: "vat_number",
  taxCode: "tax_code",
  address: "address",
  email: "email",
  pec: "pec",
  phone: "phone",
  professionalOrder: "professional_order",
  iban: "iban",
  signature: "signature",
  logo: "logo",
  timezone: "timezone",
  holidays: "holidays",
} as const;
type TextField = Exclude<keyof typeof columns, "holidays">;

/** What an organization's letterhead and calendar are made of; "" clears a text. `logo` is a data: URL, `holidays` are `MM-DD`. */
export type OrganizationDetails = Partial<Record<TextField, string>> & { holidays?: string[] };

/** Creates an organization with nothing but a name; `organizationId` where the caller has chosen one. */
export const createOrganization = (
  pool: pg.Pool,
  { name, organizationId = uuidv7() }: { name: string; organizationId?: string },
): Promise<{ organizationId: string }> =>
  inCommand(pool, "create_organization", organizationId, (change) => addOrganization(change, organizationId, name));

export async function addOrganization(change: OneChange, organizationId: string, name: string) {
  if (name.trim() === "") throw invalid("An organization needs a name.");
  await change.query("insert into organization (id, name, created_at, updated_at) values ($1, $2, $3, $3)", [
    organizationId,
    name,
    change.at,
  ]);
  change.note({ record: "organization", id: organizationId, op: "create", after: { name } });
  return { organizationId };
}

/**
 * Changes the details that are given, and no others.
 * @throws invalid_input for a time zone or a day that doesn't exist; not_found
 */
export const updateOrganization = (pool: pg.Pool, id: string, details: OrganizationDetails) =>
  inCommand(pool, "update_organization", checkedId("id", id), (change) => changeOrganization(change, id, details));

export async function changeOrganization(change: OneChange, id: string, details: OrganizationDetails) {
  const given = Object.entries(checked(details)) as [keyof typeof columns, string | string[] | null][];
  if (given.length === 0) throw invalid("Nothing to change: give at least one option.");
  const read = given.map(([field]) => `${columns[field]} as "${field}"`).join(", ");
  const [before] = await change.query<Record<string, unknown>>(
    `select ${read} from organization where id = $1 for update`,
    [id],
  );
  if (!before) throw notFound("id", id);
  const writes = given.map(([field], index) => `${columns[field]} = $${index + 3}`).join(", ");
  await change.query(`update organization set ${writes}, updated_at = $2, version = version + 1 where id = $1`, [
    id,
    change.at,
    ...given.map(([, value]) => value),
  ]);
  change.note({ record: "organization", id, op: "update", before, after: Object.fromEntries(given) });
  return { organizationId: id };
}

function checked({ timezone, holidays, ...texts }: OrganizationDetails): Record<string, string | string[] | null> {
  if (timezone !== undefined && !isTimezone(timezone))
    throw invalid(`There is no time zone "${timezone}"; give an IANA name such as Europe/Rome.`);
  const days = holidays?.filter((day) => day !== "");
  const wrong = days?.find((day) => !isMonthDay(day));
  if (wrong !== undefined) throw invalid(`"${wrong}" is no day of the year; write month and day as 06-24.`);
  return {
    ...Object.fromEntries(Object.entries(texts).map(([field, value]) => [field, value === "" ? null : value])),
    ...(timezone === undefined ? {} : { timezone }),
    ...(days === undefined ? {} : { holidays: [...new Set(days)].sort() }),
  };
}
