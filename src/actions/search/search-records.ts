import { z } from "zod";
import { refreshSearch } from "../../db/search/backlog.js";
import { coverageJoin, findByWords, wordCte } from "../../db/search/find-by-words.js";
import { maxCandidates, type Plan } from "../../db/search/plan.js";
import { snippet } from "../../db/search/snippet.js";
import { type ReadWords, readingsOf, readingsWithin } from "../../db/search/words.js";
import { defineAction } from "../action.js";
import type { ActionContext } from "../context.js";
import { requiredNote } from "../schemas.js";

const maxHitsPerKind = 20;

const hit = z.object({
  id: z.string(),
  title: z.string(),
  snippet: z.string().nullable().describe("plain text around the match; null: the caller may not view this kind"),
  score: z.number().describe("0 to 1; higher is better"),
});
const parents = { projectId: z.string().nullable(), contactId: z.string().nullable() };

const areaOfKind = { project: "projects", contact: "contacts", thread: "inbox", document: "documents" } as const;
type Kind = keyof typeof areaOfKind;

interface Found {
  kind: Kind | `${Kind} title`;
  id: string;
  title: string;
  content: string;
  projectId: string | null;
  contactId: string | null;
  score: number;
  lexemes: string[];
}

export const searchRecords = defineAction({
  name: "search_records",
  title: { en: "Search records", it: "Cerca tra pratiche, contatti, conversazioni e documenti" },
  description:
    "Searches projects, contacts, threads with their messages, and documents, in Italian. Other word forms, missing accents, parts of words and one typo still match. Also finds codes, protocol and phone numbers, and e-mail addresses. Best hits first, by kind. Records of a kind that the caller may not view are found by their titles alone, and show only these.",
  area: "projects",
  permissions: ["projects:view"],
  effect: "read",

  input: z.strictObject({ query: requiredNote("what to search for") }),
  result: z.object({
    query: z.string(),
    projects: z.array(hit.extend({ clientContactId: z.string().nullable() })),
    contacts: z.array(hit),
    threads: z.array(hit.extend(parents)),
    documents: z.array(hit.extend(parents)),
    omitted: z.array(z.string()).describe("kinds that the caller can't search"),
  }),

  async run({ query }, ctx) {
    await refreshIfNeeded(ctx);
    const projects = await sharedProjects(ctx);
    const scope = { kinds: searchedKinds(ctx), projects };
    const found = await findByWords(wordsWithin(ctx, query, scope), (plan) => findRecords(ctx, plan, scope));
    const hitsOfKind = (kind: Kind) =>
      found
        .filter((record) => record.kind === kind || record.kind === `${kind} title`)
        .sort((a, b) => b.score - a.score)
        .slice(0, maxHitsPerKind)
        .map(shown);
    return {
      query,
      projects: hitsOfKind("project").map(({ contactId, ...project }) => ({ ...project, clientContactId: contactId })),
      contacts: hitsOfKind("contact"),
      threads: hitsOfKind("thread"),
      documents: hitsOfKind("document"),
      omitted: projects === null ? [] : ["contacts"],
    };
  },
});

interface Scope {
  kinds: readonly Found["kind"][];
  /** the ids of the projects shared with the caller; null: the caller reaches all projects */
  projects: readonly string[] | null;
}

/** Of a kind that the caller may not view, only the titles are searched. */
const searchedKinds = (ctx: ActionContext): Scope["kinds"] =>
  (Object.keys(areaOfKind) as Kind[]).map((kind) => (ctx.sees(areaOfKind[kind]) ? kind : (`${kind} title` as const)));

const isTitle = (kind: Found["kind"]): boolean => kind.endsWith(" title");

function wordsWithin(ctx: ActionContext, words: string, { kinds, projects }: Scope): ReadWords {
  const seesAll = projects === null && !kinds.some(isTitle);
  return seesAll ? readingsOf(ctx.query, "records", words) : readingsWithin(ctx.query, words, kinds, projects);
}

/** A hit as callers see it: its title alone, if only that was searched. */
const shown = ({ kind, id, title, score, content, lexemes, ...parents }: Found) =>
  isTitle(kind)
    ? { id, title, score, snippet: null, projectId: null, contactId: null }
    : { id, title, score, snippet: snippet(content, lexemes), ...parents };

/** Brings the search index up to date, if changes were committed since it was last refreshed. */
async function refreshIfNeeded(ctx: ActionContext): Promise<void> {
  const [backlog] = await ctx.query<{ isWaiting: boolean }>(
    `select exists (select from search_backlog where organization_id = $1) as "isWaiting"`,
  );
  if (backlog?.isWaiting) await refreshSearch(ctx.execute);
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

async function findRecords(ctx: ActionContext, plan: Plan, { kinds, projects }: Scope): Promise<Found[]> {
  const rows = await ctx.query<Omit<Found, "lexemes">>(
    `with ${wordCte}, candidate as materialized (
       select k.kind, c.id, 0.8 * coverage.share + 0.2 * ts_rank_cd('{0.2, 0.4, 0.7, 1}', c.search, $2::tsquery, 33) as score
       from unnest($9::text[]) k (kind)
       cross join lateral find_records($1, k.kind, $2::tsquery, $6::uuid[], $7) c
       ${coverageJoin("c.search")}
     ), best as materialized (
       select * from (select c.*, row_number() over (partition by kind order by score desc, id desc) as place from candidate c) c
       where place <= $8
     )
     select b.kind, b.id, b.score, r.title, r.content, r.project_id as "projectId", r.contact_id as "contactId"
     from best b cross join lateral describe_record($1, b.kind, b.id) r
     where $6::uuid[] is null or r.project_id = any ($6::uuid[])
     order by b.score desc, b.id desc`,
    plan.query,
    plan.near,
    plan.all,
    plan.weights,
    projects,
    maxCandidates,
    maxHitsPerKind,
    kinds,
  );
  return rows.map((row) => ({ ...row, lexemes: plan.lexemes }));
}
