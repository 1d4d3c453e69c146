import { z } from "zod";
import { Project } from "../../db/entities/project.js";
import { isDecided, isMet, isUndecided } from "../../domain/clocks/clocks.js";
import { filingWarnings } from "../../domain/clocks/date-warnings.js";
import type { Warning } from "../../domain/warning.js";
import { defineAction } from "../action.js";
import type { ActionContext } from "../context.js";
import { emptyToNull, label, note, optionalDate } from "../schemas.js";
import { ifAny, warningsIfAny } from "../warning-results.js";
import { setDeadline, setStage, watchDeadline } from "./deadline.js";
import { projectId, stage } from "./fields.js";
import { filingOf, openClockWarnings } from "./filing-warnings.js";
import { presentProject } from "./present-project.js";
import { projectResult } from "./results.js";
import { sendWithdrawnNotice } from "./withdrawn-notice.js";

const setAgain = { corrector: "update_project_stage", outcome: "set the stage that follows from it" };

export const updateProjectStage = defineAction({
  name: "update_project_stage",
  title: { en: "Set a project's stage", it: "Cambia la fase di una pratica" },
  description:
    "Sets the stage of a project's procedure with the authority, to any value. To record a filing use record_submission (advanceStage sets the stage too). People are notified before a decision deadline and when it passes.",
  area: "projects",
  permissions: ["projects:edit"],
  effect: "update",

  input: z.strictObject({
    projectId,
    stage: stage.describe("the new stage"),
    protocolNumber: label("the authority's protocol or reference number").optional(),
    submittedAt: optionalDate("formal submission date; by default now, if the stage is submitted"),
    decisionDeadline: optionalDate("by when the authority must decide"),
    authorityNotes: note("notes from the authority").optional(),
  }),
  result: projectResult.extend({ warnings: warningsIfAny }),

  async run({ projectId, stage, protocolNumber, submittedAt, decisionDeadline, authorityNotes }, ctx) {
    const project = await ctx.load(Project, { projectId });
    const isSubmittedNow = stage === "submitted" && submittedAt === undefined;
    const filedBefore = isSubmittedNow ? project.submittedAt : null;
    const deadline = ctx.instant(decisionDeadline);
    // A variant is submitted; what goes back into review was not approved.
    const isTakenBack = isMet(project) && isUndecided(stage) && stage !== "submitted";
    setStage(ctx, project, stage);
    await setDeadline(ctx, project, deadline);
    ctx.update(project, {
      protocolNumber: emptyToNull(protocolNumber),
      submittedAt: isSubmittedNow ? ctx.now : ctx.instant(submittedAt),
      authorityNotes: emptyToNull(authorityNotes),
    });
    watchDeadline(ctx, project, isTakenBack);
    if (isTakenBack) await sendWithdrawnNotice(ctx, project.id, project);
    const shown = presentProject(ctx, project);
    const sent = { submittedAt: project.submittedAt, decisionDeadline: deadline };
    const warnings = submittedAt || deadline ? filingWarnings(sent, filingOf(ctx, project, true), setAgain) : [];
    if (filedBefore) warnings.push(...filingDateReplaced(ctx, filedBefore));
    if (isDecided(stage)) warnings.push(...openClockWarnings(ctx, shown.clocks, { pointer: "/stage", stage }));
    return { ...shown, ...ifAny(warnings) };
  },
});

/** The stage is set to submitted once more, and the day of the filing, which was known, is today. */
function filingDateReplaced(ctx: ActionContext, before: Date): Warning[] {
  const [filed, today] = [ctx.dayOf(before), ctx.dayOf(ctx.now)];
  if (filed === today) return [];
  return [
    {
      code: "filing_date_replaced",
      pointer: "/submittedAt",
      detail: `The filing date was ${filed} and is now ${today}, since no submittedAt was given.`,
      suggestion: `If it was filed on ${filed}, set it again with update_project_stage {"stage": "submitted", "submittedAt": "${filed}"}.`,
    },
  ];
}
