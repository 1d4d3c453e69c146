import { z } from "zod";
import { recordsPerRefresh } from "../../db/search/backlog.js";
import { maxCandidates, type Plan, relaxedPlan, strictPlan } from "../../db/search/plan.js";
import { snippet } from "../../db/search/snippet.js";
import { readingsOf } from "../../db/search/words.js";
import { defineAction } from "../action.js";
import type { ActionContext } from "../context.js";
import { requiredText } from "../schemas.js";

const maxHitsOfAKind = 20;

const hit = z.object({
  id: z.string(),
  title: z.string(),
  snippet: z.string().describe("plain text around what was found"),
  score: z.number().describe("0 to 1, the better the higher"),
});
const parents = { projectId: z.string().nullable(), contactId: z.string().nullable() };

interface Found {
  kind: "project" | "contact" | "thread" | "document";
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
    "Searches projects, contacts, threads with their messages, and documents, in Italian: word forms, missing accents, parts of words, one typo; also codes, protocol and phone numbers, e-mail addresses. Best hits first, by kind.",
  area: "projects",
  permissions: ["projects:view"],
  effect: "read",

  input: z.strictObject({ query: requiredText("what to search for") }),
  result: z.object({
    query: z.string(),
    projects: z.array(hit.extend({ clientContactId: z.string().nullable() })),
    contacts: z.array(hit),
    threads: z.array(hit.extend(parents)),
    documents: z.array(hit.extend(parents)),
    omitted: z.array(z.string()).describe("kinds that the caller can't search"),
  }),

  async run({ query }, ctx) {
    await takeUpChanges(ctx);
    const projects = await sharedProjects(ctx);
    const found = await findByWords(ctx, query, projects);
    const of = (kind: Found["kind"]) =>
      found
        .filter((each) => each.kind === kind)
        .sort((a, b) => b.score - a.score)
        .slice(0, maxHitsOfAKind)
        .map(({ content, lexemes, ...each }) => ({ ...each, snippet: snippet(content, lexemes) }));
    return {
      query,
      projects: of("project").map(({ contactId, ...project }) => ({ ...project, clientContactId: contactId })),
      contacts: of("contact"),
      threads: of("thread"),
      documents: of("document"),
      omitted: projects === null ? [] : ["contacts"],
    };
  },
});

/** Records with all the words; where there are none, with two of them or words like them; else with one. */
async function findByWords(ctx: ActionContext, query: string, projects: string[] | null): Promise<Found[]> {
  const nearest = await readingsOf(ctx.query, "records", query, "nearest");
  const strict = strictPlan(nearest);
  // No word is known in any reading.
  if (!strict) return [];
  const found = await find(ctx, strict, projects);
  if (found.length > 0) return found;
  const every = await readingsOf(ctx.query, "records", query, "every");
  for (const together of [2, 1] as const) {
    const relaxed = relaxedPlan(every, together);
    const more = relaxed ? await find(ctx, relaxed, projects) : [];
    if (more.length > 0) return more;
  }
  return [];
}

/** Brings the organization's search up to date with what was committed before. */
async function takeUpChanges(ctx: ActionContext): Promise<void> {
  const [backlog] = await ctx.query<{ waits: boolean }>(
    "select exists (select from search_backlog where organization_id = $1) as waits",
  );
  for (let taken = backlog?.waits ? recordsPerRefresh : 0; taken === recordsPerRefresh; ) {
    const [refresh] = await ctx.execute<{ taken: number }>("select refresh_search($1, $2) as taken", recordsPerRefresh);
    taken = refresh?.taken ?? 0;
  }
}

/** The projects that a share opens; null: all. */
async function sharedProjects(ctx: ActionContext): Promise<string[] | null> {
  if (ctx.sharedWith === null) return null;
  const shares = await ctx.query<{ projectId: string }>(
    `select project_id as "projectId" from project_share where organization_id = $1 and user_id = $2`,
    ctx.sharedWith,
  );
  return shares.map(({ projectId }) => projectId);
}

async function find(ctx: ActionContext, plan: Plan, projects: string[] | null): Promise<Found[]> {
  const rows = await ctx.query<Omit<Found, "lexemes">>(
    `with word as materialized (
       select near::tsquery as near, sought::tsquery as sought, weight from unnest($3::text[], $4::text[], $5::float8[]) w (near, sought, weight)
     ), candidate as materialized (
       select k.kind, c.id, 0.8 * coverage.share + 0.2 * ts_rank_cd('{0.2, 0.4, 0.7, 1}', c.search, $2::tsquery, 33) as score
       from unnest(array['project', 'contact', 'thread', 'document']) k (kind)
       cross join lateral find_records($1, k.kind, $2::tsquery, $6::uuid[], $7) c
       cross join lateral (
         select sum(weight * case when c.search @@ near then 1 when c.search @@ sought then 0.6 else 0 end) / sum(weight) as share from word
       ) coverage
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
    maxHitsOfAKind,
  );
  return rows.map((row) => ({ ...row, lexemes: plan.lexemes }));
}
