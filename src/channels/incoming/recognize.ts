import type { UnitOfWork } from "../../db/unit-of-work.js";
import type { IncomingMessage } from "./incoming-message.js";

/** Who wrote, and what about. */
export interface Recognized {
  contactId: string | null;
  projectId: string | null;
}

/**
 * The one contact with the sender's address or number, and its project if only one is open. Of several contacts with the same address
 * none is chosen: a wrong name is worse than none.
 */
export async function recognize(
  unit: UnitOfWork,
  { organizationId, channel, from }: Pick<IncomingMessage, "organizationId" | "channel" | "from">,
): Promise<Recognized> {
  const contacts = await unit.query<{ id: string }>(
    channel === "email" || channel === "pec" ? contactsByAddress : contactsByPhone,
    [organizationId, channel === "email" || channel === "pec" ? from.address.toLowerCase() : digitsOf(from.address)],
  );
  const [contact] = contacts;
  if (!contact || contacts.length > 1) return { contactId: null, projectId: null };
  const projects = await unit.query<{ id: string }>(openProjects, [organizationId, contact.id]);
  return { contactId: contact.id, projectId: projects.length === 1 ? (projects[0]?.id ?? null) : null };
}

/** A number without Italy's prefix, as `contact_keys` keeps it. */
const digitsOf = (phone: string): string => phone.replace(/^(\+|00)39/, "").replace(/\D/g, "");

const byKeys = (keys: string) =>
  `contact_keys(organization_id, name, emails || pec, phones, array[tax_code, vat_number]) && ${keys}`;
const contactsByAddress = `select id from contact where organization_id = $1 and ${byKeys("array[$1::text || 'm' || $2]")} order by id limit 2`;
const contactsByPhone = `select id from contact where organization_id = $1 and ${byKeys("array[$1::text || 'p' || $2]")} order by id limit 2`;

const openProjects = `select p.id from project p where p.organization_id = $1 and p.status in ('draft', 'active', 'on_hold')
  and (p.client_contact_id = $2 or exists (select from project_contact l
    where l.organization_id = p.organization_id and l.project_id = p.id and l.contact_id = $2)) limit 2`;
