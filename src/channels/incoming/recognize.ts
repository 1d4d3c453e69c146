import { contactsByAddress } from "../../db/channels/contacts-by-address.js";
import { organizationQuery } from "../../db/organization-query.js";
import type { UnitOfWork } from "../../db/unit-of-work.js";
import type { IncomingMessage } from "./incoming-message.js";

/** Who wrote, and what about. */
export interface Recognized {
  contactId: string | null;
  projectId: string | null;
}

/**
 * The one contact with the sender's address or number, and its project if only one is open; where nobody has the sender's, the one with
 * the address that answers go to. Of several contacts with the same address none is chosen: a wrong name is worse than none.
 * @param addresses the sender's, then others that may be the writer's
 */
export async function recognize(
  unit: UnitOfWork,
  { organizationId, channel }: Pick<IncomingMessage, "organizationId" | "channel">,
  addresses: readonly string[],
): Promise<Recognized> {
  const query = organizationQuery(unit, organizationId);
  let contacts: { id: string }[] = [];
  for (const address of addresses) {
    contacts = await contactsByAddress(query, channel, address);
    if (contacts.length > 0) break;
  }
  const [contact] = contacts;
  if (!contact || contacts.length > 1) return { contactId: null, projectId: null };
  const projects = await query<{ id: string }>(openProjects, contact.id);
  return { contactId: contact.id, projectId: projects.length === 1 ? (projects[0]?.id ?? null) : null };
}

const openProjects = `select p.id from project p where p.organization_id = $1 and p.status in ('draft', 'active', 'on_hold')
  and (p.client_contact_id = $2 or exists (select from project_contact l
    where l.organization_id = p.organization_id and l.project_id = p.id and l.contact_id = $2)) limit 2`;
