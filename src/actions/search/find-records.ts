import { findByWords } from "../../db/search/find-by-words.js";
import { inTitle, type Plan, type Way } from "../../db/search/plan.js";
import { snippet } from "../../db/search/snippet.js";
import { type ReadWords, readingsOfRecords, readingsWithin } from "../../db/search/words.js";
import type { ActionContext } from "../context.js";
import { kinds, type RecordGroup } from "./groups.js";

/** What of a group is searched. */
interface Searched {
  group: RecordGroup;
  /** as the index calls it; of a kind whose area the caller may not view, the titles alone */
  kind: string;
  isTitle: boolean;
}

export interface SearchReach {
  searched: readonly Searched[];
  /** the ids of the projects shared with the caller; null: the caller reaches all projects */
  projects: readonly string[] | null;
}

export interface Found {
  group: RecordGroup;
  id: string;
  title: string;
  /** null: the caller sees the title alone */
  snippet: string | null;
  projectId: string | null;
  contactId: string | null;
  score: number;
  /** what of it is searched */
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

export async function searchReachOf(ctx: ActionContext): Promise<SearchReach> {
  const searched = (Object.keys(kinds) as RecordGroup[]).flatMap((group): Searched[] => {
    const { kind, area, hasTitles } = kinds[group];
    if (ctx.sees(area)) return [{ group, kind, isTitle: false }];
    return hasTitles ? [{ group, kind: `${kind} title`, isTitle: true }] : [];
  });
  return { searched, projects: await sharedProjects(ctx) };
}

/** The ids of the projects shared with the caller; null: the caller reaches all projects. */
async function sharedProjects(ctx: ActionContext): Promise<string[] | null> {
  if (ctx.sharedWith === null) return null;
  const shares = await ctx.query<{ projectId: string }>(
    `select project_id as "projectId" from project_share where organization_id = $1 and user_id = $2`,
    ctx.sharedWith,
  );
  return shares.map(({ projectId }) => projectId);
}

/** The kinds whose words are known: those that are searched, and their titles, which are records of their own. */
const kindsOf = (searched: readonly Searched[]): string[] =>
  searched.flatMap(({ group, kind, isTitle }) =>
    kinds[group].hasTitles && !isTitle ? [kind, `${kind} title`] : [kind],
  );

function wordsWithin(ctx: ActionContext, words: string, { searched, projects }: SearchReach): ReadWords {
  const seesAll =
    projects === null && searched.length === Object.keys(kinds).length && !searched.some(({ isTitle }) => isTitle);
  const names = kindsOf(searched);
  return seesAll ? readingsOfRecords(ctx.query, words, names) : readingsWithin(ctx.query, words, names, projects);
}

const isMain = ({ group }: Found): boolean => kinds[group].hasTitles;

/**
 * The records that match words, best first. The groups that people look for, projects and their like, have the hits of the first step
 * that finds any of them; tasks and the others don't keep them from being found in a later one, and have hits of their own first step.
 */
export async function findRecords(ctx: ActionContext, words: string, reach: SearchReach): Promise<Found[]> {
  let main: Found[] = [];
  let further: Found[] = [];
  await findByWords(wordsWithin(ctx, words, reach), async (plan) => {
    const hits = await search(ctx, plan, reach);
    main = hits.filter(isMain);
    if (further.length === 0) further = hits.filter((hit) => !isMain(hit));
    return main;
  });
  return [...main, ...further].sort((a, b) => b.score - a.score);
}

/**
 * How much a word counts that isn't in the title: the name of a colleague, who signs letters and writes messages, must not outrank the
 * records of those who are called the same.
 */
const elsewhere = { word: 0.95, colleague: 0.5 };

/** What of a kind can match, and how it is found: `way` among its records, `ofTitle` among their titles. */
interface Sought extends Searched {
  way: Way | null;
  ofTitle: Way | null;
}

/** @param projects a guest's: their few records are all looked at */
function soughtOf(plan: Plan, { searched, projects }: SearchReach): Sought[] {
  if (projects !== null) return searched.map((one) => ({ ...one, way: plan.way, ofTitle: null }));
  const ways = new Map(kindsOf(searched).map((kind, n) => [kind, plan.ways?.[n] ?? null]));
  return searched.flatMap((one) => {
    const [way, ofTitle] = [ways.get(one.kind) ?? null, ways.get(`${one.kind} title`) ?? null];
    return way || ofTitle ? [{ ...one, way, ofTitle }] : [];
  });
}

async function search(ctx: ActionContext, plan: Plan, reach: SearchReach): Promise<Found[]> {
  const sought = soughtOf(plan, reach);
  if (sought.length === 0) return [];
  const rows = await ctx.query<Row>(
    `with colleague as materialized (
       select search_vector(string_agg(u.name, ' ')) as names from membership m join user_account u on u.id = m.user_id
       where m.organization_id = $1 and $7::uuid[] is null
     ), word as materialized (
       select title::tsquery as title, near::tsquery as near, sought::tsquery as sought, weight,
         case when (select names from colleague) @@ near::tsquery then ${elsewhere.colleague} else ${elsewhere.word} end as elsewhere
       from unnest($3::text[], $4::text[], $5::text[], $6::float8[]) w (title, near, sought, weight)
     ), candidate as materialized (
       select k.kind, k.most, c.id, 0.8 * coverage.share + 0.2 * ts_rank_cd('{0.2, 0.4, 0.7, 1}', c.search, $2::tsquery, 33) as score
       from unnest($8::text[], $9::integer[], $10::integer[], $11::text[], $12::integer[], $13::text[], $14::integer[])
         k (kind, most, candidates, narrowing, reach, title_narrowing, title_reach)
       cross join lateral record_candidates($1, k.kind, $2::tsquery, k.narrowing::tsquery, k.reach, k.title_narrowing::tsquery,
         k.title_reach, $7::uuid[], k.candidates) c
       cross join lateral (
         select sum(weight * case when c.search @@ title then 1 when c.search @@ near then elsewhere
           when c.search @@ sought then 0.6 else 0 end) / sum(weight) as share from word
       ) coverage
     ), best as materialized (
       select * from (select c.*, row_number() over (partition by kind order by score desc, id desc) as place from candidate c) c
       where place <= most
     )
     select r.kind, r.id, b.score, r.title, r.content, r.project_id as "projectId", r.contact_id as "contactId"
     from (select array_agg(kind) as kinds, array_agg(id) as ids from best) found
     cross join lateral describe_records($1, found.kinds, found.ids) r
     join best b on b.kind = r.kind and b.id = r.id
     where $7::uuid[] is null or r.project_id = any ($7::uuid[])
     order by b.score desc, b.id desc`,
    plan.query,
    plan.near.map(inTitle),
    plan.near,
    plan.all,
    plan.weights,
    reach.projects,
    sought.map(({ kind }) => kind),
    sought.map(({ group }) => kinds[group].most),
    sought.map(({ group }) => kinds[group].candidates),
    sought.map(({ way }) => way?.narrowing ?? null),
    sought.map(({ way }) => way?.reach ?? 0),
    sought.map(({ ofTitle }) => ofTitle?.narrowing ?? null),
    sought.map(({ ofTitle }) => ofTitle?.reach ?? 0),
  );
  const searchedAs = new Map(sought.map((one) => [one.kind, one]));
  return rows.map(({ kind, content, ...row }) => {
    const { group, isTitle } = searchedAs.get(kind) as Searched;
    if (isTitle) return { ...row, group, snippet: null, projectId: null, contactId: null, text: row.title };
    return { ...row, group, snippet: snippet(content ?? "", plan.lexemes), text: `${row.title} ${content ?? ""}` };
  });
}

/** Projects by their ids, with what is shown of a hit that one of their records led to. */
export const describeProjects = (
  ctx: ActionContext,
  ids: readonly string[],
): Promise<{ id: string; title: string; contactId: string | null }[]> =>
  ctx.query(
    `select id, name as title, client_contact_id as "contactId" from project where organization_id = $1 and id = any ($2)`,
    ids,
  );
