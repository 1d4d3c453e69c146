import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Instance } from "../../src/launch/data-dir/instance.js";
import { freePort } from "./ports.js";

const root = fileURLToPath(new URL("../..", import.meta.url));

export interface FirstRun {
  baseUrl: string;
  organizationId: string;
  userId: string;
  email: string;
  apiKey: string;
}

/** The product as `npm start` runs it, in a DATA_DIR of its own. */
export class Product {
  private readonly folder = mkdtempSync(path.join(tmpdir(), "pratica-product-"));
  readonly dataDir = path.join(this.folder, "data");
  private launcher: ChildProcess | null = null;
  private environment: NodeJS.ProcessEnv = {};
  log = "";

  /** @param extra settings besides ports and DATA_DIR, e.g. SMTP_URL */
  async start(extra: Record<string, string> = {}): Promise<FirstRun> {
    if (!this.environment.PORT) {
      const [port, temporalPort, uiPort] = [await freePort(), await freePort(), await freePort()].map(String);
      this.environment = {
        ...process.env,
        ...extra,
        DATA_DIR: this.dataDir,
        PORT: port,
        TEMPORAL_PORT: temporalPort,
        TEMPORAL_UI_PORT: uiPort,
      };
      delete this.environment.NODE_OPTIONS;
    }
    const launcher = spawn(process.execPath, ["scripts/start.mjs"], {
      cwd: root,
      env: this.environment,
      detached: true,
    });
    this.launcher = launcher;
    const before = this.log.length;
    for (const stream of [launcher.stdout, launcher.stderr])
      stream?.on("data", (chunk: Buffer) => (this.log += chunk.toString()));
    const base = `http://127.0.0.1:${this.environment.PORT}`;
    for (const end = Date.now() + 120_000; Date.now() < end && launcher.exitCode === null; await pause(100)) {
      // Until then the one who answers may be what a killed start left.
      const isUp = this.log.includes("Pratica runs", before);
      const ready =
        isUp &&
        (await fetch(`${base}/readyz`).then(
          (answer) => answer.ok,
          () => false,
        ));
      if (ready) return this.firstRun();
    }
    throw new Error(`the product did not start:\n${this.log}`);
  }

  firstRun(): FirstRun {
    return JSON.parse(readFileSync(path.join(this.dataDir, "first-run.json"), "utf8")) as FirstRun;
  }

  /** Calls an action with the demo key. */
  async call<T>(operation: string, body: object): Promise<T> {
    const { apiKey } = this.firstRun();
    const answer = await fetch(`http://127.0.0.1:${this.environment.PORT}/api/rest/actions/${operation}`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${apiKey}` },
      body: JSON.stringify(body),
    });
    if (answer.status !== 200) throw new Error(`${operation}: ${answer.status} ${await answer.text()}`);
    return ((await answer.json()) as { result: T }).result;
  }

  /** What the launcher says of the instance that runs. */
  instance(): Instance {
    return JSON.parse(readFileSync(path.join(this.dataDir, "instance.json"), "utf8")) as Instance;
  }

  /** SIGKILL of one part, such as `Postgres`; the launcher starts it again. @returns false where it was down already */
  killPart(name: string): boolean {
    const part = this.instance().processes.find((one) => one.name === name);
    if (part) process.kill(part.pid, "SIGKILL");
    return part !== undefined;
  }

  /** SIGKILL of the launcher and of all it started, at once. */
  async kill(): Promise<void> {
    const { processes } = this.instance();
    const ended = new Promise((resolve) => this.launcher?.once("exit", resolve));
    for (const pid of [this.launcher?.pid, ...processes.map((one) => one.pid)]) {
      if (pid) killGroup(pid);
    }
    await ended;
  }

  /** Has the launcher said this, or does it within 120 s? */
  async said(words: string): Promise<boolean> {
    for (const end = Date.now() + 120_000; Date.now() < end && !this.log.includes(words); await pause(100));
    return this.log.includes(words);
  }

  /** SIGTERM, as Ctrl-C does it. @returns the launcher's exit code, once it has ended */
  async end(): Promise<number | null> {
    const launcher = this.launcher;
    if (launcher && launcher.exitCode === null && launcher.signalCode === null) {
      const ended = new Promise((resolve) => launcher.once("exit", resolve));
      launcher.kill("SIGTERM");
      await ended;
    }
    return launcher?.exitCode ?? null;
  }

  /** Ends it, and removes its folder. */
  async stop(): Promise<void> {
    await this.end();
    if (existsSync(this.folder)) rmSync(this.folder, { recursive: true, force: true });
  }
}

/** A part leads its own process group; one that has ended meanwhile is what was wanted. */
function killGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
