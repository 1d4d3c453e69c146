import { BillOfQuantities } from "../../db/entities/bill-of-quantities.js";
import { Contact } from "../../db/entities/contact.js";
import type { Document } from "../../db/entities/document.js";
import { Project } from "../../db/entities/project.js";
import { QuoteLink } from "../../db/entities/quote-link.js";
import { entriesWithCodes } from "../../db/search/price-entries.js";
import { flattenLines } from "../../domain/bill.js";
import { isEmailAddress } from "../../domain/mail.js";
import { offersTheSame } from "../../domain/quote-line.js";
import type { LinkedBillLine, ReviewInput } from "../../domain/review/input.js";
import type { LineItem } from "../../domain/revision.js";
import { wholeDay } from "../../domain/time.js";
import type { ActionContext } from "../context.js";
import { wasDraftedByModel } from "./ai-runs.js";
import { visibleLinks } from "./visible-links.js";

/** The most names of other records that a document is checked for. */
const maxOtherNames = 300;

/** What the fixed checks of a document need. Of other records, only those that the caller may see. */
export async function readReviewInput(ctx: ActionContext, document: Document): Promise<ReviewInput> {
  const project = await ctx.follow(Project, document.projectId);
  const aiUsed = await wasDraftedByModel(ctx, document.id);
  return {
    document: { ...document, totals: document.totals },
    contact: await contactOf(ctx, document),
    project,
    linkedBillLines: await linkedBillLines(ctx, document),
    priceBook: await priceBookOf(ctx, document),
    otherContactNames: await otherClientNames(ctx, document, project),
    otherMunicipalities: await otherMunicipalities(ctx, project),
    aiUsed,
    issuedEngagements: aiUsed ? await issuedEngagements(ctx, document) : [],
    today: wholeDay(ctx.now, ctx.caller.timezone),
    timezone: ctx.caller.timezone,
  };
}

/** The counterparty. A caller who may not see contacts learns nothing from its notes, and of a wrong address only that it is wrong. */
async function contactOf(ctx: ActionContext, { contactId }: Document): Promise<ReviewInput["contact"]> {
  const contact = await ctx.follow(Contact, contactId);
  if (contact === null || ctx.may("contacts:view")) return contact;
  const { name, role, company, phone } = contact;
  const withoutText = (address: string | null) => (!address || isEmailAddress(address) ? address : "…");
  return { name, role, company, phone, email: withoutText(contact.email), pec: withoutText(contact.pec), notes: null };
}

/** The latest price of each of the document's codes, in the price books of the organization and of the document's project. */
async function priceBookOf(ctx: ActionContext, { lineItems, projectId }: Document): Promise<Map<string, number>> {
  if (!ctx.may("price_books:view")) return new Map();
  const codes = lineItems.flatMap(({ code }) => code || []);
  const prices = await entriesWithCodes(ctx.query, projectId, codes);
  return new Map(prices.map(({ code, price }) => [code, price]));
}

/** The texts of the newest engagement letters issued to the document's contact. */
async function issuedEngagements(ctx: ActionContext, { contactId }: Document): Promise<string[]> {
  if (!ctx.may("documents:view") || contactId === null) return [];
  const letters = await ctx.query<{ text: string }>(
    `select concat_ws(E'\\n', r.content->>'body', r.content->>'notes') as text from document_revision r
     join document d on d.organization_id = r.organization_id and d.id = r.document_id
     where r.organization_id = $1 and d.contact_id = $2 and d.kind = 'engagement_letter' order by r.id desc limit 5`,
    contactId,
  );
  return letters.map(({ text }) => text);
}

/** The names of the newest clients that have no part in the document or its project. */
async function otherClientNames(ctx: ActionContext, document: Document, project: Project | null): Promise<string[]> {
  if (!ctx.may("contacts:view")) return [];
  const rows = await ctx.query<{ name: string }>(
    `select c.name from contact c
     where c.organization_id = $1 and c.role = 'client' and c.id is distinct from $2 and c.id is distinct from $3
       and not exists (select from project_contact p where p.organization_id = $1 and p.project_id = $4 and p.contact_id = c.id)
     order by c.id desc limit ${maxOtherNames}`,
    document.contactId,
    project?.clientContactId ?? null,
    document.projectId,
  );
  return rows.map(({ name }) => name);
}

/** The municipalities of the newest projects. */
async function otherMunicipalities(ctx: ActionContext, project: Project | null): Promise<string[]> {
  if (!ctx.may("projects:view") || !project?.municipality) return [];
  const rows = await ctx.query<{ municipality: string }>(
    `select distinct municipality from
       (select municipality from project where organization_id = $1 and municipality <> '' order by id desc limit ${maxOtherNames}) newest`,
  );
  return rows.map(({ municipality }) => municipality).sort();
}

/** The bill lines that the document's lines are linked to. */
async function linkedBillLines(ctx: ActionContext, document: Document): Promise<LinkedBillLine[]> {
  const links = visibleLinks(ctx, document, await ctx.all(QuoteLink, { docId: document.id }));
  const lines: LinkedBillLine[] = [];
  const billIds = new Set(links.map((link) => link.computoId));
  for (const billId of billIds) {
    const bill = await ctx.follow(BillOfQuantities, billId);
    const billLines = flattenLines(bill?.nodes ?? []);
    for (const link of links) {
      const { computoId, computoLineIndex, docLineIndex } = link;
      const line = computoId === billId && computoLineIndex !== null ? billLines[computoLineIndex] : undefined;
      const item = docLineIndex === null ? undefined : document.lineItems[docLineIndex];
      if (!line || !item || docLineIndex === null) continue;
      const { unitPrice, quantity, node } = line;
      const { listPrice = null, unit = null } = node;
      lines.push({ docLineIndex, unitPrice, quantity, listPrice, unit, sinceLinked: sinceLinked(link, item) });
    }
  }
  return lines;
}

/**
 * How a pair of linked lines has changed. A document line with other words may no longer be the one that was linked: `unclear`. Other
 * prices or quantities are what the checks look for. Bill lines keep their links by index, so a changed one is compared as it is now:
 * `changed`.
 */
function sinceLinked(
  { stale, docLineStale, docLineFingerprint }: QuoteLink,
  item: LineItem,
): LinkedBillLine["sinceLinked"] {
  if (docLineStale && docLineFingerprint !== null && !offersTheSame(docLineFingerprint, item)) return "unclear";
  return stale || docLineStale ? "changed" : "same";
}
