import { createServer as createHttpServer, type RequestListener } from "node:http";
import { expect, it } from "@jest/globals";
import Koa from "koa";
import pg from "pg";
import { actionsByName } from "../../src/actions/index.js";
import { labelsOf } from "../../src/api/metrics/requests.js";
import { metricsRouter } from "../../src/api/metrics/router.js";
import { createHandler } from "../../src/api/server.js";
import { metricsPort } from "../../src/config.js";
import type { Database } from "../../src/db/database.js";
import { startApi } from "../support/caller.js";
import { eventually } from "../support/eventually.js";
import { createProject, organization } from "../support/factories.js";
import { closedAfterTest, forAllTests } from "../support/for-tests.js";
import { listening } from "../support/listening.js";
import { figuresWatched, missingFrom, routesNotTimed } from "../support/observability.js";

const api = forAllTests(startApi);

const serve = async (handle: RequestListener) => closedAfterTest(await listening(createHttpServer(handle))).url;

it.each([
  [{}, 3000],
  [{ METRICS_PORT: 9464 }, 9464],
  [{ BASE_URL: "https://pratica.example.it" }, null],
  [{ BASE_URL: "https://pratica.example.it", METRICS_PORT: 9464 }, 9464],
  [{ BASE_URL: "http://127.0.0.1:8080" }, 3000],
])("with %j the metrics have the port %j", (settings, port) => {
  expect(metricsPort({ PORT: 3000, METRICS_PORT: undefined, BASE_URL: "http://localhost:3000", ...settings })).toBe(
    port,
  );
});

it("answers /metrics at the API's port only where it is the metrics' port", async () => {
  expect((await fetch(`${api.url}/metrics`)).status).toBe(200);
  const elsewhere = { ...api.app.config, METRICS_PORT: 9464 };
  const url = await serve(createHandler({ ...api.app, config: elsewhere }));
  expect((await fetch(`${url}/metrics`)).status).toBe(404);
  const alone = await serve(new Koa().use(metricsRouter(api.app.database).routes()).callback());
  expect(await (await fetch(`${alone}/metrics`)).text()).toContain("pratica_outbox_waiting 0");
  expect((await fetch(`${alone}/readyz`)).status).toBe(404);
});

it.each([
  [{ params: { operation: "create_project" }, status: 200 }, "/api/rest/actions/create_project", "2xx"],
  [{ params: { operation: "create_project" }, status: 404 }, "/api/rest/actions/create_project", "4xx"],
  [
    { params: { operation: "x".repeat(50) }, _matchedRoute: "/api/rest/actions/:operation", status: 404 },
    "unknown",
    "4xx",
  ],
  [{ params: {}, _matchedRoute: "/mailbox/:id", status: 500 }, "/mailbox/:id", "5xx"],
  [{ status: 404 }, "unknown", "4xx"],
])("counts %j under %s and %s", (request, route, status) => {
  expect(labelsOf(request)).toEqual({ route, status });
});

const metric = async (name: string) => {
  const [, value] = new RegExp(`^${name} (.+)$`, "m").exec(await (await fetch(`${api.url}/metrics`)).text()) ?? [];
  return Number(value);
};

it("tells how late the oldest reminder is that has not fired, without those whose clock is suspended", async () => {
  const org = await organization(api);
  expect(await metric("pratica_reminders_late_seconds")).toBe(0);
  const reminders = [1, 2].map(() => org.ok("create_reminder", { title: "Chiamare", dueAt: Date.now() + 86_400_000 }));
  const [late, overdue] = await Promise.all(reminders);
  const dueAgo = (id: string | undefined, interval: string) =>
    api.pool.query("update reminder set due_at = now() - $2::interval where id = $1", [id, interval]);
  await dueAgo(late?.id, "90 seconds");
  expect(await metric("pratica_reminders_late_seconds")).toBeCloseTo(90, -1);
  expect(await metric("pratica_reminders_overdue")).toBe(0);
  await dueAgo(overdue?.id, "25 hours");
  expect(await metric("pratica_reminders_late_seconds")).toBeCloseTo(90_000, -2);
  expect(await metric("pratica_reminders_overdue")).toBe(1);
});

it("counts the messages that failed within a day, without those that were withdrawn", async () => {
  const org = await organization(api);
  const send = async () => (await org.ok("send_message", { to: "a@example.test", body: "A" })).message.id;
  for (const error of ["550 5.1.1 no such user", null, "not sent: revision 2 was sent instead"])
    await api.pool.query("update message set status = 'failed', error = $2 where id = $1", [await send(), error]);
  expect(await metric("pratica_messages_failed")).toBe(2);
});

const dayAgo = "now() - interval '1 day'";

