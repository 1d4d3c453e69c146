import { Contact } from "../../db/entities/contact.js";
import type { Document } from "../../db/entities/document.js";
import { DocumentRevision } from "../../db/entities/document-revision.js";
import { Project } from "../../db/entities/project.js";
import { formOf } from "../../domain/contacts/forms-of-address.js";
import { withSubtotals } from "../../domain/documents/document-sections.js";
import { lineVatOf } from "../../domain/documents/line-vat.js";
import {
  canonicalJson,
  type Issuer,
  partyDetails,
  type RevisionContent,
  revisionSha256,
} from "../../domain/documents/revision.js";
import { amountEuro } from "../../domain/money.js";
import type { FormOfAddress } from "../../domain/vocabulary.js";
import type { ActionContext } from "../context.js";

/**
 * The part of a revision that comes from the document and its records. The other part is the time, author and number of the issue.
 */
type OwnContent = Omit<RevisionContent, "revision" | "number" | "issuedAt" | "timezone" | "issuer">;

/**
 * Freezes the document's current content as its next revision, and marks the document as issued. The first revision takes the next
 * number of its kind and year; the counter is locked, so that no number is skipped.
 */
export async function freeze(ctx: ActionContext, document: Document): Promise<DocumentRevision> {
  const timezone = ctx.caller.timezone;
  const ownContent = await readOwnContent(ctx, document);
  const issuer = await issuerOf(ctx);
  const number = document.number ?? (await nextNumber(ctx, document, Number(ctx.dayOf(ctx.now).slice(0, 4))));
  const revision = document.latestRevision + 1;
  const content: RevisionContent = {
    revision,
    number,
    issuedAt: ctx.now.toISOString(),
    timezone,
    ...ownContent,
    issuer,
  };
  ctx.update(document, { status: "issued", number, latestRevision: revision });
  return ctx.insert(DocumentRevision, {
    documentId: document.id,
    revision,
    number,
    issuedAt: ctx.now,
    sha256: revisionSha256(content),
    content,
  });
}

/**
 * The document's current content as its next revision would have it; nothing is written, and no number is taken. The contact and the project
 * aren't part of the document until it is frozen, so callers who may not view them don't get them.
 */
export async function draftContent(ctx: ActionContext, document: Document): Promise<RevisionContent> {
  const { counterparty, project, ...content } = await readOwnContent(ctx, document);
  return {
    revision: document.latestRevision + 1,
    number: document.number ?? "BOZZA",
    issuedAt: ctx.now.toISOString(),
    timezone: ctx.caller.timezone,
    ...content,
    counterparty: ctx.sees("contacts") ? counterparty : null,
    project: ctx.sees("projects") ? project : null,
    issuer: await issuerOf(ctx),
  };
}

/** The latest revision, if it has the document's current content; else null. */
export async function unchangedRevision(ctx: ActionContext, document: Document): Promise<DocumentRevision | null> {
  const latest = await latestRevision(ctx, document);
  if (!latest) return null;
  const { revision, number, issuedAt, timezone, issuer, ...frozen } = latest.content;
  return canonicalJson(frozen) === canonicalJson(await readOwnContent(ctx, document)) ? latest : null;
}

/**
 * The latest revision, if the document's own content differs from it now; else null. The data of its contact and project don't count: they
 * keep changing, and the client's answer is about what was offered.
 */
export async function changedSince(ctx: ActionContext, document: Document): Promise<DocumentRevision | null> {
  const latest = await latestRevision(ctx, document);
  if (!latest) return null;
  const { revision, number, issuedAt, timezone, issuer, counterparty, project, ...frozen } = latest.content;
  return canonicalJson(frozen) === canonicalJson(ownWords(document)) ? null : latest;
}

export async function latestRevision(ctx: ActionContext, document: Document): Promise<DocumentRevision | null> {
  const [latest] = await ctx.all(DocumentRevision, { documentId: document.id, revision: document.latestRevision });
  return latest ?? null;
}

async function readOwnContent(ctx: ActionContext, document: Document): Promise<OwnContent> {
  const contact = await ctx.follow(Contact, document.contactId);
  const project = await ctx.follow(Project, document.projectId);
  return {
    ...ownWords(document),
    counterparty: contact && {
      name: contact.name,
      company: contact.company,
      email: contact.email,
      pec: contact.pec,
      phone: contact.phone,
      ...partyDetails(contact),
      ...formByRole(contact),
    },
    project: project && { name: project.name, address: project.address, municipality: project.municipality },
  };
}

/** How a contact is addressed where only its role tells it, which revisions don't hold. */
function formByRole({ name, company, formOfAddress, role }: Contact): { formOfAddress?: FormOfAddress } {
  const form = formOf({ name, company, formOfAddress, role });
  return form === formOf({ name, company, formOfAddress }) ? {} : { formOfAddress: form };
}

function ownWords(document: Document): Omit<OwnContent, "counterparty" | "project"> {
  const { kind, title, body, discountPct, vatPct, notes } = document;
  const { totals, vatByRate } = document.figures;
  const sections = withSubtotals(document.sections, document.lineItems);
  return {
    kind,
    title,
    body,
    lineItems: document.lineItems.map((item) => ({ ...item, amount: amountEuro(item.qty, item.price) })),
    ...(sections.length > 0 ? { sections } : {}),
    discountPct,
    vatPct,
    totals,
    ...(lineVatOf(document.lineItems).length > 0 ? { vatByRate } : {}),
    notes,
    validUntil: document.validUntil?.toISOString() ?? null,
  };
}

async function issuerOf(ctx: ActionContext): Promise<Issuer> {
  const { name, legalName, vatNumber, taxCode, address, email, pec, phone, ...rest } = await ctx.organization();
  const { professionalOrder, iban, signature } = rest;
  const [row] = await ctx.query<Pick<Issuer, "logo">>("select logo from organization where id = $1");
  const logo = row?.logo ?? null;
  return { name, legalName, vatNumber, taxCode, address, email, pec, phone, professionalOrder, iban, signature, logo };
}

async function nextNumber(ctx: ActionContext, { kind }: Document, year: number): Promise<string> {
  const [counter] = await ctx.execute<{ last: number }>(
    `insert into document_counter (organization_id, kind, year, last) values ($1, $2, $3, 1)
     on conflict (organization_id, kind, year) do update set last = document_counter.last + 1 returning last`,
    kind,
    year,
  );
  return `${year}/${String(counter?.last).padStart(4, "0")}`;
}
