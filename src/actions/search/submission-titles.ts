import { italianDay, withArticle } from "../../domain/calendar/italian-dates.js";
import { submissionKindNames } from "../../domain/italian-names.js";
import type { SubmissionKind } from "../../domain/vocabulary.js";
import type { ActionContext } from "../context.js";
import type { Found } from "./find-records.js";

/** The index calls a submission without a protocol number `integration 2026-11-20`, by the day of UTC. */
const nameInIndex = /^[a-z]+ \d{4}-\d{2}-\d{2}$/;

/** Gives submissions without a protocol number an Italian title, with the organization's day of the filing. */
export async function withSubmissionTitles(ctx: ActionContext, found: Found[]): Promise<Found[]> {
  const unnumbered = found.filter(({ group, title }) => group === "submissions" && nameInIndex.test(title));
  if (unnumbered.length === 0) return found;
  const rows = await ctx.query<{ id: string; kind: SubmissionKind; submittedAt: Date }>(
    `select id, kind, submitted_at as "submittedAt" from submission
     where organization_id = $1 and id = any ($2) and protocol_number is null`,
    unnumbered.map(({ id }) => id),
  );
  const titles = new Map(
    rows.map(({ id, kind, submittedAt }) => [
      id,
      `${submissionKindNames[kind]} ${withArticle("del", italianDay(submittedAt, ctx.caller.timezone))}`,
    ]),
  );
  return found.map((hit) => ({ ...hit, title: titles.get(hit.id) ?? hit.title }));
}
