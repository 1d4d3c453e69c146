// Runs all that a change must pass: npm run ci. It goes on after a broken step, so that all faults are seen at once.
// The last line is that of the tests, "N passed, N failed", where each other broken step counts as one failure more.
import { spawn } from "node:child_process";
import { once } from "node:events";

const steps = ["lint", "types", "boundaries", "dead-code", "generate -- --check", "fuzz -- --where-possible", "test"];

/** Runs one script of package.json and passes on what it says. */
async function run(step) {
  process.stdout.write(`== npm run ${step}\n`);
  const began = Date.now();
  const child = spawn("npm", ["run", "--silent", ...step.split(" ")], { stdio: ["inherit", "pipe", "inherit"] });
  let end = "";
  child.stdout.on("data", (chunk) => {
    process.stdout.write(chunk);
    end = (end + chunk).slice(-1_000);
  });
  const [code] = await once(child, "close");
  return { step, code, lastLine: end.trimEnd().split("\n").at(-1), seconds: (Date.now() - began) / 1000 };
}

const results = [];
for (const step of steps) results.push(await run(step));

process.stdout.write("\n");
for (const { step, code, seconds } of results)
  process.stdout.write(`${seconds.toFixed(1).padStart(7)} s  ${step}${code === 0 ? "" : ": broken"}\n`);
const tests = results.pop();
const [, passed = 0, failed = 1] = /^(\d+) passed, (\d+) failed$/.exec(tests.lastLine) ?? [];
const broken = results.filter(({ code }) => code !== 0).length;
process.exitCode = tests.code === 0 && broken === 0 ? 0 : 1;
process.stdout.write(`${passed} passed, ${Number(failed) + broken} failed\n`);
