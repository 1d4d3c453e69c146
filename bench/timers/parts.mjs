// Starts what bench/timers.mjs measures, on free loopback ports: Temporal in memory, a mail server that accepts everything, and the
// product as `npm start` runs it.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { SMTPServer } from "smtp-server";
import { build } from "../../scripts/build.mjs";
import { dist, endChild, startTemporal } from "./temporal.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Starts a mail server that accepts everything. `accepted` maps a subject to the time (epoch ms) at which its mail was accepted. */
async function startMailServer() {
  const accepted = new Map();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    disableReverseLookup: true,
    async onData(stream, _session, respond) {
      let text = "";
      for await (const chunk of stream) text += chunk;
      accepted.set(/^Subject: (.*)$/m.exec(text)?.[1].trim(), Date.now());
      respond(null, "2.0.0 accepted");
    },
  });
  const listener = server.listen(0, "127.0.0.1");
  await once(listener, "listening");
  const url = `smtp://127.0.0.1:${listener.address().port}`;
  return { url, accepted, stop: () => new Promise((resolve) => server.close(resolve)) };
}

/** Starts everything. @returns among others `pids`, the process ids by name, and `stop`, which ends all and deletes their files */
export async function startParts() {
  await build();
  const { freePort } = await dist("launch/ports.js");
  const { until } = await dist("launch/until.js");
  const { childEnvironment } = await dist("config.js");
  const { noTemporalSettings } = await dist("launch/temporal/dev-server.js");

  const folder = mkdtempSync(path.join(tmpdir(), "pratica-bench-timers-"));
  const logFile = path.join(folder, "log");
  const log = openSync(logFile, "a");
  const mail = await startMailServer();
  const running = [];
  const stop = async () => {
    for (const child of running.toReversed()) await endChild(child, "SIGTERM");
    await mail.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => stop().finally(() => process.exit(1)));
  try {
    const { address: temporalAddress, child } = await startTemporal(log);
    running.push(child);
    const apiPort = await freePort();
    const data = path.join(folder, "data");
    const baseUrl = `http://127.0.0.1:${apiPort}`;
    const settings = {
      PORT: String(apiPort),
      BASE_URL: undefined,
      DATABASE_URL: undefined,
      DATA_DIR: data,
      TEMPORAL_ADDRESS: temporalAddress,
      SMTP_URL: mail.url,
      RATE_LIMIT_PER_MINUTE: "100000000",
      LOG_LEVEL: "warn",
    };
    const product = spawn(process.execPath, [path.join(root, "scripts", "start.mjs")], {
      cwd: root,
      detached: true,
      stdio: ["ignore", log, log],
      env: childEnvironment({ ...noTemporalSettings, ...settings }),
    });
    running.push(product);
    const isReady = () =>
      fetch(`${baseUrl}/readyz`).then(
        ({ ok }) => ok,
        () => product.exitCode !== null,
      );
    await until(isReady, { what: "the product", timeoutMs: 60_000 });
    const facts = JSON.parse(readFileSync(path.join(data, "first-run.json"), "utf8"));
    const { databaseUrl, processes } = JSON.parse(readFileSync(path.join(data, "instance.json"), "utf8"));
    const pids = Object.fromEntries(processes.map(({ name, pid }) => [name, pid]));
    return { ...facts, baseUrl, databaseUrl, temporalAddress, mail, pids: { ...pids, Temporal: running[0].pid }, stop };
  } catch (error) {
    const logTail = readFileSync(logFile, "utf8").slice(-2_000);
    await stop();
    throw new Error(`${error.message}\n${logTail}`, { cause: error });
  }
}
