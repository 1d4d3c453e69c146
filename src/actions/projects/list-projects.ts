import { z } from "zod";
import { Project } from "../../db/entities/project.js";
import { isBefore } from "../../domain/calendar/time.js";
import { projectStatuses, projectTypes } from "../../domain/vocabulary.js";
import { defineAction } from "../action.js";
import { omitted } from "../embedded-records.js";
import { toPage } from "../lists/cursor.js";
import { end } from "../lists/date-bounds.js";
import { clientNameColumn, contactName, type WithClient } from "../lists/names.js";
import type { AddValue } from "../read-record.js";
import { recordOf } from "../record-areas.js";
import { pageOf } from "../results.js";
import { clampLimit, id, optionalDate, paging, view, words } from "../schemas.js";
import { stage } from "./fields.js";
import { presentProject } from "./present-project.js";
import { projectResult } from "./results.js";

const { id: projectId, name, status, type, municipality, address, updatedAt, ...rest } = projectResult.shape;
const summary = recordOf(
  z.object({
    id: projectId,
    name,
    status,
    type,
    stage: rest.stage,
    address,
    municipality,
    protocolNumber: rest.protocolNumber,
    client: contactName,
    decisionDeadline: rest.decisionDeadline,
    decisionDeadlineSource: rest.decisionDeadlineSource,
    updatedAt,
  }),
  "projects",
);
const whole = recordOf(projectResult.extend({ client: contactName }), "projects");

const comparable = (text: string): string => `translate(lower(unaccent(trim(${text}))), U&'\\0027\\2019\\0060', '')`;
const isIn = (municipality: string): string => `${comparable("t.municipality")} = ${comparable(municipality)}`;
/** So many projects at least are read at once to be compared. */
const leastCompared = 50;

/**
 * All projects with a clock that ends before an instant, and few others: whether a clock still counts shows when they are compared. The
 * own deadlines of all projects that were ever decided would be many.
 */
const mayEndBefore = (
  instant: string,
): string => `(t.decision_deadline < ${instant} and t.stage not in ('approved', 'closed') or exists (
  select from submission s where s.organization_id = t.organization_id and s.project_id = t.id
    and s.clock_state in ('running', 'overdue') and s.decision_deadline < ${instant}))`;

export const listProjects = defineAction({
  name: "list_projects",
  title: { en: "List projects", it: "Elenca le pratiche" },
  description: "Lists projects, newest first, each with its nearest decision deadline.",
  area: "projects",
  permissions: ["projects:view"],
  effect: "read",
  addition: true,

  input: z.strictObject({
    status: z.enum(projectStatuses).describe("only projects in this status").optional(),
    type: z.enum(projectTypes).describe("only projects of this type").optional(),
    stage: stage.describe("only projects in this stage").optional(),
    clientContactId: id("only projects of this client").optional(),
    municipality: words("only projects in this comune; case, accents and apostrophes don't matter").optional(),
    deadlineTo: optionalDate("only projects whose decisionDeadline is by then"),
    view,
    ...paging,
  }),
  // A whole project would pass for a summary, so it comes first.
  result: pageOf(z.union([whole, summary])).extend({ omitted }),

  async run({ limit, cursor, view, deadlineTo, municipality, ...filters }, ctx) {
    const wanted = clampLimit(limit);
    const until = end(ctx, deadlineTo) ?? undefined;
    const { timezone } = ctx.caller;
    const read = until === undefined ? wanted : Math.max(wanted, leastCompared);
    const where = (add: AddValue) => [
      ...(municipality === undefined ? [] : [isIn(add(municipality))]),
      ...(until === undefined ? [] : [mayEndBefore(add(until))]),
    ];
    const items: (z.input<typeof projectResult> & WithClient)[] = [];
    let after = cursor;
    do {
      const options = { limit: read, cursor: after, where, columns: [clientNameColumn] };
      const page = await ctx.page<Project, WithClient>(Project, filters, options);
      for (const project of page.items) {
        const presented = { ...presentProject(ctx, project), client: project.client };
        const { decisionDeadline } = presented;
        if (until === undefined || (decisionDeadline && isBefore(decisionDeadline, until, timezone)))
          items.push(presented);
      }
      after = page.nextCursor ?? undefined;
    } while (after !== undefined && items.length < wanted);
    const page =
      items.length > wanted ? toPage(items, wanted, (item) => item.id) : { items, nextCursor: after ?? null };
    return view === "full" ? page : { ...page, items: page.items.map(({ clocks: _, ...project }) => project) };
  },
});
