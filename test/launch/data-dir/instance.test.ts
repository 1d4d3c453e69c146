import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { type Instance, readInstance, writeInstance } from "../../../src/launch/data-dir/instance.js";
import { overwritePrivateJson } from "../../../src/launch/data-dir/private-file.js";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "pratica-instance-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const parts = ["Postgres", "Temporal", "mailbox", "worker", "API"];
const instance = (pid: number): Instance => ({
  launcher: { pid: 1, startedAt: "boot:1" },
  state: "running",
  baseUrl: "http://localhost:3000",
  databaseUrl: null,
  temporalAddress: "127.0.0.1:7233",
  processes: parts.map((name) => ({ name, pid, startedAt: `boot:${pid}` })),
});

it("notes what runs on a full disk too, in the file that is there, and leaves no draft", () => {
  writeInstance(folder, instance(1));
  // To write to it fails as on a full disk.
  symlinkSync("/dev/full", path.join(folder, `instance.json.${process.pid}.new`));
  writeInstance(folder, instance(4_194_304));
  expect(readInstance(folder)).toEqual(instance(4_194_304));
  expect(readdirSync(folder)).toEqual(["instance.json"]);
  expect(statSync(path.join(folder, "instance.json")).mode & 0o777).toBe(0o600);
});

it("leaves a file as it is that has no room for more", () => {
  const file = path.join(folder, "instance.json");
  const before = readFileSync(file, "utf8");
  expect(() => overwritePrivateJson(file, { text: "x".repeat(before.length) })).toThrow("has no room");
  expect(readFileSync(file, "utf8")).toBe(before);
});
