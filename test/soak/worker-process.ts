import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterEach } from "@jest/globals";
import type { TestApi } from "../support/caller.js";
import type { TestNamespace } from "../support/namespace.js";

const program = fileURLToPath(new URL("../../dist/worker/main.js", import.meta.url));
const workers: ChildProcess[] = [];

/**
 * The product's worker over an API's database, as a process of its own that can be killed; it ends with the test.
 * @returns it, once it is ready
 */
export async function startWorkerProcess(
  api: TestApi,
  { address, namespace }: TestNamespace,
  settings: Record<string, string> = {},
): Promise<ChildProcess> {
  const env = {
    ...process.env,
    DATABASE_URL: api.app.config.DATABASE_URL,
    TEMPORAL_ADDRESS: address,
    TEMPORAL_NAMESPACE: namespace,
    ...settings,
  };
  const worker = spawn(process.execPath, [program], { env, stdio: ["ignore", "pipe", "inherit"] });
  workers.push(worker);
  await new Promise<void>((ready, failed) => {
    worker.stdout?.on("data", (line: Buffer) => line.includes("worker ready") && ready());
    worker.once("exit", (code) => failed(new Error(`the worker ended with ${code}`)));
  });
  return worker;
}

afterEach(() => {
  for (const worker of workers.splice(0)) worker.kill("SIGKILL");
});
