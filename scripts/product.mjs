// The product as `npm start` runs it, in a folder of its own, and requests to it: for the benchmarks and the conformance run.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import http from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), "..");

/** Starts the product on three ports from the given one on, with more settings if need be. @returns its key and facts once it answers, and `stop` */
export async function startProduct(port, connections, settings = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), "pratica-bench-"));
  const product = spawn("npm", ["start"], {
    cwd: root,
    detached: true,
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: path.join(folder, "data"),
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
  const fact = (name) => JSON.parse(readFileSync(path.join(folder, "data", name), "utf8"));
  try {
    await until(() => fetch(`http://127.0.0.1:${port}/readyz`).then((answer) => answer.ok));
    return { port, ...fact("first-run.json"), ...fact("instance.json"), send: sender(connections), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Sends JSON over so many kept connections. @returns the answer's text; any status but 200 is an error */
function sender(connections) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  return (port, pathname, key, body, more = {}) => {
    const text = JSON.stringify(body);
    return new Promise((resolve, reject) => {
      const headers = {
        "content-type": "application/json",
        "content-length": Buffer.byteLength(text),
        authorization: `Bearer ${key}`,
        ...more,
      };
      const sent = http.request(
        { host: "127.0.0.1", port, path: pathname, method: "POST", agent, headers },
        (answer) => {
          let received = "";
          answer.setEncoding("utf8");
          answer.on("data", (chunk) => {
            received += chunk;
          });
          answer.on("end", () =>
            answer.statusCode === 200
              ? resolve(received)
              : reject(new Error(`${pathname} ${answer.statusCode} ${received}`)),
          );
        },
      );
      sent.on("error", reject);
      sent.end(text);
    });
  };
}

/** Waits for at most a minute. */
export async function until(check) {
  for (const end = Date.now() + 60_000; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 200))) {
    if (await check().catch(() => false)) return;
  }
  throw new Error("never ready");
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1];
}
