import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { generatedFiles } from "./files.js";

// `npm run generate` writes what is derived from the code; with `--check` it only tells what is stale, and fails.
const root = path.resolve(import.meta.dirname, "../../..");
const check = process.argv.includes("--check");

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return "";
  }
}

const stale = Object.entries(generatedFiles()).filter(([name, text]) => readOrEmpty(path.join(root, name)) !== text);
for (const [name, text] of stale) {
  if (check) process.stderr.write(`${name} is stale; run: npm run generate\n`);
  else {
    writeFileSync(path.join(root, name), text);
    process.stderr.write(`${name} written\n`);
  }
}
if (check && stale.length > 0) process.exitCode = 1;
