import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import type { Finding } from "../../src/admin/doctor/check.js";
import { startApi, type TestApi } from "../support/caller.js";
import { organization } from "../support/factories.js";
import { createNamespace, type TestNamespace } from "../support/namespace.js";
import { admin } from "./command.js";

const directory = mkdtempSync(path.join(tmpdir(), "pratica-doctor-"));
let api: TestApi;
let temporal: TestNamespace;
beforeAll(async () => {
  [api, temporal] = await Promise.all([startApi(), createNamespace()]);
});
afterAll(async () => {
  await api.close();
  await temporal.close();
  rmSync(directory, { recursive: true });
});

const doctor = async (env: Record<string, string> = {}) => {
  const { DATABASE_URL, SECRET_KEY } = api.app.config as { DATABASE_URL: string; SECRET_KEY: string };
  const at = { TEMPORAL_ADDRESS: temporal.address, TEMPORAL_NAMESPACE: temporal.namespace };
  const { status, json } = await admin(["doctor", "--json"], {
    DATA_DIR: directory,
    DATABASE_URL,
    SECRET_KEY,
    ...at,
    ...env,
  });
  const findings = json.findings as Finding[];
  return { status, healthy: json.healthy, of: (check: string) => findings.find((finding) => finding.check === check) };
};

it("says in words what is wrong", async () => {
  await api.pool.query("update installation set secret_key_fingerprint = 'another'");
  const org = await organization(api);
  await api.pool.query(
    "insert into outbox (organization_id, workflow_id, created_at, attempts) values ($1, 'w', now() - interval '3 hours', 4)",
    [org.organizationId],
  );
  const { status, healthy, of } = await doctor({ SMTP_URL: "smtp://127.0.0.1:9" });
  expect([status, healthy]).toEqual([1, false]);
  expect(of("database")).toMatchObject({ state: "ok", says: expect.stringMatching(/has all its tables/) });
  expect(of("secret key")).toMatchObject({ state: "problem", says: expect.stringMatching(/isn't the one/) });
  expect(of("worker")).toMatchObject({ state: "problem", says: expect.stringMatching(/never seen/) });
  expect(of("orders")).toMatchObject({
    state: "warning",
    says: "1 wait for Temporal, the oldest for 3 h; 1 were refused. See the API's log.",
  });
  expect(of("Temporal")).toMatchObject({ state: "ok" });
  expect(of("task queues")).toMatchObject({
    says: expect.stringMatching(/work on pratica, pratica-email, pratica-ai:/),
  });
  expect(of("mail server")).toMatchObject({
    state: "problem",
    says: expect.stringMatching(/127.0.0.1:9 can't be reached/),
  });
  expect(of("disk")).toMatchObject({ says: expect.stringMatching(/MB are free/) });
});

it("finds nothing wrong where nothing is, and names a database that isn't there", async () => {
  await api.pool.query("update installation set secret_key_fingerprint = null");
  await api.pool.query("delete from outbox");
  await api.pool.query("insert into worker_seen values ($1, now(), now())", [randomUUID()]);
  const { of } = await doctor();
  for (const check of ["database", "secret key", "clock", "worker", "orders", "mails", "mail server", "first password"])
    expect(of(check)).toMatchObject({ state: "ok" });
  const absent = await doctor({ DATABASE_URL: "postgres://x:y@127.0.0.1:9/none", TEMPORAL_ADDRESS: "127.0.0.1:9" });
  expect(absent.of("database")).toMatchObject({
    state: "problem",
    says: expect.stringMatching(/can't be used: .*ECONNREFUSED/),
  });
  expect(absent.of("Temporal")).toMatchObject({ state: "problem" });
});
