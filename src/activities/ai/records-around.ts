import { Contact } from "../../db/entities/contact.js";
import type { Document } from "../../db/entities/document.js";
import { Project } from "../../db/entities/project.js";
import type { UnitOfWork } from "../../db/unit-of-work.js";
import type { RunVisibility } from "../../domain/ai-run.js";

type Shown = Pick<Contact, "name" | "role" | "company" | "email" | "pec" | "phone" | "notes">;

const nameOf = ({ name, company }: Contact): Shown => ({
  ...{ name, company, role: "other" },
  ...{ email: null, pec: null, phone: null, notes: null },
});

/** The project and the contact of a document, as far as whoever asked may see them: of a contact out of reach only the name. */
export async function recordsAround(
  unit: UnitOfWork,
  { organizationId, projectId, contactId }: Document,
  visibility: RunVisibility,
): Promise<{ project: Project | null; contact: Shown | null }> {
  const contact = contactId === null ? null : await unit.find(Contact, organizationId, contactId);
  return {
    project: projectId === null || !visibility.project ? null : await unit.find(Project, organizationId, projectId),
    contact: contact && (visibility.contact ? contact : nameOf(contact)),
  };
}
