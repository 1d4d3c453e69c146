import { refreshSearch } from "../../db/search/backlog.js";
import { type Plan, relaxedPlan, strictPlan } from "../../db/search/plan.js";
import {
  type ReadingsOfRecords,
  type ReadRecordWords,
  readingsInAllForms,
  readingsOfRecords,
} from "../../db/search/readings.js";
import { snippet } from "../../db/search/snippet.js";
import { inKeys, inTitle } from "../../db/search/tsquery.js";
import type { Way } from "../../db/search/ways.js";
import type { ActionContext } from "../context.js";
import { kinds, mostHits, type RecordGroup } from "./groups.js";
import { kindsOf, type Searched, type SearchReach } from "./search-reach.js";

export interface Found {
  group: RecordGroup;
  id: string;
  title: string;
  /** null: the caller sees the title alone */
  snippet: string | null;
  projectId: string | null;
  contactId: string | null;
  score: number;
  /** what of it is searched; of a long one about 500 characters, unless all was asked for */
  text: string;
}

interface Row {
  kind: string;
  id: string;
  title: string;
  content: string | null;
  projectId: string | null;
  contactId: string | null;
  score: number;
}

function wordsWithin(ctx: ActionContext, words: string, { searched, projects }: SearchReach): ReadRecordWords {
  const seesAll =
    projects === null && searched.length === Object.keys(kinds).length && !searched.some(({ isTitle }) => isTitle);
  const names = kindsOf(searched);
  return readingsInAllForms(words, (words) =>
    readingsOfRecords(ctx.query, words, names, seesAll ? null : { projects }),
  );
}

const isMain = ({ group }: { group: RecordGroup }): boolean => kinds[group].hasTitles;

/**
 * The records that match words, best first. The groups that people look for, projects and their like, have the hits of the first step
 * that finds any of them; tasks and the others don't keep them from being found in a later one, and have hits of their own first step.
 * @param isOfNumber whether the words are a number: then hits have their whole texts, and are twice as many, since they are folded by project
 * @returns the hits, and whether there are prices to search beside
 */
export async function findRecords(
  ctx: ActionContext,
  words: string,
  reach: SearchReach,
  isOfNumber: boolean,
): Promise<{ found: Found[]; hasPrices: boolean }> {
  const read = wordsWithin(ctx, words, reach);
  let nearest = await read("nearest");
  if (nearest.isBehind) {
    await refreshSearch(ctx.query);
    nearest = await read("nearest");
  }
  const { hasPrices } = nearest;
  let main: Found[] = [];
  let further: Found[] = [];
  for await (const plan of plansFor(read, nearest)) {
    const sought = soughtOf(plan, reach).filter((one) => isMain(one) || further.length === 0);
    const hits = await search(ctx, plan, sought, reach.projects, isOfNumber);
    main = hits.filter(isMain);
    if (further.length === 0) further = hits.filter((hit) => !isMain(hit));
    if (main.length > 0) break;
  }
  return { found: [...main, ...further].sort((a, b) => b.score - a.score), hasPrices };
}

/**
 * The searches for a query's words, one after the other until one finds something: for all words in their nearest readings; for two of
 * them, of which those that are in the vocabulary are taken as they are; for two in any reading; for one in any reading. What two words
 * find in some dozen readings each takes twenty times as long, and is seldom needed.
 */
async function* plansFor(read: ReadRecordWords, nearest: ReadingsOfRecords): AsyncGenerator<Plan> {
  const strict = strictPlan(nearest);
  // The vocabulary has no reading of any of the words.
  if (!strict) return;
  yield strict;
  const words = new Set(nearest.readings.map(({ place }) => place).filter((place) => place > 0)).size;
  const exact = nearest.readings.filter(({ reading }) => reading === "exact").length;
  const isAllExact = exact === nearest.readings.length;
  // Of two words as they are, and of one, that would be the same search again.
  if (exact > 0 && words > (isAllExact ? 2 : 1)) {
    const together = relaxedPlan(isAllExact ? nearest : await read("inexact"), 2);
    if (together) yield together;
  }
  const every = await read("every");
  for (const together of words > 1 ? ([2, 1] as const) : ([1] as const)) {
    const relaxed = relaxedPlan(every, together);
    if (relaxed) yield relaxed;
  }
}

/** What of a kind can match, and how it is found: `way` among its records, `ofTitle` among their titles. */
interface Sought extends Searched {
  way: Way | null;
  ofTitle: Way | null;
}

/** @param projects a guest's: their few records are all looked at */
function soughtOf(plan: Plan, { searched, projects }: SearchReach): Sought[] {
  if (projects !== null) return searched.map((one) => ({ ...one, way: null, ofTitle: null }));
  const ways = new Map(kindsOf(searched).map((kind, n) => [kind, plan.ways[n] ?? null]));
  return searched.flatMap((one) => {
    const [way, ofTitle] = [ways.get(one.kind) ?? null, ways.get(`${one.kind} title`) ?? null];
    return way || ofTitle ? [{ ...one, way, ofTitle }] : [];
  });
}

async function search(
  ctx: ActionContext,
  plan: Plan,
  sought: Sought[],
  projects: SearchReach["projects"],
  isOfNumber: boolean,
): Promise<Found[]> {
  if (sought.length === 0) return [];
  const keysOf = (n: 0 | 1) => ({
    all: sought.map(({ way, kind }) => way && inKeys(way.narrowing[n], ctx.organizationId, kind)),
    titles: sought.map(
      ({ ofTitle, kind }) => ofTitle && inKeys(ofTitle.narrowing[n], ctx.organizationId, `${kind} title`),
    ),
  });
  const [keys, also] = [keysOf(0), keysOf(1)];
  const rows = await ctx.query<Row>(
    `select kind, id, score, title, content, project_id as "projectId", contact_id as "contactId"
     from best_records($1, $2, $3::tsquery, $4::tsquery, $16, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $17, $18, $19)
     where $2::uuid[] is null or project_id = any ($2::uuid[])
     order by score desc, id desc`,
    projects,
    plan.query,
    plan.ranking,
    plan.near.map(inTitle),
    plan.near,
    plan.all,
    sought.map(({ kind }) => kind),
    sought.map(() => (isOfNumber ? 2 * mostHits : mostHits)),
    sought.map(({ group }) => kinds[group].candidates),
    keys.all,
    sought.map(({ way }) => way?.reach ?? 0),
    keys.titles,
    sought.map(({ ofTitle }) => ofTitle?.reach ?? 0),
    isOfNumber ? null : plan.lexemes.filter((lexeme) => lexeme.length > 1),
    plan.isCloseRanked,
    sought.some(({ way }) => way?.isMany),
    also.all,
    also.titles,
  );
  const searchedAs = new Map(sought.map((one) => [one.kind, one]));
  return rows.map(({ kind, id, title, content, projectId, contactId, score }) => {
    const { group, isTitle } = searchedAs.get(kind) as Searched;
    const found = { group, id, title, projectId, contactId, score };
    if (isTitle) return { ...found, snippet: null, text: title };
    const text = content ?? "";
    return { ...found, snippet: snippet(text, plan.lexemes), text: `${title} ${text}` };
  });
}

/** Projects by their ids, with what is shown of a hit that one of their records led to. */
export async function describeProjects(
  ctx: ActionContext,
  ids: readonly string[],
): Promise<{ id: string; title: string; contactId: string | null }[]> {
  if (ids.length === 0) return [];
  return ctx.query(
    `select id, name as title, client_contact_id as "contactId" from project where organization_id = $1 and id = any ($2)`,
    ids,
  );
}
