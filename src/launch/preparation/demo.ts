import { findAccountId } from "../../accounts/account.js";
import { addKey } from "../../accounts/keys/keys.js";
import { addUser } from "../../accounts/members/memberships.js";
import { addOrganization, changeOrganization, type OrganizationDetails } from "../../accounts/organizations.js";
import { byAdmin } from "../../db/audit.js";
import { withDatabase } from "../../db/database.js";
import { transact } from "../../db/transact.js";
import type { UnitOfWork } from "../../db/unit-of-work.js";

/** Chosen by the first start before anything is stored, so that they survive a crash in between. */
export interface DemoFacts {
  organizationId: string;
  userId: string;
  email: string;
  password: string;
  /** `pra_<id>_<secret>` */
  apiKey: string;
}

const letterhead: OrganizationDetails = {
  legalName: "Studio Tecnico Demo – Geom. Marco Rinaldi",
  vatNumber: "01234560371",
  taxCode: "RNLMRC78C14A944R",
  address: "Via Galliera 12\n40121 Bologna (BO)",
  email: "studio@demo.local",
  pec: "studio@pec.demo.local",
  phone: "+39 051 5550100",
  professionalOrder: "Collegio dei Geometri e Geometri Laureati di Bologna, n. 0000",
  iban: "IT02Q0000011101000000123456",
  signature: "Geom. Marco Rinaldi",
  timezone: "Europe/Rome",
  holidays: ["10-04"],
};

/**
 * Creates "Studio Demo" with its letterhead, its owner and the owner's API key, all in one commit. If the owner exists, it does
 * nothing.
 * @returns the owner's e-mail address, which differs from `facts.email` if a shared database has another user with that one; null,
 *   and nothing created, in a database that was restored: it has its organizations
 */
export function createDemo(appUrl: string, facts: DemoFacts): Promise<string | null> {
  const trail = byAdmin(facts.organizationId, "create_demo");
  return withDatabase(appUrl, (database) => transact(database, trail, (unit) => addDemo(unit, facts)));
}

async function addDemo(unit: UnitOfWork, facts: DemoFacts): Promise<string | null> {
  const { organizationId, userId, password, apiKey } = facts;
  const [existing] = await unit.execute<{ email: string }>("select email from user_account where id = $1", [userId]);
  if (existing) return existing.email;
  if ((await unit.execute("select from installation where restored_at is not null")).length > 0) return null;
  await addOrganization(unit, organizationId, "Studio Demo");
  await changeOrganization(unit, organizationId, letterhead);
  const namesake = await findAccountId(unit, facts.email);
  const email = namesake ? facts.email.replace("@", `-${organizationId.slice(-8)}@`) : facts.email;
  await addUser(unit, { organizationId, email, name: "Marco Rinaldi", password, role: "owner", userId });
  await addKey(unit, { organizationId, userId, name: "Prima chiave", key: apiKey });
  return email;
}
