import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { type AiProduct, modelName, startAiProduct } from "../support/ai-product.js";

const program = fileURLToPath(new URL("../../dist/worker/main.js", import.meta.url));
let product: AiProduct;
const workers: ChildProcess[] = [];

beforeAll(async () => {
  product = await startAiProduct({ workers: false });
});
afterAll(async () => {
  for (const worker of workers) worker.kill("SIGKILL");
  await product?.close();
});

/** The product's worker, as a process of its own that can be killed. */
async function startWorker(): Promise<ChildProcess> {
  const env = {
    ...process.env,
    DATABASE_URL: product.api.app.config.DATABASE_URL,
    TEMPORAL_ADDRESS: product.temporal.address,
    TEMPORAL_NAMESPACE: product.temporal.namespace,
    AI_PROVIDER: "openai-compatible",
    AI_BASE_URL: product.model.url,
    AI_MODEL: modelName,
  };
  const worker = spawn(process.execPath, [program], { env, stdio: ["ignore", "pipe", "inherit"] });
  workers.push(worker);
  await new Promise<void>((ready, failed) => {
    worker.stdout?.on("data", (line: Buffer) => line.includes("worker ready") && ready());
    worker.once("exit", (code) => failed(new Error(`the worker ended with ${code}`)));
  });
  return worker;
}

it("a worker killed in the middle of a call: one draft, once", async () => {
  const { id: docId } = await product.document();
  const first = await startWorker();
  product.model.script.push(
    { silence: true },
    { say: { body: "Una volta sola.", lineItems: null, notes: null } },
    { say: { body: "Mai una seconda.", lineItems: null, notes: null } },
  );
  const drafting = product.org.call("draft_document_from_instructions", { docId, instructions: "Scrivi." });
  await product.model.waitFor(1);
  first.kill("SIGKILL");
  await startWorker();
  expect((await drafting).status).toBe(200);
  expect(await product.temporal.client.workflow.getHandle(`draft-document:${docId}:1`).result()).toBe("drafted");
  const { body, aiRuns } = await product.org.ok("get_document", { docId });
  expect([body, aiRuns.length, aiRuns[0].status]).toEqual(["Una volta sola.", 1, "done"]);
  expect(product.model.requests).toHaveLength(2);
  const changes = "select from audit_event where action = 'draft_document_from_instructions' and record_id = $1";
  expect((await product.api.pool.query(changes, [docId])).rowCount).toBe(1);
});
