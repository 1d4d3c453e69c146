import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const restartMs = 200;
const root = fileURLToPath(new URL("../..", import.meta.url));

/** A program of the product as a container runs it: it is started again whenever it ends. */
export class Node {
  private process: ChildProcess | null = null;
  private isWanted = true;
  kills = 0;
  log = "";

  constructor(
    readonly program: "api" | "worker",
    private readonly settings: Record<string, string>,
  ) {
    this.start();
  }

  private start(): void {
    const node = spawn(process.execPath, [`dist/${this.program}/main.js`], {
      cwd: root,
      env: { PATH: process.env.PATH, LOG_LEVEL: "warn", ...this.settings },
    });
    this.process = node;
    for (const stream of [node.stdout, node.stderr])
      stream.on("data", (chunk) => {
        this.log = (this.log + chunk).slice(-10_000);
      });
    node.once("exit", () => setTimeout(() => this.isWanted && this.start(), restartMs));
  }

  get pid(): number | undefined {
    return this.process?.pid;
  }

  kill(): void {
    this.kills++;
    this.process?.kill("SIGKILL");
  }

  /** SIGTERM, as a container is stopped. */
  async stop(): Promise<void> {
    this.isWanted = false;
    const node = this.process;
    if (!node || node.exitCode !== null || node.signalCode !== null) return;
    const ended = new Promise((resolve) => node.once("exit", resolve));
    node.kill("SIGTERM");
    const byForce = setTimeout(() => node.kill("SIGKILL"), 20_000);
    await ended;
    clearTimeout(byForce);
  }
}
