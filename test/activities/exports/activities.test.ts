import { expect, it } from "@jest/globals";
import { activitiesOver } from "../../support/activities.js";
import { attempt } from "../../support/activity-attempt.js";
import { startApi } from "../../support/caller.js";
import { createProject, organization } from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";
import { untilWaitedFor } from "../../support/waiting.js";

const api = forAllTests(() => startApi({ waitLimitMs: 0 }));

// Each with a thread of its own.
const onNextWorker = () => activitiesOver(api.app.database, api.app.config).makeExportFile;
async function ordered() {
  const org = await organization(api);
  const { id: projectId } = await createProject(org);
  const { id: computoId } = await org.ok("create_bill_of_quantities", { projectId, name: "Villa" });
  await org.call("export_bill_of_quantities", { computoId, format: "csv" });
  const { rows } = await api.pool.query("select id from rendering order by id desc limit 1");
  return { organizationId: org.organizationId, exportId: rows[0].id as string };
}
async function end({ exportId }: { exportId: string }) {
  const { rows } = await api.pool.query(
    "select error, file_id is not null as made, tries from rendering where id = $1",
    [exportId],
  );
  return rows[0];
}

it("an export is made however often its worker stopped, and given up after three attempts that ended otherwise", async () => {
  const input = await ordered();
  for (let n = 0; n < 4; n++) {
    const stopped = attempt(onNextWorker(), input);
    stopped.stopWorker();
    await expect(stopped.result).rejects.toThrow("WORKER_SHUTDOWN");
  }
  await attempt(onNextWorker(), input).result;
  expect(await end(input)).toMatchObject({ error: null, made: true });

  const deadly = await ordered();
  await api.pool.query("update rendering set tries = 3 where id = $1", [deadly.exportId]);
  await attempt(onNextWorker(), deadly).result;
  expect(await end(deadly)).toMatchObject({ error: expect.stringContaining("given up"), made: false });
});

it("an export that waits for others has tried nothing", async () => {
  const [first, waits] = [await ordered(), await ordered()];
  const makeExportFile = onNextWorker();
  const before = attempt(makeExportFile, first);
  for (let n = 0; n < 3; n++) {
    const waiting = attempt(makeExportFile, waits);
    waiting.timeOut();
    await expect(waiting.result).rejects.toThrow("TIMED_OUT");
  }
  await before.result;
  expect(await end(first)).toMatchObject({ made: true, tries: 1 });
  expect(await end(waits)).toMatchObject({ made: false, tries: 0 });
  await attempt(makeExportFile, waits).result;
  expect(await end(waits)).toMatchObject({ error: null, made: true, tries: 1 });
});

it("an export whose worker stops while its bill is read has tried nothing", async () => {
  const [input, next] = [await ordered(), await ordered()];
  const makeExportFile = onNextWorker();
  const client = await api.pool.connect();
  await client.query("begin; lock table bill_of_quantities");
  const stopped = attempt(makeExportFile, input);
  await untilWaitedFor(api.pool, client);
  stopped.stopWorker();
  await expect(stopped.result).rejects.toThrow("WORKER_SHUTDOWN");
  await client.query("commit");
  client.release();
  await attempt(makeExportFile, next).result;
  expect([await end(input), await end(next)]).toMatchObject([{ tries: 0 }, { made: true }]);
});
