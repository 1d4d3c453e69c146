import { z } from "zod";
import { searchPrices } from "../../db/prices/search-prices.js";
import { snippet } from "../../db/search/snippet.js";
import { withoutFormsOfAddress } from "../../domain/contacts/forms-of-address.js";
import { nationalNumber } from "../../domain/contacts/national-number.js";
import { submissionName } from "../../domain/italian-names.js";
import { singleSpaced } from "../../domain/text/normalized.js";
import { shortened } from "../../domain/text/shortened.js";
import type { SubmissionKind } from "../../domain/vocabulary.js";
import { defineAction } from "../action.js";
import type { ActionContext } from "../context.js";
import { caution, othersWords } from "../inbox/others-texts.js";
import { requiredNote } from "../schemas.js";
import { namedByCommonWords } from "./by-common-words.js";
import { documentsByNumber } from "./by-number.js";
import { describeProjects, type Found, findRecords } from "./find-records.js";
import { type Folded, foldByProject, isNumber } from "./fold.js";
import { type Group, groups, type Hits, mostHits, type RecordGroup } from "./groups.js";
import { searchReachOf } from "./search-reach.js";

/** How much of an entry's description its title has. */
const maxTitleChars = 100;

export const searchRecords = defineAction({
  name: "search_records",
  title: { en: "Search records", it: "Cerca in tutto l'archivio" },
  description:
    "Searches projects, contacts, threads with their messages, documents, tasks, reminders, submissions, bills of quantities and price-book entries, in Italian. Other word forms, missing accents, parts of words and one typo still match. Also finds document numbers (preventivo 3: this year's 2026/0003 first), codes, protocol and phone numbers, and e-mail addresses. Returns the ten best of each kind, best first; a number also finds its project, and further hits of the same project are folded into the best. Contacts, threads and documents of a kind that the caller may not view match by title only, and show that and the project.",
  area: "projects",
  permissions: ["projects:view"],
  effect: "read",

  input: z.strictObject({ query: requiredNote("what to search for") }),
  result: z.object({
    query: z.string(),
    ...groups,
    omitted: z.array(z.string()).describe("kinds that the caller can't search"),
    caution: caution.unwrap().optional(),
  }),

  async run({ query }, ctx) {
    const reach = await searchReachOf(ctx);
    const words = nationalNumber(query);
    const isOfNumber = isNumber(words);
    const { found: indexed, hasPrices } = await findNamed(ctx, words, reach, isOfNumber);
    const found = await withSubmissionTitles(ctx, indexed);
    const numbered = await documentsByNumber(ctx, query, reach, found[0]?.score ?? 1);
    const ids = new Set(numbered.map(({ id }) => id));
    const hits = isOfNumber
      ? await numberHits(ctx, found, words)
      : found.length > 0
        ? found
        : await namedByCommonWords(ctx, query, reach);
    const of = (group: RecordGroup) => hits.filter((hit) => hit.group === group).slice(0, mostHits);
    const searched = new Set<Group>(reach.searched.map(({ group }) => group));
    // A guest reaches no contacts: they belong to no project.
    if (reach.projects !== null) searched.delete("contacts");
    const seesPrices = ctx.reachOf("price_books:view") === "organization";
    if (seesPrices) searched.add("entries");
    const threads = of("threads");
    return {
      query,
      projects: of("projects").map((project) => ({ ...project, clientContactId: project.contactId })),
      contacts: of("contacts"),
      threads,
      documents: [...numbered, ...of("documents").filter(({ id }) => !ids.has(id))].slice(0, mostHits),
      tasks: of("tasks"),
      reminders: of("reminders"),
      submissions: of("submissions"),
      bills: of("bills"),
      entries: seesPrices && hasPrices ? await entryHits(ctx, query) : [],
      omitted: (Object.keys(groups) as Group[]).filter((group) => !searched.has(group)),
      ...(threads.length > 0 && { caution: othersWords }),
    };
  },
});

/** A contact that has all words scores about as much as the best one that has those without the form of address; one that lacks some, less. */
const allWordsShare = 0.8;

/**
 * What words find. Few contacts have the form of address in their names with which people speak of them: unless one has all words, the
 * words without it are sought.
 */
async function findNamed(
  ...[ctx, words, reach, isOfNumber]: Parameters<typeof findRecords>
): ReturnType<typeof findRecords> {
  const asWritten = await findRecords(ctx, words, reach, isOfNumber);
  const names = withoutFormsOfAddress(words);
  if (names === words) return asWritten;
  const byNames = await findRecords(ctx, names, reach, isOfNumber);
  const [whole, named] = [bestContact(asWritten.found), bestContact(byNames.found)];
  return byNames.found.length === 0 || (whole > 0 && whole >= allWordsShare * named) ? asWritten : byNames;
}

const bestContact = (found: Found[]): number => found.find(({ group }) => group === "contacts")?.score ?? 0;

/** The hits of a number, folded, and the projects to which they lead. */
async function numberHits(ctx: ActionContext, found: Found[], number: string): Promise<Folded[]> {
  const { hits, led } = foldByProject(found, number);
  const projects = await describeProjects(ctx, [...led.keys()].slice(0, mostHits));
  const leading = projects.map(({ id, title, contactId }): Folded => {
    const by = led.get(id) as Folded;
    const snippet = [by.title, by.snippet].filter(Boolean).join(" – ");
    return { ...by, group: "projects", id, title, snippet, projectId: id, contactId };
  });
  return [...hits, ...leading].sort((a, b) => b.score - a.score);
}

async function entryHits(ctx: ActionContext, query: string): Promise<Hits["entries"]> {
  const found = await searchPrices(ctx.query, query, { category: null, allWords: true }, mostHits);
  return found.map(({ id, code, description, score, bookId, bookProjectId }) => ({
    id,
    title: [code, firstWords(description)].filter(Boolean).join(" "),
    snippet: snippet(description, []),
    score,
    bookId,
    projectId: bookProjectId,
  }));
}

const firstWords = (description: string): string => shortened(singleSpaced(description), maxTitleChars);

/** The index calls a submission without a protocol number `integration 2026-11-20`, by the day of UTC. */
const nameInIndex = /^[a-z]+ \d{4}-\d{2}-\d{2}$/;

/** Gives submissions without a protocol number an Italian title, with the organization's day of the filing. */
async function withSubmissionTitles(ctx: ActionContext, found: Found[]): Promise<Found[]> {
  const unnumbered = found.filter(({ group, title }) => group === "submissions" && nameInIndex.test(title));
  if (unnumbered.length === 0) return found;
  const rows = await ctx.query<{ id: string; kind: SubmissionKind; submittedAt: Date }>(
    `select id, kind, submitted_at as "submittedAt" from submission
     where organization_id = $1 and id = any ($2) and protocol_number is null`,
    unnumbered.map(({ id }) => id),
  );
  const titles = new Map(
    rows.map(({ id, kind, submittedAt }) => [id, submissionName(kind, submittedAt, ctx.caller.timezone)]),
  );
  return found.map((hit) => ({ ...hit, title: titles.get(hit.id) ?? hit.title }));
}
