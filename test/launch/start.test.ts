import { execFile } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, statSync } from "node:fs";
import { request } from "node:http";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import pg from "pg";
import { applicationUrl } from "../../src/db/preparation/application-url.js";
import { readInstance } from "../../src/launch/data-dir/instance.js";
import { isAlive, type KnownProcess } from "../../src/launch/processes/known-process.js";
import { until } from "../../src/launch/until.js";
import { figuresWatched, missingFrom } from "../support/observability.js";
import { freePort } from "../support/ports.js";
import { Product } from "../support/product.js";

// Its DATA_DIR lies in a folder of mode 0700: run by root, the tests also prove that Postgres, as another user, gets along with that.
const product = new Product();
const root = fileURLToPath(new URL("../..", import.meta.url));
const modeOf = (file: string) => statSync(path.join(product.dataDir, file)).mode & 0o777;
const facts = () => JSON.parse(readFileSync(path.join(product.dataDir, "first-run.json"), "utf8"));
const running = (): KnownProcess[] => {
  const instance = readInstance(product.dataDir);
  return instance ? [instance.launcher, ...instance.processes] : [];
};

const warnings = (from = 0) =>
  product.log
    .slice(from)
    .split("\n")
    .filter((line) => /"level":[4-6]0/.test(line));

let workerMetrics = 0;

beforeAll(async () => {
  workerMetrics = await freePort();
  await product.start({ WORKER_METRICS_PORT: String(workerMetrics) });
});
afterAll(() => product.stop());

