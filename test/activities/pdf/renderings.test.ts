import { beforeAll, beforeEach, expect, it } from "@jest/globals";
import { activitiesOver } from "../../support/activities.js";
import { attempt } from "../../support/activity-attempt.js";
import { startApi } from "../../support/caller.js";
import { eventually } from "../../support/eventually.js";
import { organization } from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";

const api = forAllTests(() => startApi({ waitLimitMs: 0 }));
const org = forAllTests(() => organization(api));
let input: { organizationId: string; renderingId: string };
let makePdf: ReturnType<typeof activitiesOver>["makePdf"];

beforeAll(async () => {
  ({ makePdf } = activitiesOver(api.app.database, api.app.config));
});
beforeEach(async () => {
  const { id: docId } = await org.ok("create_document", { title: "Relazione", body: "Lunga. ".repeat(8_000) });
  const { workflowId } = await org.ok("render_document", { docId });
  input = { organizationId: org.organizationId, renderingId: workflowId.split(":")[1] };
});

const outcome = async () =>
  (await api.pool.query("select file_id is not null as made, error from rendering where id = $1", [input.renderingId]))
    .rows[0];

/** An attempt that is at its document. @param tries what the one before told of those before */
async function begun(tries: number) {
  const own = attempt(makePdf, input, { tries });
  await eventually(async () => (own.heartbeatDetails() as { tries: number }).tries > tries);
  return own;
}

it("stays as another attempt has ended it", async () => {
  const own = await begun(0);
  await api.pool.query("update rendering set error = 'the first', done_at = now() where id = $1", [input.renderingId]);
  await own.result;
  expect(await outcome()).toEqual({ made: false, error: "the first" });
});

it("counts an attempt while it lasts, since its worker may be killed over it, and none whose worker stops", async () => {
  const own = await begun(0);
  expect(own.heartbeatDetails()).toEqual({ tries: 1 });
  own.stopWorker();
  await expect(own.result).rejects.toThrow("WORKER_SHUTDOWN");
  expect(own.heartbeatDetails()).toEqual({ tries: 0 });
});

it("is given up once its worker has been killed over it five times", async () => {
  const last = await begun(4);
  last.stopWorker();
  await last.result.catch(() => undefined);
  await attempt(makePdf, input, { tries: 5 }).result;
  expect(await outcome()).toEqual({ made: false, error: "its PDF can't be made" });
});
