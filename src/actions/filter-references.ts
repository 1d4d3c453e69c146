import { Contact } from "../db/entities/contact.js";
import { Project } from "../db/entities/project.js";
import type { OrganizationRecord } from "../db/entities/record.js";
import type { OrganizationQuery } from "../db/organization-query.js";
import type { EntityClass } from "../db/table.js";
import { requireMember } from "./require-member.js";

/** What looking up a reference takes of the action's context. */
interface Lookup {
  load(entity: EntityClass<OrganizationRecord>, reference: Record<string, string>): Promise<unknown>;
  query: OrganizationQuery;
}

/** The ids that the filters of lists may hold, and how each is looked up. */
const lookUp: Record<string, (ctx: Lookup, field: string, id: string) => Promise<unknown>> = {
  projectId: (ctx, field, id) => ctx.load(Project, { [field]: id }),
  contactId: (ctx, field, id) => ctx.load(Contact, { [field]: id }),
  clientContactId: (ctx, field, id) => ctx.load(Contact, { [field]: id }),
  assigneeId: (ctx, field, id) => requireMember(ctx.query, field, id),
};

/** @throws not_found for a filter by an id that the caller doesn't reach, so that a mistyped one isn't taken for an empty list */
export async function checkFilterReferences(ctx: Lookup, filters: Record<string, unknown>): Promise<void> {
  for (const [field, id] of Object.entries(filters)) {
    if (!field.endsWith("Id") || typeof id !== "string") continue;
    const look = lookUp[field];
    if (!look) throw new Error(`nothing says what the filter ${field} refers to`);
    await look(ctx, field, id);
  }
}
