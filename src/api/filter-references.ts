import { Contact } from "../db/entities/contact.js";
import { Project } from "../db/entities/project.js";
import type { ActionContext } from "./context.js";
import { requireMember } from "./require-member.js";

/** The ids that the filters of lists may hold, and how each is looked up. */
const lookUp: Record<string, (ctx: ActionContext, field: string, id: string) => Promise<unknown>> = {
  projectId: (ctx, field, id) => ctx.load(Project, { [field]: id }),
  contactId: (ctx, field, id) => ctx.load(Contact, { [field]: id }),
  clientContactId: (ctx, field, id) => ctx.load(Contact, { [field]: id }),
  assigneeId: requireMember,
};

/** @throws not_found for a filter by an id that the caller doesn't reach, so that a mistyped one isn't taken for an empty list */
export async function checkFilterReferences(ctx: ActionContext, filters: Record<string, unknown>): Promise<void> {
  for (const [field, id] of Object.entries(filters)) {
    if (!field.endsWith("Id") || typeof id !== "string") continue;
    const look = lookUp[field];
    if (!look) throw new Error(`nothing says what the filter ${field} refers to`);
    await look(ctx, field, id);
  }
}
