import type { Organization } from "../db/entities/organization.js";
import type { UnitOfWork } from "../db/unit-of-work.js";
import { orderDatedWatchers } from "../db/watchers/order-watchers.js";
import { isMonthDay } from "../domain/calendar/holidays.js";
import { isTimezone, zoneAbbreviation } from "../domain/calendar/time.js";
import type { Issuer } from "../domain/documents/revision.js";
import { invalid } from "../domain/errors.js";
import { lockOrganization } from "./members/memberships.js";
import { parseWord } from "./parse-word.js";

/**
 * An organization's name, letterhead, calendar and quotas. "" clears a text, the name excepted; `logo` is a data: URL, `holidays` are
 * `MM-DD`.
 */
export type OrganizationDetails = { [F in keyof Issuer]?: string } & {
  timezone?: string;
  holidays?: string[];
  /** none, owners or all */
  requireSecondFactor?: string;
  /** warn or refuse */
  issueCheck?: string;
} & {
  /** whole numbers, as typed */
  [F in Quota]?: string;
};
type Quota = "quotaMails" | "quotaInvitations" | "quotaModelCalls";

const requirements = ["none", "owners", "all"] as const;
const issueChecks = ["warn", "refuse"] as const;

/** Creates an organization that has only a name. @throws invalid_input for a blank name */
export async function addOrganization(unit: UnitOfWork, organizationId: string, name: string) {
  const given = checkedName(name);
  // Executed at once, so that the same unit can write rows that refer to it.
  await unit.execute("insert into organization (id, name, created_at, updated_at) values ($1, $2, $3, $3)", [
    organizationId,
    given,
    unit.now,
  ]);
  unit.note({ record: "organization", id: organizationId, op: "create", after: { name: given } });
  return { organizationId };
}

/** @throws invalid_input for a blank name */
function checkedName(name: string): string {
  const given = name.trim();
  if (given === "") throw invalid("An organization needs a name.");
  return given;
}

/**
 * Changes only the details that are present. Another time zone or other holidays move the moments of what is due.
 * @throws invalid_input for a blank name, a time zone or a day that doesn't exist, a quota that is no number, or if there is nothing to change; not_found
 */
export async function changeOrganization(unit: UnitOfWork, id: string, details: OrganizationDetails) {
  const changes = parseDetails(details);
  if (Object.keys(changes).length === 0) throw invalid("Nothing to change: give at least one option.");
  await lockOrganization(unit, id, "id");
  unit.update(await unit.wholeOrganization(id), changes);
  if (changes.timezone !== undefined || changes.holidays !== undefined) await orderDatedWatchers(unit, id);
  return { organizationId: id };
}

function parseDetails(details: OrganizationDetails): Partial<Organization> {
  const { name, timezone, holidays, requireSecondFactor, issueCheck, ...others } = details;
  const { quotaMails, quotaInvitations, quotaModelCalls, ...texts } = others;
  if (timezone !== undefined && !isTimezone(timezone))
    throw invalid(`There is no time zone "${timezone}"; give an IANA name such as Europe/Rome.`);
  if (timezone !== undefined && zoneAbbreviation.test(timezone))
    throw invalid(`"${timezone}" is an abbreviation; give the name of a time zone, such as Europe/Rome.`);
  const days = holidays?.filter((day) => day !== "");
  const invalidDay = days?.find((day) => !isMonthDay(day));
  if (invalidDay !== undefined)
    throw invalid(`"${invalidDay}" is not a day of the year; write month and day as 06-24.`);
  return {
    ...Object.fromEntries(Object.entries(texts).map(([field, value]) => [field, value === "" ? null : value])),
    ...(name === undefined ? {} : { name: checkedName(name) }),
    ...(timezone === undefined ? {} : { timezone }),
    ...(requireSecondFactor === undefined
      ? {}
      : { requireSecondFactor: parseWord("requirement", requirements, requireSecondFactor) }),
    ...(issueCheck === undefined ? {} : { issueCheck: parseWord("issue check", issueChecks, issueCheck) }),
    ...(days === undefined ? {} : { holidays: [...new Set(days)].sort() }),
    ...parseQuotas({ quotaMails, quotaInvitations, quotaModelCalls }),
  };
}

function parseQuotas(quotas: Record<Quota, string | undefined>): Partial<Pick<Organization, Quota>> {
  const given = Object.entries(quotas).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const wrong = given.find(([, quota]) => !/^\d{1,9}$/.test(quota));
  if (wrong) throw invalid(`"${wrong[1]}" is not a quota; give a whole number from 0 to 999999999.`);
  return Object.fromEntries(given.map(([name, quota]) => [name, Number(quota)]));
}
