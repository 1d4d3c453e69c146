import { documentKindNames } from "../../domain/italian-names.js";
import { folded } from "../../domain/text/folded.js";
import { type DocumentKind, documentKinds } from "../../domain/vocabulary.js";
import type { ActionContext } from "../context.js";
import { hasNumber, numberPattern } from "../documents/document-number.js";
import type { Found } from "./find-records.js";
import type { SearchReach } from "./search-reach.js";

const most = 5;
/** What people call the kinds of documents before a number, beside the names that are printed on them. */
const alsoCalled: Record<DocumentKind, string[]> = {
  preventivo: ["offerta", "prev", "off"],
  letter: ["lett"],
  engagement_letter: ["incarico", "lettera di incarico", "lettera incarico", "lett d'incarico", "lett di incarico"],
  delegation: [],
  perizia: ["per"],
  report: ["rel"],
  plan: ["elaborato grafico", "tavola", "elab"],
  generic: ["doc"],
};
/** The kind that each name means; null: any of them, since all are documents. */
const called = new Map(
  documentKinds.flatMap((kind) =>
    [documentKindNames[kind].toLowerCase(), ...alsoCalled[kind]].map(
      (name) => [name, kind === "generic" ? null : kind] as const,
    ),
  ),
);
const connecting = new Set(
  "il lo la i gli le l un uno una di a da in con su per tra fra del dello della dei degli delle al allo alla d".split(
    " ",
  ),
);
/** What stands after each word of a name: a space, or the full stop of an abbreviation. */
const gap = "(?:\\. ?| )";
/** An abbreviation that is also a word, such as `per.`, is one with its full stop alone. */
const written = (name: string): string => name.replaceAll(" ", gap) + (connecting.has(name) ? "(?=\\.)" : "");
const before = "(?:(?:n|nr|num|numero)\\.? ?|n° ?)?";
/** With the dash of the PDFs' names beside a year alone: `3-5` isn't one number, and `2026-11-20` is a day. */
const number = "(\\d{4}-\\d{1,6}(?!-)|\\d{1,6}(?:\\/\\d{1,6}|-\\d{4})?)";
const alone = new RegExp(`^${before}${number}$`, "iu");
const named = new RegExp(
  `(?<![\\p{L}\\d])(${[...called.keys()].map(written).join("|")})${gap}${before}${number}(?![\\p{L}\\d/])`,
  "iu",
);
/** How many with the same number are looked through for the other words. */
const mostWithNumber = 50;

/**
 * The issued documents whose number is asked for, as people say it: `preventivo 3`, `n. 3`, `3/2026`, `il preventivo 3 di Bianchi`. This
 * year's first, then the newest; of other words one at least stands in the document's title, its project's or its contact's name.
 * @param score what they get: that of the best hit
 */
export async function documentsByNumber(
  ctx: ActionContext,
  text: string,
  reach: SearchReach,
  score: number,
): Promise<Found[]> {
  const asked = askedFor(asTyped(text));
  const isWhole = reach.searched.some(({ group, isTitle }) => group === "documents" && !isTitle);
  if (asked === null || !isWhole) return [];
  const found = await ctx.query<
    Pick<Found, "id" | "title" | "projectId" | "contactId"> & { number: string; of: string }
  >(
    `select d.id, d.title, d.number, d.project_id as "projectId", d.contact_id as "contactId",
       concat_ws(' ', d.title, p.name, case when $5 then c.name end) as of
     from document d left join project p on p.organization_id = d.organization_id and p.id = d.project_id
       left join contact c on c.organization_id = d.organization_id and c.id = d.contact_id
     where d.organization_id = $1 and ${hasNumber("d", "$2")} and ($3::text is null or d.kind = $3)
       and ($4::uuid[] is null or d.project_id = any ($4::uuid[]))
     order by d.number desc, d.id desc limit ${mostWithNumber}`,
    numberPattern(asked.number),
    asked.kind,
    reach.projects,
    ctx.sees("contacts"),
  );
  const matches = ({ of }: { of: string }) => asked.words.filter((word) => folded(of).includes(word)).length;
  const rows = asked.words.length === 0 ? found : found.filter(matches).sort((a, b) => matches(b) - matches(a));
  return rows.slice(0, most).map(({ number: found, of: _, ...document }) => ({
    ...document,
    group: "documents" as const,
    snippet: found,
    score,
    text: `${document.title} ${found}`,
  }));
}

interface Asked {
  kind: DocumentKind | null;
  number: string;
  /** what else is said of it */
  words: string[];
}

/** With single spaces, and the apostrophe of keyboards for those of phones and of printed texts. */
const asTyped = (text: string): string =>
  text
    .trim()
    .replace(/\s+/g, " ")
    .replace(/[’‘ʼ´`]/g, "'")
    .replaceAll("' ", "'");

/** Null where no number is asked for. */
function askedFor(text: string): Asked | null {
  const [, only] = alone.exec(text) ?? [];
  if (only !== undefined) return { kind: null, number: only, words: [] };
  const [all = "", word = "", place = ""] = named.exec(text) ?? [];
  if (all === "") return null;
  const words = folded(text.replace(all, " ")).match(/[\p{L}\d]+/gu) ?? [];
  return {
    kind: called.get(word.toLowerCase().replace(/\. ?/g, " ")) ?? null,
    number: place,
    words: words.filter((other) => !connecting.has(other)),
  };
}
