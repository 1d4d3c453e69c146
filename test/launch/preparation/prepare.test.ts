import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "@jest/globals";
import { prepare } from "../../../src/launch/preparation/prepare.js";

const saved = process.env.NODE_OPTIONS;
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "pratica-preparation-"));
});
afterEach(() => {
  if (saved === undefined) delete process.env.NODE_OPTIONS;
  else process.env.NODE_OPTIONS = saved;
  rmSync(folder, { recursive: true });
});

it("says that the preparation ended, and by what, as where the machine has no memory left", async () => {
  const ending = path.join(folder, "ending.cjs");
  writeFileSync(ending, `process.kill(process.pid, "SIGKILL");`);
  process.env.NODE_OPTIONS = `--require=${ending}`;
  const request = { ownerUrl: "", appPassword: undefined, secretKey: "", previousSecretKey: undefined, demo: null };
  const prepared = prepare(request, { account: null }, new AbortController().signal);
  await expect(prepared).rejects.toThrow("The preparation of the database ended too early (SIGKILL).");
});
