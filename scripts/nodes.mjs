// npm run test:nodes: builds, starts and tests the product under each newer line of Node that it is to run on; `npm test` does so under the
// Node that runs it. `npm run test:nodes -- 24 test/domain` takes one line, and other tests. The binaries come from npm.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), "..");
/** Newest of each line when this was last looked at. Node 20 is the least: package.json. */
const versions = ["22.23.3", "24.21.0"];
/** What could differ by Node: the start, native modules, HTTP, streams, workers' sandbox, replays. */
const tests = ["launch", "mailbox", "api", "db", "admin", "activities", "workflows", "replay", "hostile"];

const [line, ...others] = process.argv.slice(2);
const chosen = versions.filter((version) => line === undefined || version.startsWith(`${line}.`));
if (chosen.length === 0) throw new Error(`There is no Node ${line} among ${versions.join(", ")}.`);

const results = chosen.map((version) => {
  const node = binaryOf(version);
  process.stdout.write(`== Node ${version}\n`);
  const folders = others.length > 0 ? others : tests.map((folder) => `test/${folder}/`);
  const passed = [["scripts/node-check.mjs"], ["scripts/build.mjs"], ["scripts/test.mjs", ...folders]].every(
    (script) => run(node, script).status === 0,
  );
  return { version, passed };
});
for (const { version, passed } of results) process.stdout.write(`Node ${version}: ${passed ? "passed" : "failed"}\n`);
process.exitCode = results.every(({ passed }) => passed) ? 0 : 1;

function run(command, options, extra = {}) {
  return spawnSync(command, options, { cwd: root, stdio: "inherit", ...extra });
}

/** Fetched once. The package named `node` itself needs its install script, which newer npms don't run. */
function binaryOf(version) {
  const { platform, arch } = process;
  const name = `node-${platform === "darwin" && arch === "arm64" ? "bin-darwin" : platform.replace("win32", "win")}-${arch}`;
  const folder = path.join(root, "node_modules", ".cache", `node-${version}`);
  const file = path.join(folder, "node_modules", name, "bin", platform === "win32" ? "node.exe" : "node");
  if (existsSync(file)) return file;
  const options = ["install", "--prefix", folder, "--no-save", "--no-audit", "--no-fund", `${name}@${version}`];
  const { status } = run("npm", options, { shell: platform === "win32" });
  if (status !== 0 || !existsSync(file)) throw new Error(`npm has no ${name}@${version} for this machine.`);
  return file;
}
