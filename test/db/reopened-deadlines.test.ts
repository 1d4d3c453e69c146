import { expect, it } from "@jest/globals";
import { ReopenedDeadlines0075 } from "../../src/db/migrations/0075-reopened-deadlines.js";
import { startApi } from "../support/caller.js";
import { day } from "../support/days.js";
import { createProject, organization } from "../support/factories.js";
import { forAllTests } from "../support/for-tests.js";

const api = forAllTests(startApi);
const org = forAllTests(() => organization(api));

/** A project with a stage and a deadline of its own, whose watcher has settled it. */
async function settled(stage: string, decisionDeadline: string): Promise<string> {
  const { id: projectId } = await createProject(org);
  await org.ok("update_project_stage", { projectId, stage, decisionDeadline });
  await api.pool.query("update project set deadline_settled_at = now(), deadline_watched_at = now() where id = $1", [
    projectId,
  ]);
  return projectId;
}

it("lets deadlines that are ahead and settled be watched again, unless the stage is decided or works have begun", async () => {
  const [open, approved, begun, passed] = [
    await settled("review", day(20)),
    await settled("approved", day(20)),
    await settled("in_progress", day(20)),
    await settled("review", day(-3)),
  ];
  await new ReopenedDeadlines0075().up(api.pool as never);
  const { rows } = await api.pool.query(
    "select id from project where deadline_settled_at is null and deadline_watched_at is null and id = any($1)",
    [[open, approved, begun, passed]],
  );
  expect(rows).toEqual([{ id: open }]);
});
