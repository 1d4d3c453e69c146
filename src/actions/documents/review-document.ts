import { z } from "zod";
import { aiSettings } from "../../db/ai-settings.js";
import { BillOfQuantities } from "../../db/entities/bill-of-quantities.js";
import { Contact } from "../../db/entities/contact.js";
import { Document } from "../../db/entities/document.js";
import { Project } from "../../db/entities/project.js";
import { QuoteLink } from "../../db/entities/quote-link.js";
import { entriesWithCodes } from "../../db/search/price-entries.js";
import { flattenLines } from "../../domain/bill.js";
import { notFound } from "../../domain/errors.js";
import { readabilityLevels } from "../../domain/gulpease.js";
import { mayAskModel } from "../../domain/permissions.js";
import { offersTheSame } from "../../domain/quote-line.js";
import type { LinkedBillLine } from "../../domain/review/input.js";
import { mergeReview } from "../../domain/review/model-findings.js";
import { reviewDocument } from "../../domain/review/review-document.js";
import type { LineItem } from "../../domain/revision.js";
import { wholeDay } from "../../domain/time.js";
import { defineAction } from "../action.js";
import type { ActionContext } from "../context.js";
import { findingResult } from "./ai-run-results.js";
import { findRun, requestRun, wasDraftedByModel } from "./ai-runs.js";
import { docId } from "./fields.js";
import { visibleLinks } from "./visible-links.js";

export const reviewDocumentAction = defineAction({
  name: "review_document",
  title: { en: "Review a document before issuing it", it: "Esamina un documento" },
  description:
    "Checks a document for unclear prices, missing details, legal and formal faults and readability, by fixed checks and the configured language model. Changes nothing. Who may only read gets the fixed checks alone.",
  area: "documents",
  permissions: ["documents:view"],
  effect: "ask",

  input: z.strictObject({ docId }),
  result: z.object({
    docId: z.string(),
    ready: z.boolean().describe("false where a finding is an error"),
    score: z.number().describe("0–100"),
    readability: z.object({
      index: z.literal("gulpease"),
      value: z.number().nullable(),
      level: z.enum(readabilityLevels),
    }),
    findings: z.array(findingResult),
    model: z.string().nullable().describe("the language model that added findings; null: the fixed checks alone"),
    omitted: z
      .array(z.string())
      .default([])
      .describe("`model`: the caller may only read, so no language model was asked"),
    workflowId: z.string().optional().describe("the model is still at it: get_document shows the outcome"),
  }),

  async run({ docId }, ctx) {
    const document = await ctx.load(Document, { docId });
    const project = await ctx.follow(Project, document.projectId);
    const aiUsed = await wasDraftedByModel(ctx, document.id);
    const review = reviewDocument({
      document: { ...document, totals: document.totals },
      contact: await ctx.follow(Contact, document.contactId),
      project,
      linkedBillLines: await linkedBillLines(ctx, document),
      priceBook: await priceBookOf(ctx, document),
      otherContactNames: await otherClients(ctx, document, project),
      otherMunicipalities: await otherMunicipalities(ctx, project),
      aiUsed,
      issuedEngagements: aiUsed ? await issuedEngagements(ctx, document) : [],
      today: wholeDay(ctx.now, ctx.caller.timezone),
      timezone: ctx.caller.timezone,
    });
    const fixed = { docId: document.id, ...review, model: null };
    if (!mayAskModel(ctx.caller)) return { ...fixed, omitted: ["model"] };
    const hasModel = (await aiSettings(ctx.query, ctx.config)) !== null;
    const workflowId = hasModel ? await requestRun(ctx, document, "review", null) : null;
    return { ...fixed, omitted: [], ...(workflowId === null ? {} : { workflowId }) };
  },

  finish: {
    awaits: ({ workflowId }) => workflowId ?? null,
    async read({ workflowId = "", ...fixed }, ctx) {
      const run = await findRun(ctx, workflowId);
      if (!run) throw notFound("docId", fixed.docId);
      return run.status === "done" ? { ...fixed, ...mergeReview(fixed, run.findings ?? []), model: run.model } : fixed;
    },
  },
});

/** The latest price of each code in the books that hold for the document, the organization's and its project's, where the caller may see them. */
async function priceBookOf(ctx: ActionContext, { lineItems, projectId }: Document): Promise<Map<string, number>> {
  if (!ctx.may("price_books:view")) return new Map();
  const codes = lineItems.flatMap(({ code }) => code || []);
  const prices = await entriesWithCodes(ctx.query, projectId, codes);
  return new Map(prices.map(({ code, price }) => [code, price]));
}

/** The texts of the newest engagement letters issued to the document's contact, where the caller may see them. */
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

const mostOthers = 300;

/** The newest clients that have no part in the document or its project, where the caller may see the organization's contacts. */
async function otherClients(ctx: ActionContext, document: Document, project: Project | null): Promise<string[]> {
  if (!ctx.may("contacts:view")) return [];
  const rows = await ctx.query<{ name: string }>(
    `select c.name from contact c
     where c.organization_id = $1 and c.role = 'client' and c.id is distinct from $2 and c.id is distinct from $3
       and not exists (select from project_contact p where p.organization_id = $1 and p.project_id = $4 and p.contact_id = c.id)
     order by c.id desc limit ${mostOthers}`,
    document.contactId,
    project?.clientContactId ?? null,
    document.projectId,
  );
  return rows.map(({ name }) => name);
}

/** The municipalities of the newest projects, where the caller may see the organization's projects. */
async function otherMunicipalities(ctx: ActionContext, project: Project | null): Promise<string[]> {
  if (!ctx.may("projects:view") || !project?.municipality) return [];
  const rows = await ctx.query<{ municipality: string }>(
    `select distinct municipality from
       (select municipality from project where organization_id = $1 and municipality <> '' order by id desc limit ${mostOthers}) newest`,
  );
  return rows.map(({ municipality }) => municipality).sort();
}

/** The bill lines that the document's lines are linked to, as far as the caller may see bills. */
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
 * What is known of a pair. Another price or quantity is just what the checks are to find; a line with other words is not surely the one
 * that was linked. The bill's lines keep their links by their index, so a changed one is compared as it is now, and told.
 */
function sinceLinked(
  { stale, docLineStale, docLineFingerprint }: QuoteLink,
  item: LineItem,
): LinkedBillLine["sinceLinked"] {
  if (docLineStale && docLineFingerprint !== null && !offersTheSame(docLineFingerprint, item)) return "unclear";
  return stale || docLineStale ? "changed" : "same";
}
