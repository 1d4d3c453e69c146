import {
  chmodSync,
  chownSync,
  closeSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "@jest/globals";
import { giveTo, openLogFor, refuseForeign } from "../../../src/launch/lesser-user/owned-files.js";
import { reachableExecutable } from "../../../src/launch/lesser-user/reachable-executable.js";
import { sharedFolder } from "../../../src/launch/lesser-user/shared-folders.js";

// The user of the tests stands for the lesser one, so that this needs no root.
const self = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
const other = { uid: self.uid + 12_345, gid: self.gid + 12_345 };
let dataDir: string;

beforeEach(() => {
  dataDir = path.join(mkdtempSync(path.join(tmpdir(), "pratica-user-")), "data");
  mkdirSync(dataDir, { mode: 0o700 });
});
afterEach(() => rmSync(path.dirname(dataDir), { recursive: true }));

it("copies no executable that its user can run where it is", () => {
  expect(reachableExecutable(self, process.execPath)).toBe(process.execPath);
  expect(reachableExecutable(other, "temporal")).toBe("temporal");
});

it("opens the log of requests for its user alone, in a folder that may be closed to it", () => {
  const file = path.join(dataDir, "logs", "access.log");
  closeSync(openLogFor(self, file));
  expect([statSync(file).mode & 0o777, statSync(file).uid]).toEqual([0o600, self.uid]);
});

it("refuses a DATA_DIR with another user's files in one sentence, with what to type", () => {
  expect(() => refuseForeign(dataDir)).not.toThrow();
  expect(() => refuseForeign(path.join(dataDir, "missing"))).not.toThrow();
  expect(() => refuseForeign(dataDir, other.uid)).toThrow(
    `${dataDir} belongs to another user. Type: sudo chown -R ${other.uid} ${dataDir}`,
  );
});

it("gives away what lies in a folder, and nothing that a link in it leads to", () => {
  const account = self.uid === 0 ? other : self;
  const outside = path.join(path.dirname(dataDir), "outside");
  writeFileSync(outside, "");
  mkdirSync(path.join(dataDir, "base"));
  writeFileSync(path.join(dataDir, "base", "1"), "");
  symlinkSync(outside, path.join(dataDir, "base", "link"));
  symlinkSync(path.dirname(dataDir), path.join(dataDir, "above"));
  giveTo(account, dataDir);
  const given = ["", "base", "base/1", "base/link", "above"].map((name) => lstatSync(path.join(dataDir, name)).uid);
  expect(given).toEqual(given.map(() => account.uid));
  expect([statSync(outside).uid, statSync(path.dirname(dataDir)).uid]).toEqual([self.uid, self.uid]);
});

it("takes no folder for programs that another user may change", () => {
  const ours = path.join(dataDir, "pratica");
  expect(sharedFolder(dataDir)).toBe(self.uid === 0 ? ours : null);
  for (const mode of [0o775, 0o757]) {
    chmodSync(ours, mode);
    expect(sharedFolder(dataDir)).toBeNull();
  }
  chmodSync(ours, 0o755);
  if (self.uid === 0) chownSync(ours, other.uid, other.gid);
  expect(sharedFolder(dataDir)).toBeNull();
  rmSync(ours, { recursive: true });
  symlinkSync("/usr", ours);
  expect(sharedFolder(dataDir)).toBeNull();
});
