import type { DocumentKind } from "../../domain/vocabulary.js";
import type { ActionContext } from "../context.js";
import { hasNumber, numberPattern } from "../documents/document-number.js";
import type { Found, SearchReach } from "./find-records.js";

const most = 5;
/** What people call the kinds of documents before a number; null: any of them. */
const called: Record<string, DocumentKind | null> = {
  preventivo: "preventivo",
  offerta: "preventivo",
  lettera: "letter",
  incarico: "engagement_letter",
  relazione: "report",
  perizia: "perizia",
  delega: "delegation",
  documento: null,
  doc: null,
};
const query =
  /^(?:(?!(?:n|nr|num|numero)[. ])(\p{L}+)\.? )?(?:(?:n|nr|num|numero)\.? ?|n° ?)?(\d{1,6}(?:\/\d{1,6})?)$/iu;

/**
 * The issued documents whose number is asked for, as people say it: `preventivo 3`, `n. 3`, `3/2026`. This year's first, then the
 * newest.
 * @param score what they get: that of the best hit
 */
export async function documentsByNumber(
  ctx: ActionContext,
  text: string,
  reach: SearchReach,
  score: number,
): Promise<Found[]> {
  const [, word = "", number] = query.exec(text.trim().replace(/\s+/g, " ")) ?? [];
  const kind = word === "" ? null : called[word.toLowerCase()];
  const isWhole = reach.searched.some(({ group, isTitle }) => group === "documents" && !isTitle);
  if (number === undefined || kind === undefined || !isWhole) return [];
  const rows = await ctx.query<Pick<Found, "id" | "title" | "projectId" | "contactId"> & { number: string }>(
    `select d.id, d.title, d.number, d.project_id as "projectId", d.contact_id as "contactId" from document d
     where d.organization_id = $1 and ${hasNumber("d", "$2")} and ($3::text is null or d.kind = $3)
       and ($4::uuid[] is null or d.project_id = any ($4::uuid[]))
     order by d.number desc, d.id desc limit ${most}`,
    numberPattern(number),
    kind,
    reach.projects,
  );
  return rows.map(({ number: found, ...document }) => ({
    ...document,
    group: "documents" as const,
    snippet: found,
    score,
    text: `${document.title} ${found}`,
  }));
}
