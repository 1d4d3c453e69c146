import { afterAll, expect, it } from "@jest/globals";
import { admin } from "../admin/command.js";
import { arrivals } from "../support/deliveries.js";
import { Product, pause } from "../support/product.js";
import { startSmtp } from "../support/smtp.js";

interface State {
  id: string;
  status: string;
  handedOverAt: string | null;
}

const count = 30;
const product = new Product();
const mail = await startSmtp();
/** Every message has come in full when it waits before its answer: the kill falls between DATA and the answer. */
const provider = await startSmtp({ delayMs: 600 });

afterAll(async () => {
  await product.stop();
  await Promise.all([mail.close(), provider.close()]);
}, 60_000);

it("sends none of 30 PECs twice though everything is killed in the middle; those that were cut off are uncertain", async () => {
  const { organizationId } = await product.start({ SMTP_URL: mail.url });
  const set = ["channel", "set", "--organization", organizationId, "--channel", "pec", "--from", "studio@pec.test"];
  const { status } = await admin([...set, "--smtp-url", provider.url, "--json"], { DATA_DIR: product.dataDir });
  expect(status).toBe(0);
  const threads: string[] = [];
  for (let n = 1; n <= count; n++) {
    const to = `comune${n}@pec.test`;
    const { thread } = await product.call<{ thread: { id: string } }>("send_message", {
      channel: "pec",
      to,
      body: "Istanza",
    });
    threads.push(thread.id);
  }
  while (provider.messages.length < 10) await pause(20);
  await product.kill();
  await product.start();

  const states = () =>
    Promise.all(
      threads.map(async (threadId) => {
        const { messages } = await product.call<{ messages: State[] }>("get_thread", { threadId });
        return messages[0] as State;
      }),
    );
  const isSettled = ({ status, handedOverAt }: State) => status === "uncertain" || handedOverAt !== null;
  for (const end = Date.now() + 120_000; !(await states()).every(isSettled) && Date.now() < end; ) await pause(500);

  const found = await states();
  const uncertain = found.filter((message) => message.status === "uncertain");
  const counts = arrivals(provider.messages);
  process.stdout.write(`${counts.size} of ${count} arrived; ${uncertain.length} are uncertain\n`);
  expect(found.filter((message) => !isSettled(message))).toEqual([]);
  expect([...counts.values()].filter((times) => times > 1)).toEqual([]);
  expect(uncertain.length).toBeGreaterThan(0);
  expect(uncertain.length).toBeLessThanOrEqual(4);
  // Whatever didn't arrive is among those of which it isn't known.
  const arrived = (id: string) => counts.has(`<m.${id}@localhost>`);
  expect(found.filter((message) => message.handedOverAt !== null && !arrived(message.id))).toEqual([]);
}, 300_000);
