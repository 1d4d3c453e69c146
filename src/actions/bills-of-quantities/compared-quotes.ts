import { comparedLinks, comparedQuotes } from "../../db/compared-quotes.js";
import type { BillOfQuantities } from "../../db/entities/bill-of-quantities.js";
import { Document } from "../../db/entities/document.js";
import type { ComparedLink, ComparedQuote } from "../../domain/documents/quote-offers.js";
import { unprocessable } from "../../domain/errors.js";
import { shortened } from "../../domain/text/shortened.js";
import type { ActionContext } from "../context.js";

/** An answer with more quotes would be tens of megabytes. */
const maxLinks = 100_000;

/**
 * The quotes that are linked to a bill, as far as the caller may read them.
 * @param docIds only these
 * @throws not_found for a document that the caller doesn't reach; unprocessable for one that isn't a quote or not linked
 */
export async function linkedQuotes(ctx: ActionContext, bill: BillOfQuantities, docIds?: string[]): Promise<string[]> {
  const reach = ctx.reachOf("documents:view");
  if (docIds === undefined && reach === "none") return [];
  const linked = await ctx.query<{ docId: string }>(
    `select d.id as "docId" from document d
     where d.organization_id = $1
       and exists (select from quote_link l where l.organization_id = $1 and l.doc_id = d.id and l.computo_id = $2)
       and ($3::uuid is null or exists (select from project_share s
         where s.organization_id = $1 and s.project_id = d.project_id and s.user_id = $3))
     order by d.id`,
    bill.id,
    reach === "shared" ? ctx.caller.userId : null,
  );
  if (docIds === undefined) return linked.map(({ docId }) => docId);
  const known = new Set(linked.map(({ docId }) => docId));
  const named: Document[] = [];
  for (const docId of docIds) named.push(await ctx.load(Document, { docIds: docId }));
  for (const { id, title, kind } of named) {
    if (kind !== "preventivo")
      throw unprocessable(`docIds has ${id}, a document of kind ${kind}; only quotes (preventivo) are compared.`);
    if (!known.has(id))
      throw unprocessable(
        `The quote ${id}, "${shortened(title, 80)}", isn't linked to this bill; link its lines with link_quote_line first.`,
      );
  }
  return [...new Set(named.map(({ id }) => id))];
}

/** The quotes to compare, with their links to the bill. @throws as `linkedQuotes`; unprocessable for too many */
export async function readCompared(
  ctx: ActionContext,
  bill: BillOfQuantities,
  docIds?: string[],
): Promise<{ quotes: ComparedQuote[]; links: ComparedLink[] }> {
  const ids = await linkedQuotes(ctx, bill, docIds);
  const links = await comparedLinks(ctx.query, bill.id, ids, maxLinks + 1);
  if (links.length > maxLinks)
    throw unprocessable(
      `The quotes have more than ${maxLinks.toLocaleString("en")} links to this bill; name those to compare in docIds.`,
    );
  ctx.spend(links.length * 100);
  return { quotes: await comparedQuotes(ctx.query, ids, ctx.now, ctx.caller.timezone), links };
}
