import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { activitiesOver } from "../../support/activities.js";
import { attempt } from "../../support/activity-attempt.js";
import { startApi, type TestApi } from "../../support/caller.js";
import { createProject, organization } from "../../support/factories.js";

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ waitLimitMs: 0 });
});
afterAll(() => api?.close());

it("an export is made however often its worker stopped, and given up after three attempts that ended otherwise", async () => {
  const org = await organization(api);
  const { organizationId } = org;
  // Each with a thread of its own.
  const onNextWorker = () => activitiesOver(api.app.database, api.app.config).makeExportFile;
  const ordered = async () => {
    const { id: projectId } = await createProject(org);
    const { id: computoId } = await org.ok("create_bill_of_quantities", { projectId, name: "Villa" });
    await org.call("export_bill_of_quantities", { computoId, format: "csv" });
    const { rows } = await api.pool.query("select id from rendering order by id desc limit 1");
    return { organizationId, exportId: rows[0].id as string };
  };
  const end = async ({ exportId }: { exportId: string }) =>
    (await api.pool.query("select error, file_id is not null as made from rendering where id = $1", [exportId]))
      .rows[0];

  const input = await ordered();
  for (let n = 0; n < 4; n++) {
    const stopped = attempt(onNextWorker(), input);
    stopped.stopWorker();
    await expect(stopped.result).rejects.toThrow("WORKER_SHUTDOWN");
  }
  await attempt(onNextWorker(), input).result;
  expect(await end(input)).toEqual({ error: null, made: true });

  const deadly = await ordered();
  await api.pool.query("update rendering set tries = 3 where id = $1", [deadly.exportId]);
  await attempt(onNextWorker(), deadly).result;
  expect(await end(deadly)).toEqual({ error: expect.stringContaining("given up"), made: false });
});
