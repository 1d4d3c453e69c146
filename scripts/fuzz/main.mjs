// npm run fuzz: sends what schemathesis makes of /openapi.json to `npm start`, for two minutes, and checks each answer: no server error,
// no status or shape that the document doesn't state, nothing accepted that it forbids, nothing refused that it allows. It needs python3
// with venv; the packages are pinned in requirements.txt. `npm run fuzz -- --seed N --seconds N` repeats a run. The seed is fixed, so that
// a run that fails is about the change. With --where-possible (CI) a machine without Python or its packages passes, in one line, and so does
// a run whose only fault is the generator's own.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { startProduct } from "../product.mjs";
import { installSchemathesis } from "./install.mjs";

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    seconds: { type: "string", default: "120" },
    "where-possible": { type: "boolean", default: false },
  },
});
const here = path.dirname(fileURLToPath(import.meta.url));
/** Schemathesis ends by itself when its time is over. This limit is for when it doesn't. */
const graceMs = 60_000;

const program = installed();
if (program) process.exitCode = await fuzz(program);

/** @returns the program; undefined if it can't be installed, which isn't the change's fault */
function installed() {
  try {
    return installSchemathesis();
  } catch (error) {
    if (!values["where-possible"]) throw error;
    process.stdout.write(`Not fuzzed: python3 with schemathesis could not be installed here (${error.message}).\n`);
  }
}

/** @returns the exit code of schemathesis */
async function fuzz(program) {
  // Schemathesis keeps what it found in the folder where it runs.
  const work = mkdtempSync(path.join(tmpdir(), "pratica-fuzz-"));
  const product = await startProduct(3930, 1, { AUTH_FAILURES_PER_MINUTE: "100000000" });
  try {
    const address = `http://127.0.0.1:${product.port}/openapi.json`;
    const key = `Authorization: Bearer ${product.apiKey}`;
    // The benchmarks measure speed: beside the tests on a slow machine one took 12 s.
    const options = `--checks all --workers 2 --request-timeout 60 --max-response-time 60 --max-time ${values.seconds} --seed ${values.seed} --suppress-health-check all --warnings off`;
    const config = ["--config-file", path.join(here, "schemathesis.toml")];
    const child = spawn(program, [...config, "run", address, ...options.split(" "), "-H", key], {
      cwd: work,
      stdio: ["ignore", "pipe", "inherit"],
      env: { ...process.env, PYTHONIOENCODING: "utf8" },
    });
    let said = "";
    child.stdout.setEncoding("utf8").on("data", (text) => {
      process.stdout.write(text);
      said += text;
    });
    const hardStop = setTimeout(() => child.kill("SIGKILL"), Number(values.seconds) * 1_000 + graceMs);
    const code = await new Promise((resolve) => child.once("close", (code) => resolve(code ?? 1)));
    clearTimeout(hardStop);
    return values["where-possible"] && isGeneratorsOwn(said) ? 0 : code;
  } finally {
    await product.stop();
    rmSync(work, { recursive: true, force: true });
  }
}

/** Whether no answer was wrong, but bodies of a schema could not be generated as it wanted ("inconsistent results"). */
function isGeneratorsOwn(said) {
  const summary = said.slice(said.lastIndexOf(" SUMMARY ="));
  const [, errors = ""] = /^Errors:\n((?:.+\n)+)/m.exec(summary) ?? [];
  return (
    errors !== "" &&
    !/^Failures:/m.test(summary) &&
    errors
      .trim()
      .split("\n")
      .every((line) => /Runtime Error/.test(line))
  );
}
