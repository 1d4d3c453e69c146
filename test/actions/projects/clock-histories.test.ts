import { expect, it } from "@jest/globals";
import { startApi } from "../../support/caller.js";
import { day } from "../../support/days.js";
import { restoreDeleted } from "../../support/deletions.js";
import { createProject, organization, type TestRecord } from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";
import { Random } from "../../support/random.js";
import { volume } from "../../support/soak.js";

const api = forAllTests(startApi);
const org = forAllTests(() => organization(api));

interface Made {
  projectId: string;
  /** of its submissions, oldest first */
  ids: string[];
  /** what was done, for whoever reads of a difference */
  told: string[];
}

/**
 * A project with a random history of filings, answers and corrections, mostly about its first filing.
 * @param isMistaken whether it has slips of the pen, all of which are corrected in the end
 */
async function randomHistory(seed: number, isMistaken = false): Promise<Made> {
  const random = new Random(seed);
  const below = (limit: number) => random.below(limit);
  const pick = <T>(values: readonly T[]): T => values[below(values.length)] as T;
  const { id: projectId } = await createProject(org, { type: pick(["scia", "permesso_di_costruire"]) });
  const [ids, told]: [string[], string[]] = [[], []];
  const days = new Map<string, string>();
  const one = () => {
    const [index, isFirst] = [below(ids.length), below(10) < 6];
    return ids[isFirst ? 0 : index] as string;
  };
  const record = async (fields: object) => {
    const { id } = await org.ok("record_submission", { projectId, submittedAt: day(-5), ...fields });
    ids.push(id);
    return id;
  };
  const change = async (submissionId: string, fields: object) => {
    const { status } = await org.call("update_submission", { submissionId, ...fields });
    told.push(`#${ids.indexOf(submissionId)} ${JSON.stringify(fields)} ${status}`);
    return status === 200;
  };
  const decide = async (submissionId: string, outcome: string) => {
    await org.ok("set_submission_outcome", { submissionId, outcome });
    if (!isMistaken) return;
    for (const wrong of ["rejected", "approved"].filter((each) => each !== outcome)) {
      await org.ok("set_submission_outcome", { submissionId, outcome: wrong });
      await org.ok("reopen_submission", { submissionId });
    }
  };
  const integrate = async () => {
    const right = day(-below(4));
    const id = await record({ kind: "integration", submittedAt: isMistaken ? day(-4) : right });
    if (isMistaken) days.set(id, right);
  };
  const moveIntegration = async () => {
    const [id, submittedAt] = [one(), day(-below(4))];
    if ((await change(id, { submittedAt })) && days.has(id)) days.set(id, submittedAt);
  };
  const often = {
    integration: integrate,
    "dated integration": () => record({ kind: "integration", decisionDeadline: day(20 + below(60)) }),
    suspension: () => decide(one(), "suspended"),
  };
  const steps: Record<string, () => Promise<unknown>> = {
    ...often,
    filing: () => record({ decisionDeadline: day(20 + below(60)) }),
    "undated filing": () => record({}),
    decision: () => decide(one(), pick(["approved", "rejected"])),
    "own deadline": () =>
      org.ok("update_project_stage", { projectId, stage: "review", decisionDeadline: day(20 + below(60)) }),
    reopening: () => org.ok("reopen_submission", { submissionId: one() }),
    "another day": moveIntegration,
    "another day of the answer": () => change(one(), { outcomeAt: day(-below(4)) }),
    "another deadline": () => change(one(), { decisionDeadline: day(20 + below(60)) }),
    "no deadline": () => change(one(), { decisionDeadline: null }),
    "another kind": () => change(one(), { kind: pick(["integration", "submission"]) }),
  };
  const names = [...Array.from({ length: 4 }, () => Object.keys(often)).flat(), ...Object.keys(steps)];
  for (const name of [pick(["filing", "undated filing"]), ...Array.from({ length: 3 + below(6) }, () => pick(names))]) {
    told.push(name);
    await steps[name]?.();
  }
  for (const [id, submittedAt] of days) await change(id, { submittedAt });
  return { projectId, ids, told };
}

/** The clocks of a project and the reminders that are open, by the number of the submission. */
async function clocksOf({ projectId, ids }: Made) {
  const { clocks, submissions } = await org.ok("get_project", { projectId });
  const { items } = await org.ok("list_reminders", { projectId });
  return {
    clocks: clocks.map(({ submissionId, ...clock }: TestRecord) => [ids.indexOf(submissionId), clock]),
    outcomes: submissions.map(({ outcome, decisionDeadline }: TestRecord) => [outcome, decisionDeadline]),
    reminders: items
      .filter(({ status }: TestRecord) => status === "pending" || status === "suspended")
      .map(({ status, dueAt }: TestRecord) => `${status} ${dueAt}`)
      .sort(),
  };
}

const erase = (submissionId: string) => org.ok("delete_submission", { submissionId });
const restore = (recordId: string) => restoreDeleted(org, recordId);

/** Some, or many of the same. */
const seeds = (...some: number[]) => volume(some, [...some, ...Array.from({ length: 300 }, (_, n) => n)]);
const expectAlike = async (one: Made, other: Made, how: object) =>
  expect({ told: one.told, how, ...(await clocksOf(one)) }).toEqual({
    told: one.told,
    how,
    ...(await clocksOf(other)),
  });

it.each(seeds(1, 2, 13, 27))(
  "ends as if nothing beside had been deleted and restored, in whatever order: %i",
  async (seed) => {
    const [one, other] = [await randomHistory(seed), await randomHistory(seed)];
    const random = new Random(-1 - seed);
    const below = (limit: number) => random.below(limit);
    const shuffled = (ids: readonly string[]) =>
      ids
        .map((id) => [below(1000), id] as const)
        .sort(([a], [b]) => a - b)
        .map(([, id]) => id);
    const deleted = shuffled(one.ids).slice(0, 1 + below(3));
    const [gone, ...back] = deleted;
    const orders = [shuffled(deleted), shuffled(back)] as const;
    for (const id of orders[0]) await erase(id);
    for (const id of orders[1]) await restore(id);
    await erase(other.ids[one.ids.indexOf(gone as string)] as string);
    await expectAlike(
      one,
      other,
      orders.map((ids) => ids.map((id) => one.ids.indexOf(id))),
    );
  },
);

it.each(seeds(1, 2, 504, 557))("ends as if nothing had been mistyped, once it is corrected: %i", async (seed) => {
  const [one, other] = [await randomHistory(seed, true), await randomHistory(seed)];
  await expectAlike(one, other, {});
});
