// npm run bench:stall [seconds per round, default 5]: reads a contact with one key, alone and while another key does its worst, in turn,
// and compares the 99th percentiles; only the ratios are meaningful. The attacker is a process of its own. Everything is on loopback.
import { execFileSync, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { startProduct } from "../scripts/product.mjs";
import { load, median } from "./timers/figures.mjs";

const port = 3910;
const rounds = 3;
const repeated = (part, length) => part.repeat(Math.ceil(length / part.length)).slice(0, length);
const million = 1_000_000;

/** What an attacker sends again and again: the operation and the body's text. */
const attacks = {
  "8 million open brackets": () => ["list_projects", `{"a":${"[".repeat(8 * million)}`],
  "a million values": () => ["update_document", `{"a":[${"0,".repeat(million)}0]}`],
  "150,000 unknown keys": () => ["list_projects", `{${Array.from({ length: 150_000 }, (_, n) => `"k${n}":0`).join()}}`],
  "a text of 32 MB": () => [
    "add_price_book_entries",
    JSON.stringify({ bookId: "x", entries: "x".repeat(33 * million) }),
  ],
  "reviews of a million characters": ({ docId }) => ["review_document", JSON.stringify({ docId })],
};

if (process.send) await attack(...process.argv.slice(2));
else await measure(Number(process.argv[2] ?? 5) * 1000);

async function attack(name, key, docId) {
  const [operation, body] = attacks[name]({ docId });
  const headers = { "content-type": "application/json", authorization: `Bearer ${key}` };
  const url = `http://127.0.0.1:${port}/api/rest/actions/${operation}`;
  const again = () =>
    fetch(url, { method: "POST", headers, body }).then(
      (answer) => answer.text(),
      () => undefined,
    );
  await Promise.all(
    [1, 2, 3, 4].map(async () => {
      for (;;) await again();
    }),
  );
}

async function measure(roundMs) {
  const { apiKey, organizationId, dataDir, send, stop } = await startProduct(port, 4);
  try {
    const call = async (operation, body) =>
      JSON.parse(await send(port, `/api/rest/actions/${operation}`, apiKey, body)).result;
    const named = ["key", "create", "--organization", organizationId, "--name", "attacker", "--json"];
    const made = execFileSync("npm", ["run", "--silent", "admin", "--", ...named], {
      env: { ...process.env, DATA_DIR: dataDir },
    });
    const { key } = JSON.parse(made.toString().trim().split("\n").at(-1));
    const { id: contactId } = await call("create_contact", { name: "Anna" });
    const body = repeated("Relazione tecnica illustrativa. ", 990_000);
    const { id: docId } = await call("create_document", { title: "Relazione", kind: "report", body });
    const read = () => call("get_contact", { contactId });
    await p99(read, 1000);
    for (const name of Object.keys(attacks)) {
      const figures = [];
      for (let n = 0; n < rounds; n++) {
        const alone = await p99(read, roundMs);
        const attacker = fork(fileURLToPath(import.meta.url), [name, key, docId]);
        await new Promise((resolve) => setTimeout(resolve, 1000));
        figures.push({ alone, beside: await p99(read, roundMs) });
        attacker.kill();
        await new Promise((resolve) => attacker.once("exit", resolve));
      }
      const ratio = median(figures.map(({ alone, beside }) => beside / alone));
      const times = `p99 alone ${median(figures.map((f) => f.alone)).toFixed(0)} ms, beside ${median(figures.map((f) => f.beside)).toFixed(0)} ms`;
      process.stdout.write(`${name}: ${ratio.toFixed(1)} times (${times}; ${load()})\n`);
    }
  } finally {
    await stop();
  }
}

/** The 99th percentile of a call's times in ms, by two callers who pause 5 ms between calls. */
async function p99(callOnce, ms) {
  const end = performance.now() + ms;
  const times = [];
  const caller = async () => {
    for (let began = performance.now(); began < end; began = performance.now()) {
      await callOnce();
      times.push(performance.now() - began);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  await Promise.all([caller(), caller()]);
  return times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)];
}
