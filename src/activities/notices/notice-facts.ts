import type { UnitOfWork } from "../../db/unit-of-work.js";
import { italianDate, withArticle } from "../../domain/calendar/italian-dates.js";
import { documentName, submissionKindNames } from "../../domain/italian-names.js";
import type { DocumentKind, ProjectType, SubmissionKind } from "../../domain/vocabulary.js";
import { euro } from "../pdf/italian.js";
import { peopleOf } from "./people.js";

/** The records that a notice is about. */
interface Around {
  organizationId: string;
  projectId: string | null;
  submissionId?: string | null;
  /** that of a sent document's follow-up */
  reminderId?: string | null;
  contactId?: string | null;
}

/** What a notice says of the records around it, so that it is understood without looking anything up. */
export interface NoticeFacts {
  /** the firm, by its legal name where it has one: a person may belong to several */
  firm: string;
  /** the firm's */
  timezone: string;
  projectName: string | null;
  projectType: ProjectType | null;
  municipality: string | null;
  projectProtocol: string | null;
  clientName: string | null;
  contactName: string | null;
  submissionKind: SubmissionKind | null;
  submittedAt: Date | null;
  submissionProtocol: string | null;
  documentKind: DocumentKind | null;
  documentNumber: string | null;
  documentTitle: string | null;
  /** with VAT, in euro */
  total: number | null;
  recipient: string | null;
  recipientPhone: string | null;
  sentTo: string | null;
  sentAt: Date | null;
}

/** One query, since at 08:30 many notices are written at once. A guest may not see contacts, and isn't told their names and phones. */
const factsQuery = `
  select coalesce(nullif(trim(o.legal_name), ''), o.name) as firm, o.timezone,
    p.name as "projectName", p.type as "projectType", p.municipality, p.protocol_number as "projectProtocol",
    c.name as "clientName", w.name as "contactName",
    s.kind as "submissionKind", s.submitted_at as "submittedAt", s.protocol_number as "submissionProtocol",
    r.content->>'kind' as "documentKind", r.number as "documentNumber", r.content->>'title' as "documentTitle",
    (r.content->'totals'->>'total')::float8 as total,
    case when reader.user_id is null then r.content->'counterparty'->>'name' end as recipient,
    case when reader.user_id is null then r.content->'counterparty'->>'phone' end as "recipientPhone",
    m.to_address as "sentTo", m.handed_over_at as "sentAt"
  from organization o
  left join membership reader on reader.organization_id = o.id and reader.user_id = $2 and reader.role = 'guest'
  left join project p on p.organization_id = o.id and p.id = $3
  left join contact c on c.organization_id = o.id and c.id = p.client_contact_id and reader.user_id is null
  left join contact w on w.organization_id = o.id and w.id = $6 and reader.user_id is null
  left join submission s on s.organization_id = o.id and s.id = $4
  left join delivery d on d.organization_id = o.id and d.reminder_id = $5
  left join document_revision r on r.organization_id = o.id and r.id = d.revision_id
  left join message m on m.organization_id = o.id and m.id = d.message_id
  where o.id = $1 order by d.n desc limit 1`;

/** The addresses of whom a notice goes to, as `peopleOf` finds them, and the facts as far as they may see them. */
export async function addressesAndFacts(
  unit: UnitOfWork,
  { organizationId, projectId, submissionId, reminderId, contactId }: Around,
  userId: string | null,
): Promise<{ addresses: string[]; facts: NoticeFacts }> {
  const { reader, addresses } = await peopleOf(unit, { organizationId, projectId }, userId);
  const ids = [organizationId, reader, projectId, submissionId, reminderId, contactId].map((id) => id ?? null);
  const [facts] = await unit.query<NoticeFacts>(factsQuery, ids);
  if (!facts) throw new Error(`no organization ${organizationId}`);
  return { addresses, facts };
}

const joined = (parts: (string | null | false)[], separator: string): string => parts.filter(Boolean).join(separator);

/** The document that was sent, e.g. `Preventivo n. 2026/0001: Villa Rossi, 1.234,00 € in tutto`. */
function documentLine({ documentKind, documentNumber, documentTitle, total }: NoticeFacts): string {
  if (documentKind === null) return "";
  return `Documento: ${documentName(documentKind, documentNumber, documentTitle)}${total ? `, ${euro(total)} in tutto` : ""}`;
}

function sentLine({ recipient, sentTo, sentAt, timezone }: NoticeFacts): string {
  if (sentTo === null) return "";
  return `Destinatario: ${joined([recipient, recipient ? `(${sentTo})` : sentTo], " ")}${sentAt ? `, inviato ${withArticle("il", italianDate(sentAt, timezone))}` : ""}`;
}

function submissionLine(facts: NoticeFacts): string {
  const { submissionKind, submittedAt, submissionProtocol, projectProtocol, timezone } = facts;
  if (submissionKind === null || submittedAt === null) {
    return projectProtocol ? `Protocollo: ${projectProtocol}` : "";
  }
  const filed = `${submissionKindNames[submissionKind]} ${withArticle("del", italianDate(submittedAt, timezone))}`;
  const protocol = submissionProtocol ?? projectProtocol;
  return joined([filed, protocol && `protocollo ${protocol}`], ", ");
}

/** A line for each of the records around: which project, of whom, what was filed or sent, and to whom. */
export const factLines = (facts: NoticeFacts): string[] =>
  [
    facts.projectName && `Pratica: ${joined([facts.projectName, facts.municipality], ", ")}`,
    facts.clientName && `Cliente: ${facts.clientName}`,
    submissionLine(facts),
    documentLine(facts),
    sentLine(facts),
    facts.recipientPhone && `Telefono: ${facts.recipientPhone}`,
  ].filter((line): line is string => Boolean(line));
