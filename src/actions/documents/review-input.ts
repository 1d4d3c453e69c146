import { BillOfQuantities } from "../../db/entities/bill-of-quantities.js";
import { Contact } from "../../db/entities/contact.js";
import type { Document } from "../../db/entities/document.js";
import { Project } from "../../db/entities/project.js";
import { QuoteLink } from "../../db/entities/quote-link.js";
import { entriesWithCodes } from "../../db/prices/prices-of-codes.js";
import { flattenLines } from "../../domain/bill/bill.js";
import { offersTheSame } from "../../domain/documents/quote-line.js";
import type { LineItem } from "../../domain/documents/revision.js";
import { isEmailAddress } from "../../domain/messages/mail.js";
import type { LinkedBillLine, ReviewInput } from "../../domain/review/input.js";
import { isBlank } from "../../domain/text/blank.js";
import type { ActionContext } from "../context.js";
import { usableChannels } from "../inbox/outgoing.js";
import { wasDraftedByModel } from "./ai-runs.js";
import { visibleLinks } from "./visible-links.js";

/** The most names of other records that a document is searched for. */
const maxOtherNames = 300;

/** The input of a document's fixed checks. Of other records, it has only those that the caller may see. */
export async function readReviewInput(ctx: ActionContext, document: Document): Promise<ReviewInput> {
  const project = await ctx.follow(Project, document.projectId);
  const aiUsed = await wasDraftedByModel(ctx, document.id);
  const contact = await contactOf(ctx, document);
  return {
    document: { ...document, totals: document.figures.totals },
    contact,
    project,
    linkedBillLines: await linkedBillLines(ctx, document),
    priceBook: await priceBookOf(ctx, document),
    ownIban: (await ctx.organization()).iban,
    sendsPec: contact?.role === "other" && ctx.may("contacts:view") && (await usableChannels(ctx)).has("pec"),
    ...(await namesAround(ctx, document)),
    otherMunicipalities: await otherMunicipalities(ctx, project),
    aiUsed,
    issuedEngagements: aiUsed ? await issuedEngagements(ctx, document) : [],
    ...localDay(ctx),
  };
}

/** The organization's calendar day. */
export const localDay = (ctx: ActionContext): Pick<ReviewInput, "today" | "timezone"> => ({
  today: ctx.dayOf(ctx.now),
  timezone: ctx.caller.timezone,
});

/**
 * The counterparty. A caller who may not see contacts learns nothing from its notes and of its tax codes, and of a wrong address only that it
 * is wrong.
 */
async function contactOf(ctx: ActionContext, { contactId }: Document): Promise<ReviewInput["contact"]> {
  const contact = await ctx.follow(Contact, contactId);
  if (contact === null || ctx.may("contacts:view")) return contact;
  const { name, role, company, phone } = contact;
  const withoutText = (address: string | null) =>
    !address || isBlank(address) || isEmailAddress(address) ? address : "…";
  const [email, pec] = [withoutText(contact.email), withoutText(contact.pec)];
  // Treated as present, so that the check doesn't reveal whether there is one.
  return { name, role, company, phone, email, pec, taxCode: "…", vatNumber: null, city: null, notes: null };
}

/** The latest price of each of the document's codes, and its unit, in the price books of the organization and of the document's project. */
async function priceBookOf(ctx: ActionContext, { lineItems, projectId }: Document): Promise<ReviewInput["priceBook"]> {
  if (!ctx.may("price_books:view")) return new Map();
  const codes = lineItems.flatMap(({ code }) => code || []);
  const prices = await entriesWithCodes(ctx.query, projectId, codes);
  return new Map(prices.map(({ code, unit, price }) => [code, { unit, price }]));
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

/**
 * The names of who takes part in the document's project, and of the newest clients that have no part in it or the document. The project
 * is read here once more: a caller who may not see it must not be warned of its own client.
 */
async function namesAround(
  ctx: ActionContext,
  { contactId, projectId }: Document,
): Promise<Pick<ReviewInput, "projectParties" | "otherContactNames">> {
  if (!ctx.may("contacts:view")) return { projectParties: [], otherContactNames: [] };
  const rows = await ctx.query<{ names: string[]; isParty: boolean }>(
    `with party as (
       select client_contact_id as id from project where organization_id = $1 and id = $3 and client_contact_id is not null
       union select contact_id from project_contact where organization_id = $1 and project_id = $3)
     (select array[name, coalesce(company, '')] as names, true as "isParty" from contact
      where organization_id = $1 and id in (select id from party) order by id limit ${maxOtherNames})
     union all
     (select array[name], false from contact
      where organization_id = $1 and role = 'client' and id is distinct from $2 and id not in (select id from party)
      order by id desc limit ${maxOtherNames})`,
    contactId,
    projectId,
  );
  const namesOf = (isParty: boolean) => rows.filter((row) => row.isParty === isParty).flatMap(({ names }) => names);
  return { projectParties: namesOf(true), otherContactNames: namesOf(false) };
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