it.each([
  [
    "messages_queued",
    "message",
    "status = 'queued', handed_over_at = null",
    ["status = 'queued', handed_over_at = now()", "status = 'sent', handed_over_at = null"],
  ],
  [
    "messages_oldest_queued_seconds",
    "message",
    `status = 'queued', handed_over_at = null, created_at = ${dayAgo}`,
    [
      "status = 'queued', handed_over_at = now(), created_at = now() - interval '2 days'",
      "status = 'sent', handed_over_at = null, created_at = now() - interval '2 days'",
    ],
  ],
  [
    "messages_failed",
    "message",
    "status = 'failed', updated_at = now()",
    ["status = 'sent', updated_at = now()", "status = 'failed', updated_at = now() - interval '25 hours'"],
  ],
  ["outbox_refused", "outbox", "attempts = 1", ["attempts = 0"]],
  ["reminders_due", "reminder", "status = 'due'", ["status = 'pending'", "status = 'done'"]],
  [
    "deadlines_running",
    "submission",
    "clock_state = 'running'",
    ["clock_state = 'suspended'", "clock_state = 'overdue'", "clock_state = 'closed'"],
  ],
  [
    "deadlines_overdue",
    "submission",
    "clock_state = 'overdue'",
    ["clock_state = 'suspended'", "clock_state = 'running'", "clock_state = 'closed'"],
  ],
  [
    "deadlines_late",
    "submission",
    "clock_state = 'running', decision_deadline = now() - interval '3 days'",
    ["clock_state = 'overdue'", `clock_state = 'running', decision_deadline = ${dayAgo}`],
  ],
])("pratica_%s looks at a %s of which %s, and at no other", async (name, table, counted, others) => {
  const org = await organization(api);
  const { id: projectId } = await createProject(org);
  await org.ok("send_message", { to: "a@example.test", body: "A" });
  await org.ok("record_submission", { projectId, decisionDeadline: Date.now() + 60 * 86_400_000 });
  const figureWith = async (values: string) => {
    await api.pool.query(`update ${table} set ${values} where organization_id = $1`, [org.organizationId]);
    return metric(`pratica_${name}`);
  };
  const figure = await figureWith(counted);
  for (const other of others) expect(await figureWith(other)).toBeLessThan(figure);
});

it("tells which connections of the pool are in use, and how many wait for one", async () => {
  const { pool } = api;
  // Else what was counted before is told meanwhile.
  await api.app.limits.stop();
  const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  const waiting = [pool.query("select"), pool.query("select")];
  const asked = fetch(`${api.url}/metrics`);
  await eventually(async () => pool.waitingCount >= 3);
  for (const connection of held) connection.release();
  await Promise.all(waiting);
  const text = await (await asked).text();
  expect(text).toMatch(/^pratica_database_connections\{state="used"\} 5$/m);
  expect(text).toMatch(/^pratica_database_connections\{state="idle"\} 0$/m);
  expect(text).toMatch(/^pratica_database_connections_max 5$/m);
  expect(text).toMatch(/^pratica_database_waiting 2$/m);
});

it("answers without figures of rows while Postgres doesn't, so that alerts go on and name the cause", async () => {
  await metric("pratica_worker_seconds_since_seen");
  const pool = new pg.Pool({ connectionString: "postgres://nobody:x@127.0.0.1:9/none" });
  const url = await serve(new Koa().use(metricsRouter({ pool } as Database).routes()).callback());
  const answer = await fetch(`${url}/metrics`);
  const text = await answer.text();
  await pool.end();
  expect(answer.status).toBe(200);
  expect(text).toMatch(/^pratica_database_writable 0$/m);
  expect(text).toMatch(/^pratica_build_info/m);
  expect(text).not.toMatch(/^pratica_(outbox|worker|messages|reminders|deadlines|mailboxes)/m);
  expect(await metric("pratica_database_writable")).toBe(1);
  expect(await metric("pratica_outbox_waiting")).not.toBeNaN();
});

it("has every figure that the dashboard and the alerts look at", async () => {
  const watched = figuresWatched(["pratica", "process", "nodejs"]);
  expect(watched.length).toBeGreaterThan(20);
  expect(missingFrom(await (await fetch(`${api.url}/metrics`)).text(), watched)).toEqual([]);
});

it("takes nothing for slow that waits for a worker, or for a client that uploads", () => {
  const waiting = [...actionsByName.values()].filter(({ finish }) => finish);
  expect(waiting.length).toBeGreaterThan(3);
  const routes = waiting.map(({ name }) => `/api/rest/actions/${name}`);
  for (const route of [...routes, "/api/rest/files", "/files/:secret"]) expect(route).toMatch(routesNotTimed());
  expect("/api/rest/actions/create_project").not.toMatch(routesNotTimed());
});

it("lets no request name what it is counted under", async () => {
  const paths = [
    "/api/rest/actions/no_such_action",
    "/nothing/here",
    "/mailbox/0",
    "/api/mcp?x=1",
    "/%00",
    "/api/rest/files/x",
  ];
  for (const path of paths) {
    for (const method of ["GET", "POST", "PUT", "PROPFIND"]) await fetch(`${api.url}${path}`, { method });
  }
  const text = await (await fetch(`${api.url}/metrics`)).text();
  const labels = [...text.matchAll(/pratica_http_request_seconds_count\{route="([^"]*)",status="([^"]*)"\}/g)];
  expect(labels.length).toBeGreaterThan(3);
  for (const [, route = "", status] of labels) {
    const action = /^\/api\/rest\/actions\/(\w+)$/.exec(route)?.[1];
    expect(action === undefined || actionsByName.has(action)).toBe(true);
    expect(paths).not.toContain(route);
    expect(status).toMatch(/^[2-5]xx$/);
  }
});
