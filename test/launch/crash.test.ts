import { afterAll, expect, it } from "@jest/globals";
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

it("loses no mail when everything is killed in the middle of a delivery", async () => {
  await product.start({ SMTP_URL: smtp.url });
  const sent = await sendQuotes(product, 8);
  await eventually(async () => taken > 1 || undefined);
  await product.kill();
  expect(smtp.messages).toHaveLength(1);
  letGo();

  await product.start();
  const deadline = Date.now() + 120_000;
  while (arrivals(smtp.messages).size < 8 && Date.now() < deadline) await pause(200);
  // One that arrives twice does so while the last ones come in.
  await pause(3_000);

  const counts = arrivals(smtp.messages);
  expect([...counts.keys()].sort()).toEqual(sent.map((id) => `<m.${id}@localhost>`).sort());
  expect([...counts.values()].filter((count) => count > 1).length).toBeLessThanOrEqual(4);
  expect(Math.max(...counts.values())).toBeLessThanOrEqual(2);
});
