import { afterAll, expect, it } from "@jest/globals";
import { arrivals, sendQuotes } from "../support/deliveries.js";
import { Product, pause } from "../support/product.js";
import { startSmtp } from "../support/smtp.js";

const product = new Product();
const smtp = await startSmtp({ delayMs: 400 });

afterAll(async () => {
  await product.stop();
  await smtp.close();
}, 60_000);

it("delivers all of 40 documents though everything is killed in the middle; at most 4 arrive twice, under the same Message-ID", async () => {
  await product.start({ SMTP_URL: smtp.url });
  const sent = await sendQuotes(product, 40);
  while (smtp.messages.length < 12) await pause(20);
  await product.kill();
  const killedAt = smtp.messages.length;
  expect(killedAt).toBeLessThan(40);

  await product.start();
  const deadline = Date.now() + 120_000;
  while (arrivals(smtp.messages).size < 40 && Date.now() < deadline) await pause(200);
  await pause(5_000);

  const counts = arrivals(smtp.messages);
  expect([...counts.keys()].sort()).toEqual(sent.map((id) => `<m.${id}@localhost>`).sort());
  const twice = [...counts.values()].filter((count) => count > 1);
  process.stdout.write(`killed after ${killedAt} of 40; ${twice.length} arrived twice\n`);
  expect(twice.length).toBeLessThanOrEqual(4);
  expect(Math.max(...counts.values())).toBeLessThanOrEqual(2);
}, 300_000);
