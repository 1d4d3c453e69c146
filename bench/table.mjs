// npm run bench [-- name[=size] …]: how fast Pratica is, one row after another or only the named ones, each as a ratio to something measured in the
// same run, beside its target. npm run bench:quick: the daily one, actions only, in less than two minutes. Each row is a file of
// bench/rows with a product and data of its own; all is on loopback, from BENCH_PORT (default 3900) on. It needs wrk. The exit code is 1 if
// a target was missed. Ratios mean more than rates, and all mean more on a machine that does nothing else.
import { availableParallelism } from "node:os";
import { build } from "../scripts/build.mjs";
import { load, memoryReadNs, say } from "./figures.mjs";
import { createStage } from "./stage.mjs";
import { hasWrk } from "./wrk.mjs";

const all = [
  "throughput",
  "orders",
  "mcp",
  "search_price_book",
  "search_records",
  "add_price_book_entries",
  "bills",
  "lists",
  "processes",
  "memory",
  "growth",
  "organizations",
];
const quick = process.argv.includes("--quick");
const sizes = new Map(
  process.argv
    .slice(2)
    .filter((name) => name !== "--quick")
    .map((name) => name.split("=")),
);
const names = sizes.size > 0 ? [...sizes.keys()] : quick ? ["throughput"] : all;
const unknown = names.filter((name) => !all.includes(name));
if (unknown.length > 0) fail(`There is no row ${unknown.join(", ")}; there are ${all.join(", ")}.`);
if (!hasWrk()) fail("The load comes from wrk, which isn't installed.");

let stage;
let isInterrupted = false;
for (const signal of ["SIGINT", "SIGTERM"])
  process.once(signal, async () => {
    isInterrupted = true;
    await stage?.end();
    process.exit(1);
  });

const began = performance.now();
const secondsSince = (moment) => Math.round((performance.now() - moment) / 1000);
const header = ["row", "what", "target", "figure", "verdict"];
const cells = [];

await build();
for (const name of names) {
  const { title, run } = await import(fileOf(name));
  const rowBegan = performance.now();
  say(`${name}: ${title} (${load()}, a read of memory ${Math.round(memoryReadNs())} ns)`);
  const port = Number(process.env.BENCH_PORT ?? 3900);
  const size = sizes.get(name) === undefined ? undefined : Number(sizes.get(name));
  stage = createStage({ port, quick, size, say: (line) => say(`  ${line}`) });
  let lines;
  try {
    lines = await run(stage);
  } catch (error) {
    if (isInterrupted) break;
    process.stderr.write(`${error.stack}\n`);
    lines = [{ what: "failed", target: "", figure: error.message.split("\n")[0].slice(0, 80), reached: false }];
  } finally {
    await stage.end();
  }
  const own = lines.map((line) => [name, line.what, line.target, line.figure, verdict(line)]);
  cells.push(...own);
  for (const line of aligned(own)) say(`  ${line}`);
  say(`  took ${secondsSince(rowBegan)} s`);
}

if (isInterrupted) await new Promise(() => undefined);
const missed = cells.filter((line) => line.at(-1) === "missed").length;
say(`\n${aligned([header, ...cells]).join("\n")}`);
say(
  `${missed === 0 ? "No target" : missed === 1 ? "1 target" : `${missed} targets`} missed, after ${secondsSince(began)} s on ${availableParallelism()} cores; ${load()}`,
);
process.exitCode = missed === 0 ? 0 : 1;

function verdict({ reached }) {
  return reached === null ? "not judged" : reached ? "reached" : "missed";
}

function aligned(table) {
  const widths = table[0].map((_, column) => Math.max(...table.map((line) => line[column].length)));
  return table.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column]))
      .join("  ")
      .trimEnd(),
  );
}

function fileOf(name) {
  return new URL(`rows/${name}.mjs`, import.meta.url);
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
