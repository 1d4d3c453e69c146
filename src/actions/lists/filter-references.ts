import { Contact } from "../../db/entities/contact.js";
import { Project } from "../../db/entities/project.js";
import type { OrganizationRecord } from "../../db/entities/record.js";
import type { OrganizationQuery } from "../../db/organization-query.js";
import type { EntityClass } from "../../db/table.js";
import { requireMember } from "../require-member.js";

/** The part of an action's context that looking up a reference needs. */
interface Lookup {
  load(entity: EntityClass<OrganizationRecord>, reference: Record<string, string>): Promise<unknown>;
  query: OrganizationQuery;
}

/** How the record is looked up that each id among the filters of lists refers to. */
const lookups: Record<string, (ctx: Lookup, field: string, id: string) => Promise<unknown>> = {
  projectId: (ctx, field, id) => ctx.load(Project, { [field]: id }),
  contactId: (ctx, field, id) => ctx.load(Contact, { [field]: id }),
  clientContactId: (ctx, field, id) => ctx.load(Contact, { [field]: id }),
  assigneeId: (ctx, field, id) => requireMember(ctx.query, field, id),
};

/**
 * Checks that the caller reaches the records that filters refer to, so that a mistyped id doesn't look like an empty list.
 * @throws not_found
 */
export async function checkFilterReferences(ctx: Lookup, filters: Record<string, unknown>): Promise<void> {
  for (const [field, id] of Object.entries(filters)) {
    if (!field.endsWith("Id") || typeof id !== "string") continue;
    const lookUp = lookups[field];
    if (!lookUp) throw new Error(`The filter ${field} has no lookup.`);
    await lookUp(ctx, field, id);
  }
}
