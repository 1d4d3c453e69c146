import { z } from "zod";
import { Contact } from "../../db/entities/contact.js";
import { Project } from "../../db/entities/project.js";
import { Submission } from "../../db/entities/submission.js";
import { Task } from "../../db/entities/task.js";
import { defineAction } from "../action.js";
import { billSummary } from "../bills-of-quantities/results.js";
import { contactResult } from "../contacts/results.js";
import type { ActionContext } from "../context.js";
import { omitted } from "../embedded-records.js";
import { taskResult } from "../tasks/results.js";
import { projectId } from "./fields.js";
import { presentProject } from "./present-project.js";
import { projectResult, shareResult, submissionResult } from "./results.js";
import { presentSubmission } from "./submission-clock.js";

const share = shareResult.extend({ name: z.string() });

export const getProject = defineAction({
  name: "get_project",
  title: { en: "Read a project", it: "Legge una pratica" },
  description:
    "Returns a project with its client, tasks, bills of quantities (without their lines), submissions, contacts and shares. Each of its clocks is the time that an authority has to decide; submissionId null is the project's own deadline, set with update_project_stage. decisionDeadline is that of the running clock that ends first, else of the last overdue one.",
  area: "projects",
  permissions: ["projects:view"],
  effect: "read",
  addition: true,

  input: z.strictObject({ projectId }),
  result: projectResult.extend({
    client: contactResult.nullable(),
    tasks: z.array(taskResult),
    billsOfQuantities: z.array(billSummary),
    submissions: z.array(submissionResult),
    contacts: z.array(contactResult).describe("connected to the project, in addition to its client"),
    shares: z.array(share),
    omitted,
  }),

  async run({ projectId }, ctx) {
    const project = await ctx.load(Project, { projectId });
    return {
      ...presentProject(ctx, project),
      client: await ctx.follow(Contact, project.clientContactId),
      tasks: await ctx.all(Task, { projectId: project.id }),
      billsOfQuantities: await billSummaries(ctx, project),
      submissions: (await ctx.all(Submission, { projectId: project.id })).map((submission) =>
        presentSubmission(ctx, submission),
      ),
      contacts: await contactsShownOn(ctx, project),
      shares: await sharesOf(ctx, project),
    };
  },
});

const billSummaries = (ctx: ActionContext, { id }: Project): Promise<z.input<typeof billSummary>[]> =>
  ctx.query(
    `select id, created_at as "createdAt", updated_at as "updatedAt", project_id as "projectId", name, total, line_count as "lineCount", computed,
       quantity_decimals as "quantityDecimals"
     from bill_of_quantities where organization_id = $1 and project_id = $2 order by id`,
    id,
  );

const contactsShownOn = (ctx: ActionContext, { id }: Project): Promise<Contact[]> =>
  ctx.query(
    `select ${ctx.columnsOf(Contact)}
     from project_contact p join contact t on t.organization_id = p.organization_id and t.id = p.contact_id
     where p.organization_id = $1 and p.project_id = $2 order by p.id`,
    id,
  );

const sharesOf = (ctx: ActionContext, { id }: Project): Promise<z.input<typeof share>[]> =>
  ctx.query(
    `select s.project_id as "projectId", s.user_id as "userId", s.role, u.name
     from project_share s join user_account u on u.id = s.user_id
     where s.organization_id = $1 and s.project_id = $2 order by s.id`,
    id,
  );
