// Runs the tests: npm test [-- jest options]; with --soak only those under test/soak, which take long.
// The last line is always "N passed, N failed"; the exit code is 0 only when something ran and nothing failed.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";

const given = process.argv.slice(2);
const soak = [
  "--runInBand",
  "--testMatch",
  "<rootDir>/test/soak/**/*.test.ts",
  "--testPathIgnorePatterns",
  "/node_modules/",
];
const options = [...given.filter((option) => option !== "--soak"), ...(given.includes("--soak") ? soak : [])];

const jest = createRequire(import.meta.url).resolve("jest/bin/jest");
const folder = mkdtempSync(path.join(tmpdir(), "pratica-totals-"));
const totalsFile = path.join(folder, "totals.json");
const child = spawn(
  process.execPath,
  ["--experimental-vm-modules", "--no-warnings", jest, ...options, "--json", "--outputFile", totalsFile],
  { stdio: "inherit" },
);
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));

child.once("close", (code) => {
  const totals = existsSync(totalsFile) ? JSON.parse(readFileSync(totalsFile, "utf8")) : null;
  rmSync(folder, { recursive: true, force: true });
  const passed = totals?.numPassedTests ?? 0;
  // A file that can't even be loaded has no tests to count, and is a failure all the same.
  const failed = (totals?.numFailedTests ?? 0) + (totals?.numRuntimeErrorTestSuites ?? 0);
  process.exitCode = code === 0 && passed > 0 && failed === 0 ? 0 : 1;
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
});
