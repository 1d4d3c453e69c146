import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { temporalPlace } from "../../../src/launch/temporal/place.js";

// The user of the tests stands for the lesser one, so that this needs no root.
const self = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
const other = { uid: self.uid + 12_345, gid: self.gid + 12_345 };
let dataDir: string;
let said: string[];
const say = (line: string) => void said.push(line);

beforeEach(() => {
  said = [];
  dataDir = path.join(mkdtempSync(path.join(tmpdir(), "pratica-temporal-")), "data");
  mkdirSync(dataDir, { mode: 0o700 });
});
afterEach(() => rmSync(path.dirname(dataDir), { recursive: true }));

describe("Temporal's state", () => {
  it("moves from DATA_DIR to a folder of its user's own, and is found there ever after", () => {
    for (const name of ["temporal.db", "temporal.db-wal"]) writeFileSync(path.join(dataDir, name), name);
    const file = path.join(dataDir, "temporal", "temporal.db");
    expect(temporalPlace(dataDir, self, say)).toEqual({ file, account: self });
    expect([file, `${file}-wal`].map((name) => readFileSync(name, "utf8"))).toEqual(["temporal.db", "temporal.db-wal"]);
    expect(statSync(path.dirname(file)).mode & 0o777).toBe(0o700);
    expect(temporalPlace(dataDir, null, say)).toEqual({ file, account: null });
    expect(said).toEqual([]);
  });

  it("stays where it is if its user may not enter the folder above, which is said and stays closed", () => {
    const file = path.join(dataDir, "temporal.db");
    writeFileSync(file, "kept");
    expect(temporalPlace(dataDir, other, say)).toEqual({ file, account: null });
    expect(said.join()).toContain(`may not enter ${path.dirname(dataDir)}`);
    expect(existsSync(file)).toBe(true);
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  });
});
