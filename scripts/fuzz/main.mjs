// npm run fuzz: sends what schemathesis makes of /openapi.json to `npm start`, for two minutes, and checks each answer: no server error,
// no status or shape that the document doesn't state, nothing accepted that it forbids, nothing refused that it allows. It needs python3
// with pip; the packages are pinned in requirements.txt. `npm run fuzz -- --seed N --seconds N` repeats a run.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { startProduct } from "../product.mjs";

const { values } = parseArgs({
  options: { seed: { type: "string", default: "1" }, seconds: { type: "string", default: "120" } },
});
const here = path.dirname(fileURLToPath(import.meta.url));
const packages = realpathSync(path.join(here, "../../node_modules"));
const folder = path.join(packages, ".cache", "schemathesis-4.32.5");
const program = path.join(folder, "bin", "schemathesis");

function install() {
  if (existsSync(program)) return;
  for (const [command, ...options] of [
    ["python3", "-m", "venv", folder],
    [path.join(folder, "bin", "pip"), "install", "--quiet", "--no-deps", "-r", path.join(here, "requirements.txt")],
  ]) {
    const { status, error } = spawnSync(command, options, { stdio: ["ignore", "ignore", "inherit"] });
    if (status !== 0) throw error ?? new Error(`${command} ${options.join(" ")} ended with ${status}`);
  }
}

install();
// Schemathesis keeps what it found in the folder where it runs.
const work = mkdtempSync(path.join(tmpdir(), "pratica-fuzz-"));
const product = await startProduct(3930, 1, { AUTH_FAILURES_PER_MINUTE: "100000000" });
try {
  const address = `http://127.0.0.1:${product.port}/openapi.json`;
  const key = `Authorization: Bearer ${product.apiKey}`;
  const options = `--checks all --workers 2 --max-time ${values.seconds} --seed ${values.seed} --suppress-health-check all --warnings off`;
  const config = ["--config-file", path.join(here, "schemathesis.toml")];
  const child = spawn(program, [...config, "run", address, ...options.split(" "), "-H", key], {
    cwd: work,
    stdio: "inherit",
    env: { ...process.env, PYTHONIOENCODING: "utf8" },
  });
  process.exitCode = await new Promise((resolve) => child.once("close", (code) => resolve(code ?? 1)));
} finally {
  await product.stop();
  rmSync(work, { recursive: true, force: true });
}
