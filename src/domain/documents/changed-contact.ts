import type { ContactDetails } from "../contacts/contact-details.js";
import { onOneLine, shortened } from "../text/shortened.js";
import type { Warning } from "../warning.js";
import { namesTaxIds } from "./document-kinds.js";
import { partyDetails, type RevisionContent } from "./revision.js";

/** Who a reader is, beside the ways to reach them and how they are addressed. */
const identity = ["name", "company", "address", "postalCode", "city", "province", "country"] as const;
const withTaxIds = [...identity, "taxCode", "vatNumber"] as const;

/**
 * That a revision which is sent shows its reader as they were when it was issued: under a former name, or without the tax code that was
 * found missing. Its mail greets them as they are now.
 */
export function changedContactWarnings(
  { counterparty: issuedTo, kind }: Pick<RevisionContent, "counterparty" | "kind">,
  contact: ContactDetails & { name: string; company: string | null },
): Warning[] {
  if (!issuedTo) return [];
  const present = { name: contact.name, company: contact.company, ...partyDetails(contact) };
  const changed = (namesTaxIds(kind) ? withTaxIds : identity).filter(
    (field) => (issuedTo[field] ?? null) !== (present[field] ?? null),
  );
  if (changed.length === 0) return [];
  const former = changed.map((field) => `${field} ${quoted(issuedTo[field])}, now ${quoted(present[field])}`);
  return [
    {
      code: "contact_changed",
      pointer: "/docId",
      detail: `The issued revision shows the contact as it was then: ${former.join("; ")}.`,
      suggestion:
        "If the client should read the present data, set the document to draft with set_document_status, issue it again, and send it.",
    },
  ];
}

const quoted = (value: string | null | undefined): string => (value ? `"${shortened(onOneLine(value), 80)}"` : "empty");
