import { z } from "zod";
import { recordOf } from "../record-areas.js";

const name = () => z.object({ id: z.string(), name: z.string() });

/** The names that items of lists show beside ids, each of the area whose records it names. */
export const contactName = recordOf(name(), "contacts").nullable();
export const projectName = recordOf(name(), "projects").nullable();
/** Who may view projects may list members. */
export const memberName = recordOf(name(), "projects").nullable();

type Name = z.output<ReturnType<typeof name>> | null;
export interface OfProject {
  project: Name;
}
export interface WithContact {
  contact: Name;
}
/** of a project, whose contact is its client */
export interface WithClient {
  client: Name;
}
export interface WithAssignee {
  assignee: Name;
}

/**
 * The SQL condition that a caller may know a member. A guest knows themselves, and with whom they share a project.
 * @param guest the SQL parameter that holds the guest's id; null in it: the caller knows everybody
 * @param member SQL of the member's id
 */
export const isKnownTo = (guest: string, member: string): string =>
  `(${guest}::uuid is null or ${member} = ${guest} or exists (
     select from project_share mine join project_share theirs using (organization_id, project_id)
     where mine.organization_id = $1 and mine.user_id = ${guest} and theirs.user_id = ${member}))`;

const nameOf = (table: "contact" | "project", column: string) =>
  `(select json_build_object('id', n.id, 'name', n.name) from ${table} n where n.organization_id = t.organization_id and n.id = t.${column})`;

/** SQL columns of a record `t` with the names of what it refers to; read only for the rows of the page. */
export const contactNameColumn = () => `${nameOf("contact", "contact_id")} as contact`;
export const clientNameColumn = () => `${nameOf("contact", "client_contact_id")} as client`;
export const projectNameColumn = () => `${nameOf("project", "project_id")} as project`;
/** @param guest the user, if the caller is a guest */
export const assigneeNameColumn = (guest: string | null) => (add: (value: unknown) => string) =>
  `(select json_build_object('id', u.id, 'name', u.name) from user_account u
    where u.id = t.assignee_id and ${isKnownTo(add(guest), "u.id")}) as assignee`;
