// Installs schemathesis and what it needs, each package in the version of requirements.txt, into an environment of its own.
import { spawnSync } from "node:child_process";
import { existsSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const here = path.dirname(fileURLToPath(import.meta.url));
const packages = realpathSync(path.join(here, "../../node_modules"));
const folder = path.join(packages, ".cache", "schemathesis-4.32.5");
const bin = path.join(folder, process.platform === "win32" ? "Scripts" : "bin");
/** Written last: an interrupted installation is started again. */
const whole = path.join(folder, "installed");
const timeout = 120_000;

/** @returns the program; throws, after a second attempt, where there is no python3 or the packages can't be fetched */
export function installSchemathesis() {
  if (!existsSync(whole)) {
    try {
      attempt();
    } catch {
      attempt();
    }
  }
  return path.join(bin, "schemathesis");
}

function attempt() {
  rmSync(folder, { recursive: true, force: true });
  const requirements = path.join(here, "requirements.txt");
  for (const [command, ...options] of [
    ["python3", "-m", "venv", folder],
    [path.join(bin, "pip"), "install", "--quiet", "--no-deps", "-r", requirements],
  ]) {
    const { status, error } = spawnSync(command, options, { stdio: ["ignore", "ignore", "inherit"], timeout });
    if (status !== 0) throw error ?? new Error(`${path.basename(command)} ended with ${status}`);
  }
  writeFileSync(whole, "");
}
