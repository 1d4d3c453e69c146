// Builds dist/ from src/: compiles TypeScript with swc, copies other files, and makes one Temporal workflow bundle for all workers. Only
// what has changed is built again. It prints nothing on stdout, since the admin command's stdout is JSON.
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { withBuildLock } from "./build-lock.mjs";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const src = path.join(root, "src");
const dist = path.join(root, "dist");
const manifestFile = path.join(dist, ".manifest.json");
const bundleFile = path.join(dist, "workflow-bundle.js");
const toolFiles = ["package-lock.json", ".swcrc", "scripts/build.mjs"];

const filesUnder = (directory) =>
  readdirSync(directory, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(directory, path.join(entry.parentPath ?? entry.path, entry.name)));

const sha256 = (content) => createHash("sha256").update(content).digest("base64");
const isTypeScript = (file) => /\.tsx?$/.test(file);
const outputOf = (file) => file.replace(/\.tsx?$/, ".js");
const mapOf = (output) => `${output}.map`;

/** What dist/ is built from: one hash of the build tools, and a hash of each source. */
function readInputs() {
  const tools = sha256(toolFiles.map((file) => readFileSync(path.join(root, file), "utf8")).join("\0"));
  const sources = {};
  for (const file of filesUnder(src).sort()) sources[file] = sha256(readFileSync(path.join(src, file)));
  return { tools, sources };
}

function readManifest() {
  try {
    return readFileSync(manifestFile, "utf8");
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
    return "{}";
  }
}

function replaceFile(file, content) {
  mkdirSync(path.dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}.new`;
  writeFileSync(draft, content);
  renameSync(draft, file);
}

async function transpile(files) {
  const { transformFile } = await import("@swc/core");
  for (const file of files) {
    const filename = path.join(src, file);
    const output = path.join(dist, outputOf(file));
    if (!isTypeScript(file)) {
      replaceFile(output, readFileSync(filename));
      continue;
    }
    const { code, map } = await transformFile(filename, { cwd: root, root, sourceFileName: `src/${file}` });
    // Beside the code: within it, every process that loads it would keep the map in memory.
    replaceFile(mapOf(output), map);
    replaceFile(output, `${code}//# sourceMappingURL=${path.basename(mapOf(output))}\n`);
  }
}

function removeOrphans(sources) {
  const outputs = Object.keys(sources).map(outputOf);
  const wanted = new Set([...outputs, ...outputs.map(mapOf), ".manifest.json", ".lock", "workflow-bundle.js"]);
  for (const file of filesUnder(dist)) if (!wanted.has(file)) rmSync(path.join(dist, file), { force: true });
}

/** The folders from which workflows import values; of the activities they import only types. */
const isBundled = (file) => /^(workflows|contracts|domain)\//.test(file);

async function bundleWorkflows() {
  const { bundleWorkflowCode } = await import("@temporalio/worker");
  const silent = () => {};
  const warn = (message) => process.stderr.write(`${message}\n`);
  const logger = { trace: silent, debug: silent, info: silent, warn, error: warn, log: silent };
  const workflowsPath = path.join(dist, "workflows", "index.js");
  const workflowInterceptorModules = [path.join(dist, "workflows", "steps", "carry-trace.js")];
  const { code } = await bundleWorkflowCode({ workflowsPath, workflowInterceptorModules, logger });
  replaceFile(bundleFile, code);
}

/** Whether dist/ is up to date with src/. Takes some 50 ms. */
export const isFresh = () => readManifest() === JSON.stringify(readInputs());

/** Brings dist/ up to date with src/. Several builds may run at once. */
export async function build() {
  if (isFresh()) return;
  mkdirSync(dist, { recursive: true });
  await withBuildLock(path.join(dist, ".lock"), async () => {
    const inputs = readInputs();
    const manifest = readManifest();
    if (manifest === JSON.stringify(inputs)) return;
    const previous = JSON.parse(manifest);
    const built = previous.tools === inputs.tools ? previous.sources : {};
    const changed = Object.keys(inputs.sources).filter((file) => inputs.sources[file] !== built[file]);
    const removed = Object.keys(built).filter((file) => !(file in inputs.sources));
    rmSync(manifestFile, { force: true });
    process.stderr.write(`Building: ${changed.length} of ${Object.keys(inputs.sources).length} files changed\n`);
    await transpile(changed);
    removeOrphans(inputs.sources);
    if ("workflows/index.ts" in inputs.sources && [...changed, ...removed].some(isBundled)) await bundleWorkflows();
    replaceFile(manifestFile, JSON.stringify(inputs));
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  // Whatever root's umask is: a start by root runs the product as a lesser user, who has to read it.
  process.umask(0o022);
  await build();
}
