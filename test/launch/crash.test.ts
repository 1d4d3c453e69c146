import { afterAll, expect, it } from "@jest/globals";
import { isAlive } from "../../src/launch/known-process.js";
import { until } from "../../src/launch/until.js";
import { arrivals, sendQuotes } from "../support/deliveries.js";
import { eventually } from "../support/eventually.js";
import { Product, pause } from "../support/product.js";
import { startSmtp } from "../support/smtp.js";

const product = new Product();
let taken = 0;
let letGo = () => {};
const killed = new Promise<void>((resolve) => {
  letGo = resolve;
});
/** Only the first has its answer before all are killed. */
const smtp = await startSmtp({ onMail: () => (++taken === 1 ? undefined : killed) });

afterAll(async () => {
  await product.stop();
  await smtp.close();
});

it("loses neither mail nor data when everything is killed in the middle of a delivery", async () => {
  await product.start({ SMTP_URL: smtp.url });
  const sent = await sendQuotes(product, 8);
  const facts = product.firstRun();
  await eventually(async () => taken > 1 || undefined);
  const earlier = product.instance().processes;
  await product.kill();
  await until(() => !earlier.some(isAlive), { what: "end of everything", timeoutMs: 120_000 });
  expect(smtp.messages).toHaveLength(1);
  letGo();

  await product.start();
  expect(product.firstRun()).toEqual(facts);
  expect(product.log.split(facts.apiKey)).toHaveLength(2);
  const { items } = await product.call<{ items: object[] }>("list_documents", {});
  expect(items).toHaveLength(8);
  const deadline = Date.now() + 120_000;
  while (arrivals(smtp.messages).size < 8 && Date.now() < deadline) await pause(200);
  // One that arrives twice does so while the last ones come in.
  await pause(3_000);

  const counts = arrivals(smtp.messages);
  expect([...counts.keys()].sort()).toEqual(sent.map((id) => `<m.${id}@localhost>`).sort());
  expect([...counts.values()].filter((count) => count > 1).length).toBeLessThanOrEqual(4);
  expect(Math.max(...counts.values())).toBeLessThanOrEqual(2);
});
