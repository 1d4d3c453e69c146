import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { generatedFiles } from "./files.js";

// `npm run generate` writes the files that are generated from the code. With `--check` it only names the stale ones, and fails if any.
const root = path.resolve(import.meta.dirname, "../../..");
const check = process.argv.includes("--check");

const isFresh = (file: string, text: string) => existsSync(file) && readFileSync(file, "utf8") === text;
const stale = Object.entries(generatedFiles()).filter(([name, text]) => !isFresh(path.join(root, name), text));
for (const [name, text] of stale) {
  if (check) process.stderr.write(`${name} is stale; run: npm run generate\n`);
  else {
    writeFileSync(path.join(root, name), text);
    process.stderr.write(`${name} written\n`);
  }
}
if (check && stale.length > 0) process.exitCode = 1;
