import type { Warning } from "../domain/warning.js";
import type { ActionContext } from "./context.js";

/**
 * SQL: projects `p` among `$3` of other clients than the contact `$2`, who is a client too and nothing else, with which that contact has
 * nothing to do: it isn't connected to them, nor is it the addressee of a document in them, except for the document `$4`, and no thread
 * about them is theirs.
 */
export const othersProjects = `project p
  where p.organization_id = $1 and p.id = any($3::uuid[]) and p.client_contact_id <> $2
    and exists (select from contact c where c.organization_id = $1 and c.id = $2 and c.role = 'client')
    and exists (select from project o where o.organization_id = $1 and o.client_contact_id = $2)
    and not exists (select from project_contact l where l.organization_id = $1 and l.project_id = p.id and l.contact_id = $2)
    and not exists (
      select from document d where d.organization_id = $1 and d.project_id = p.id and d.contact_id = $2 and d.id is distinct from $4::uuid)
    and not exists (select from thread t where t.organization_id = $1 and t.project_id = p.id and t.contact_id = $2)`;

/** What is under a project and with a contact. */
interface Filed {
  projectId: string | null;
  contactId: string | null;
}

/**
 * Looks whether what is filed under a project is with the client of another, who has nothing to do with it: of two that are called alike
 * the wrong one is soon taken.
 * @param remedy what to do if so
 * @param docId the document, where it is stored already
 * @returns what gives the warning of it, after the commit
 */
export function findOthersProject(
  ctx: ActionContext,
  { projectId, contactId }: Filed,
  remedy: string,
  docId: string | null = null,
): () => Warning[] {
  if (!projectId || !contactId || !ctx.sees("contacts") || !ctx.sees("projects")) return () => [];
  const found = ctx.queryAlongside<{ project: string; contact: string }>(
    `select p.name as project, (select name from contact where organization_id = $1 and id = $2) as contact from ${othersProjects}`,
    contactId,
    [projectId],
    docId,
  );
  return () =>
    found.rows.map(({ project, contact }) => ({
      code: "others_project",
      pointer: "/contactId",
      detail: `${JSON.stringify(contact)}, the client of another project, has nothing to do with the project ${JSON.stringify(project)}.`,
      suggestion: `If another contact was meant, ${remedy}; if not, connect this one to the project with connect_contact.`,
    }));
}
