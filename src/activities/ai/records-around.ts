import { Contact } from "../../db/entities/contact.js";
import type { Document } from "../../db/entities/document.js";
import { Project } from "../../db/entities/project.js";
import type { UnitOfWork } from "../../db/unit-of-work.js";
import type { RunVisibility } from "../../domain/ai-run.js";
import type { ReviewInput } from "../../domain/review/input.js";

type ShownContact = NonNullable<ReviewInput["contact"]>;

const nameOnly = ({ name, company }: Contact): ShownContact => ({
  ...{ name, company, role: "other" },
  ...{ email: null, pec: null, phone: null, notes: null, taxCode: null, vatNumber: null, city: null },
});

/** A document's project and contact, as far as the requester may see them. Of a contact out of reach only the name is shown. */
export async function recordsAround(
  unit: UnitOfWork,
  { organizationId, projectId, contactId }: Document,
  visibility: RunVisibility,
): Promise<{ project: Project | null; contact: ShownContact | null }> {
  const contact = await unit.find(Contact, organizationId, contactId);
  return {
    project: visibility.project ? await unit.find(Project, organizationId, projectId) : null,
    contact: contact && (visibility.contact ? contact : nameOnly(contact)),
  };
}
