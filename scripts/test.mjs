// Runs the tests: npm test [-- jest options]; with --soak the long ones in test/soak, and once more, at length, the files that have more to
// go through than `npm test` does (`test/support/soak.ts`). The slowest files are listed at the end.
// The last line of the output is always "N passed, N failed". The exit code is 0 only if at least one test ran and none failed.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";

const args = process.argv.slice(2);
const isLong = (file) =>
  file.endsWith(".test.ts") && readFileSync(path.join("test", file), "utf8").includes('support/soak.js"');
const soakFiles = () => [
  "<rootDir>/test/soak/**/*.test.ts",
  ...readdirSync("test", { recursive: true })
    .filter(isLong)
    .map((file) => `<rootDir>/test/${file}`),
];
const soak = () => ["--runInBand", "--testMatch", ...soakFiles(), "--testPathIgnorePatterns", "/node_modules/"];
const isSoak = args.includes("--soak");
const isOurs = (option) => option === "--soak" || option === "--json";
const options = [...args.filter((option) => !isOurs(option)), ...(isSoak ? soak() : [])];

const jest = createRequire(import.meta.url).resolve("jest/bin/jest");
const folder = mkdtempSync(path.join(tmpdir(), "pratica-totals-"));
const wanted = options.findIndex((option) => /^--outputFile(=|$)/.test(option));
if (wanted < 0) options.push("--outputFile", path.join(folder, "totals.json"));
const totalsFile = wanted < 0 ? options.at(-1) : (options[wanted].split("=")[1] ?? options[wanted + 1]);
rmSync(totalsFile, { force: true });
// In the workers too: young objects have more room, which takes a tenth less of the processor. And only what runs often becomes machine
// code: once a process has 16 MB of it, V8 compiles regular expressions without optimization, and long texts take up to 20 times as long.
const node = ["--experimental-vm-modules", "--no-warnings", "--max-semi-space-size=32", "--no-sparkplug"];
const child = spawn(process.execPath, [...node, jest, ...options, "--json"], {
  stdio: "inherit",
  env: { ...process.env, ...(isSoak ? { PRATICA_SOAK: "1" } : {}) },
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));

function tellSlowest(files) {
  const timed = files.map(({ name, startTime, endTime }) => ({ name, seconds: (endTime - startTime) / 1000 }));
  const slowest = timed.toSorted((one, other) => other.seconds - one.seconds).slice(0, 10);
  process.stdout.write("\nThe slowest files:\n");
  for (const { name, seconds } of slowest)
    process.stdout.write(`${seconds.toFixed(1).padStart(7)} s  ${path.relative(process.cwd(), name)}\n`);
}

child.once("close", (code) => {
  const totals = existsSync(totalsFile) ? JSON.parse(readFileSync(totalsFile, "utf8")) : null;
  rmSync(folder, { recursive: true, force: true });
  const passed = totals?.numPassedTests ?? 0;
  // A test file that can't be loaded has no tests to count, but is a failure.
  const failed = (totals?.numFailedTests ?? 0) + (totals?.numRuntimeErrorTestSuites ?? 0);
  if (totals?.testResults.length > 1) tellSlowest(totals.testResults);
  process.exitCode = code === 0 && passed > 0 && failed === 0 ? 0 : 1;
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
});
