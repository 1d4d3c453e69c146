import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "@jest/globals";
import { beginLaying, endLaying } from "../../../src/launch/temporal/laying.js";

let dataDir: string;
let file: string;
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), "pratica-laying-"));
  file = path.join(dataDir, "temporal.db");
});
afterEach(() => rmSync(dataDir, { recursive: true }));

/** Temporal's file as it was written so long after now. */
function write(afterMs: number, written = file): void {
  writeFileSync(written, "tables");
  const at = (Date.now() + afterMs) / 1000;
  utimesSync(written, at, at);
}

it("what was laid before Temporal served is taken away, again and again", () => {
  for (let start = 0; start < 3; start++) {
    beginLaying(dataDir, file);
    expect(existsSync(file)).toBe(false);
    write(1_000);
  }
});

it.each([
  ["from before, as in a copy", -60_000, ""],
  ["from later, as of a release that leaves no note", 600_000, ""],
  ["from later in its log alone", 600_000, "-wal"],
])("a file %s is kept", (_, afterMs, suffix) => {
  beginLaying(dataDir, file);
  write(1_000);
  write(afterMs, file + suffix);
  beginLaying(dataDir, file);
  expect(existsSync(file)).toBe(true);
});

it("what Temporal has served from is kept", () => {
  beginLaying(dataDir, file);
  write(1_000);
  endLaying(dataDir);
  beginLaying(dataDir, file);
  expect(existsSync(file)).toBe(true);
});
