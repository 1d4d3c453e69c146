// npm run test:nodes: builds, starts and tests the product under each newer line of Node that it is to run on; `npm test` does so under the
// Node that runs it. `npm run test:nodes -- 24 test/domain` takes one line, and other tests. The binaries come from npm.
import { spawnSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { newerNodes, nodeBinary } from "./node-binary.mjs";

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), "..");
/** What could differ by Node: the start, native modules, HTTP, streams, workers' sandbox, replays. */
const tests = ["launch", "mailbox", "api", "db", "admin", "activities", "workflows", "replay", "hostile"];

const [line, ...others] = process.argv.slice(2);
const chosen = newerNodes.filter((version) => line === undefined || version.startsWith(`${line}.`));
if (chosen.length === 0) throw new Error(`There is no Node ${line} among ${newerNodes.join(", ")}.`);

const results = chosen.map((version) => {
  const node = nodeBinary(version);
  process.stdout.write(`== Node ${version}\n`);
  const folders = others.length > 0 ? others : tests.map((folder) => `test/${folder}/`);
  const passed = [["scripts/node-check.mjs"], ["scripts/build.mjs"], ["scripts/test.mjs", ...folders]].every(
    (script) => spawnSync(node, script, { cwd: root, stdio: "inherit" }).status === 0,
  );
  return { version, passed };
});
for (const { version, passed } of results) process.stdout.write(`Node ${version}: ${passed ? "passed" : "failed"}\n`);
process.exitCode = results.every(({ passed }) => passed) ? 0 : 1;
