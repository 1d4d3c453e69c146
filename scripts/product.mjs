// Starts the product with `npm start` in a folder of its own, and sends requests to it: for the benchmarks and the conformance run.
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import http from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), "..");

/**
 * Starts the product on three ports, beginning with `port`, and waits until it is ready.
 * @param settings further environment variables
 * @param signal aborts the start
 * @returns its facts, among them the API key; `send`, `act`, which calls an action and returns its result, `admin`, which runs a command of
 * the command line and returns what it prints, and `stop`
 */
export async function startProduct(port, connections, settings = {}, signal = undefined) {
  const folder = mkdtempSync(path.join(tmpdir(), "pratica-bench-"));
  const dataDir = path.join(folder, "data");
  const product = spawn("npm", ["start"], {
    cwd: root,
    detached: true,
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      TEMPORAL_PORT: String(port + 1),
      TEMPORAL_UI_PORT: String(port + 2),
      RATE_LIMIT_PER_MINUTE: "100000000",
      LOG_LEVEL: "warn",
      ...settings,
    },
  });
  const stop = async () => {
    const ended = new Promise((resolve) => product.once("exit", resolve));
    process.kill(-product.pid, "SIGTERM");
    await ended;
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    rmSync(folder, { recursive: true, force: true });
  };
  const fact = (name) => JSON.parse(readFileSync(path.join(dataDir, name), "utf8"));
  const send = sender(connections);
  const admin = (...words) => {
    const options = { env: { ...process.env, DATA_DIR: dataDir }, stdio: ["ignore", "pipe", "inherit"] };
    const said = execFileSync("npm", ["run", "--silent", "admin", "--", ...words, "--json"], options).toString();
    return JSON.parse(said.trim().split("\n").at(-1));
  };
  try {
    await until(() => fetch(`http://127.0.0.1:${port}/readyz`).then((response) => response.ok), signal);
    const facts = { ...fact("first-run.json"), ...fact("instance.json") };
    const act = async (action, body, key = facts.apiKey) =>
      JSON.parse(await send(port, `/api/rest/actions/${action}`, key, body)).result;
    return { port, dataDir, ...facts, send, act, admin, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** @returns a function that sends JSON, or a text of it, over this many kept connections and returns the answer's text; any status but 200 is an error */
function sender(connections) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  return (port, pathname, key, body, extraHeaders = {}) => {
    const text = Buffer.isBuffer(body) ? body : JSON.stringify(body);
    return new Promise((resolve, reject) => {
      const headers = {
        "content-type": "application/json",
        "content-length": Buffer.byteLength(text),
        authorization: `Bearer ${key}`,
        ...extraHeaders,
      };
      const request = http.request(
        { host: "127.0.0.1", port, path: pathname, method: "POST", agent, headers },
        (response) => {
          let received = "";
          response.setEncoding("utf8");
          response.on("data", (chunk) => {
            received += chunk;
          });
          response.on("end", () =>
            response.statusCode === 200
              ? resolve(received)
              : reject(new Error(`${pathname} ${response.statusCode} ${received}`)),
          );
        },
      );
      request.on("error", reject);
      request.end(text);
    });
  };
}

/** Waits until `check` returns true, for at most three minutes: a slow machine is no fault. */
export async function until(check, signal) {
  for (const end = Date.now() + 180_000; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 200))) {
    signal?.throwIfAborted();
    if (await check().catch(() => false)) return;
  }
  throw new Error("never ready");
}