describe("npm start", () => {
  it("leads a folder closed to others, and opens it for nobody", () => {
    expect(statSync(path.dirname(product.dataDir)).mode & 0o777).toBe(0o700);
    expect(modeOf(".")).toBe(0o700);
    expect(modeOf("postgres")).toBe(0o700);
  });

  it("keeps the facts of the first start for their owner alone, and prints them once", () => {
    expect(Object.keys(facts())).toEqual([
      "baseUrl",
      "organizationId",
      "userId",
      "email",
      "password",
      "apiKey",
      "temporalUi",
      "mailbox",
    ]);
    expect([modeOf("first-run.json"), modeOf("secrets.json"), modeOf("instance.json")]).toEqual([0o600, 0o600, 0o600]);
    expect(existsSync(path.join(product.dataDir, "first-run.pending.json"))).toBe(false);
    expect(product.log.split(facts().apiKey)).toHaveLength(2);
    expect(product.log.split(facts().password)).toHaveLength(2);
  });

  it("warns of nothing while all is well", () => {
    expect(warnings()).toEqual([]);
  });

  it("serves every address that it names, and the key opens the API", async () => {
    const { baseUrl, temporalUi, mailbox } = facts();
    for (const url of [`${baseUrl}/healthz`, `${baseUrl}/docs`, temporalUi, mailbox]) {
      expect([url, (await fetch(url)).status]).toEqual([url, 200]);
    }
    expect(await (await fetch(`${baseUrl}/readyz`)).json()).toMatchObject({ database: "ok", temporal: "ok" });
    await expect(product.call("create_project", { name: "Prova" })).resolves.toMatchObject({ name: "Prova" });
  });

  it("shows the figures of the worker's Temporal SDK, all that the dashboard and the alerts look at", async () => {
    const metrics = await (await fetch(`http://127.0.0.1:${workerMetrics}/metrics`)).text();
    const watched = figuresWatched(["temporal"]);
    expect(watched.length).toBeGreaterThan(2);
    expect(missingFrom(metrics, watched)).toEqual([]);
  });

  it("tells of requests in a file, and not to the person at the terminal", async () => {
    const file = path.join(product.dataDir, "logs", "access.log");
    await product.call("list_projects", {});
    const written = () => readFileSync(file, "utf8").includes('"route":"/api/rest/actions/list_projects"');
    await until(written, { what: "line of the request", timeoutMs: 120_000 });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(product.log).not.toContain('"event":"request"');
  });

  it("keeps what people wrote out of Postgres' log", async () => {
    const database = new pg.Client({
      connectionString: applicationUrl(readInstance(product.dataDir)?.databaseUrl ?? ""),
    });
    await database.connect();
    const written = database.query("update organization set name = 'Studio Riservato', timezone = null");
    await expect(written).rejects.toMatchObject({ detail: expect.stringContaining("Studio Riservato") });
    await database.end();
    const log = readFileSync(path.join(product.dataDir, "logs", "postgres.log"), "utf8");
    expect(log).toContain('ERROR:  null value in column "timezone"');
    expect(log).not.toContain("Studio Riservato");
  });

  it("runs nothing of ours as root: started by root, the parts run as Postgres' user", () => {
    const { uid } = statSync(path.join(product.dataDir, "postgres"));
    const ours = readInstance(product.dataDir)?.processes.filter(({ name }) => name !== "Temporal") ?? [];
    expect(ours.map(({ name, pid }) => [name, statSync(`/proc/${pid}`).uid])).toEqual(
      ["Postgres", "mailbox", "worker", "API"].map((name) => [name, uid]),
    );
    expect(uid).not.toBe(0);
  });

  it("answers no page elsewhere whose name leads to Temporal's Web UI or the mailbox", async () => {
    for (const address of [facts().temporalUi, facts().mailbox]) {
      const { port, pathname } = new URL(address);
      const headers = { host: `evil.example:${port}` };
      const sent = request({ host: "127.0.0.1", port, path: pathname, headers }).end();
      const [answer] = await once(sent, "response");
      answer.resume();
      expect([address, answer.statusCode]).toEqual([address, address === facts().mailbox ? 404 : 421]);
    }
  });

  it("refuses a second start on the same DATA_DIR, with one line", async () => {
    const env = { ...process.env, DATA_DIR: product.dataDir, PORT: "1" };
    const second = promisify(execFile)(process.execPath, ["scripts/start.mjs"], { cwd: root, env });
    await expect(second).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/is in use: Pratica runs on it/),
    });
    expect(running().every(isAlive)).toBe(true);
  });

  it("refuses a port that another program has, naming the setting", async () => {
    const { port } = new URL(facts().baseUrl);
    const env = { ...process.env, DATA_DIR: `${product.dataDir}-other`, PORT: port, TEMPORAL_ADDRESS: "127.0.0.1:1" };
    const other = promisify(execFile)(process.execPath, ["scripts/start.mjs"], { cwd: root, env });
    await expect(other).rejects.toMatchObject({ code: 1, stdout: expect.stringContaining(`port ${port} (PORT)`) });
  });

  it("starts a part again that ends unasked", async () => {
    // One that starts in no time; the soak kills each of them.
    const mailbox = readInstance(product.dataDir)?.processes.find(({ name }) => name === "mailbox") as KnownProcess;
    process.kill(mailbox.pid, "SIGKILL");
    await expect(product.said("mailbox is back")).resolves.toBe(true);
    expect(isAlive(mailbox)).toBe(false);
  });

  // What it is after SIGKILL of everything is for the soak to say.
  it("recovers after SIGKILL of the launcher alone, ending what it left: same facts, same data", async () => {
    const before = facts();
    const earlier = running();
    process.kill((earlier[0] as KnownProcess).pid, "SIGKILL");
    await product.start();
    expect(earlier.some(isAlive)).toBe(false);
    expect(product.log).toContain("Ended processes left by an earlier start");
    expect(facts()).toEqual(before);
    await expect(product.call("list_projects", {})).resolves.toMatchObject({ items: [{ name: "Prova" }] });
    expect(product.log.split(before.apiKey)).toHaveLength(2);
  });

  it("ends on SIGTERM, each part before what it needs, leaving no process behind", async () => {
    const earlier = running();
    const said = product.log.length;
    expect(earlier.length).toBe(6);
    expect(await product.end()).toBe(0);
    expect(warnings(said)).toEqual([]);
    expect(earlier.some(isAlive)).toBe(false);
    expect(readInstance(product.dataDir)).toBeNull();
  });
});
