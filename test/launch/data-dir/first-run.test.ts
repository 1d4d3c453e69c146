import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "@jest/globals";
import {
  completeFirstRun,
  discardFirstRun,
  firstRunFacts,
  readFirstRun,
} from "../../../src/launch/data-dir/first-run.js";

const before = { baseUrl: "http://localhost:3000", temporalUi: "http://localhost:8233", mailbox: null };
const now = { baseUrl: "https://pratica.example.it", temporalUi: null, mailbox: null };
let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), "pratica-first-run-"));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

it("goes on after a crash with the password and the key that it chose, at the addresses of now", () => {
  const { facts, isComplete } = firstRunFacts(dataDir, before);
  expect(isComplete).toBe(false);
  expect(facts.password.length).toBeGreaterThanOrEqual(16);
  expect(firstRunFacts(dataDir, now)).toEqual({ facts: { ...facts, ...now }, isComplete: false });
  expect(readFirstRun(dataDir)).toBeNull();
});

it("keeps what was created, and chooses nothing anew", () => {
  const { facts } = firstRunFacts(dataDir, before);
  completeFirstRun(dataDir, facts);
  expect(readdirSync(dataDir)).toEqual(["first-run.json"]);
  expect(readFirstRun(dataDir)).toEqual(facts);
  expect(firstRunFacts(dataDir, now)).toEqual({ facts: { ...facts, ...now }, isComplete: true });
  expect(readdirSync(dataDir)).toEqual(["first-run.json"]);
});

it("forgets what it chose where a backup had brought the database", () => {
  firstRunFacts(dataDir, before);
  discardFirstRun(dataDir);
  expect(readdirSync(dataDir)).toEqual([]);
});
