// Runs everything that a change must pass: npm run ci. It goes on after a broken step, so that all faults are seen at once.
// The last line is that of the tests, "N passed, N failed", where each other broken step counts as one failure more.
import { spawn } from "node:child_process";
import { once } from "node:events";

/** Two rows of steps, side by side: the generated requests take two minutes, and leave half of two processors to the others. */
const rows = [
  ["fuzz -- --where-possible"],
  ["lint", "types", "boundaries", "dead-code", "generate -- --check", "test"],
];

/** Runs one script of package.json and prints its output: the tests' while they run, another script's when it has ended. */
async function run(step) {
  const began = Date.now();
  const child = spawn("npm", ["run", "--silent", ...step.split(" ")], { stdio: ["inherit", "pipe", "pipe"] });
  let [said, end] = ["", ""];
  const tell = (text) => {
    if (step === "test") process.stdout.write(text);
    else said += text;
  };
  tell(`== npm run ${step}\n`);
  child.stdout.setEncoding("utf8").on("data", (text) => {
    tell(text);
    end = (end + text).slice(-1_000);
  });
  child.stderr.setEncoding("utf8").on("data", tell);
  const [code] = await once(child, "close");
  process.stdout.write(said);
  return { step, code, lastLine: end.trimEnd().split("\n").at(-1), seconds: (Date.now() - began) / 1000 };
}

async function runRow(steps) {
  const results = [];
  for (const step of steps) results.push(await run(step));
  return results;
}

const steps = (await Promise.all(rows.map(runRow))).flat();
const tests = steps.find(({ step }) => step === "test");

process.stdout.write("\n");
for (const { step, code, seconds } of steps)
  process.stdout.write(`${seconds.toFixed(1).padStart(7)} s  ${step}${code === 0 ? "" : ": broken"}\n`);
const [, passed = 0, failed = 1] = /^(\d+) passed, (\d+) failed$/.exec(tests.lastLine) ?? [];
const broken = steps.filter((step) => step !== tests && step.code !== 0).length;
process.exitCode = tests.code === 0 && broken === 0 ? 0 : 1;
process.stdout.write(`${passed} passed, ${Number(failed) + broken} failed\n`);
