import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "@jest/globals";
import { actions } from "../../../src/actions/index.js";
import { generatedFiles } from "../../../src/api/generate/files.js";
import { settings } from "../../../src/config.js";

const root = path.resolve(import.meta.dirname, "../../..");
const files = generatedFiles();

describe("the files derived from the code", () => {
  it.each(Object.keys(files))("%s is fresh (npm run generate)", (name) => {
    expect(readFileSync(path.join(root, name), "utf8") === files[name]).toBe(true);
  });

  it("name every action and every setting", () => {
    const headings = [...(files["docs/actions.md"] ?? "").matchAll(/^### ([a-z_]+)$/gm)].map(([, name]) => name);
    expect([...headings].sort()).toEqual(actions.map(({ name }) => name).sort());
    for (const name of Object.keys(settings.shape)) expect(files[".env.example"]).toContain(`\n# ${name}=`);
  });

  it("set nothing, and explain every setting", () => {
    const lines = (files[".env.example"] ?? "").split("\n").filter((line) => line !== "");
    expect(lines.every((line) => line.startsWith("# "))).toBe(true);
    expect(files[".env.example"]).not.toContain("undefined");
  });
});
