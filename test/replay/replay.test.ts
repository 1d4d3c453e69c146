import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "@jest/globals";
import * as workflows from "../../src/workflows/index.js";
import { workflowBundlePath } from "../support/temporal.js";

const directory = fileURLToPath(new URL("histories", import.meta.url));
const program = fileURLToPath(new URL("history-files.mjs", import.meta.url));
const names = readdirSync(directory).sort();
const text = (name: string) => readFileSync(path.join(directory, name), "utf8");
const replay = (files: string[]): Record<string, string | null> =>
  JSON.parse(execFileSync(process.execPath, [program, "replay", workflowBundlePath(), ...files], { encoding: "utf8" }));

/** A history of another workflow than ours; replayed with the rest, since a process of its own takes seconds to begin. */
const unfit = "unfit.json";
const outcomes = withUnfit((file) => replay([...names.map((name) => path.join(directory, name)), file]));

function withUnfit<T>(work: (file: string) => T): T {
  const folder = mkdtempSync(path.join(tmpdir(), "pratica-replay-"));
  try {
    const file = path.join(folder, unfit);
    writeFileSync(file, text("watch-reminder-told.json").replaceAll('"lookAtReminder"', '"lookElsewhere"'));
    return work(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

// A run that was started by an earlier version goes on in this one: its history must fit the code as it is now.
describe("every recorded history", () => {
  it.each(names)("%s fits the workflows as they are", (name) => {
    expect(outcomes[name]).toBeNull();
  });
});

it("has one of every workflow", () => {
  const types = names.map(
    (name) => JSON.parse(text(name)).events[0].workflowExecutionStartedEventAttributes.workflowType.name,
  );
  for (const type of Object.keys(workflows)) expect(types).toContain(type);
});

it("tells a history that doesn't fit", () => {
  expect(outcomes[unfit]).toMatch(/^DeterminismViolationError/);
});

it("holds nothing that people wrote, and doesn't name who recorded it", () => {
  for (const name of names) {
    const payloads = [...text(name).matchAll(/"data":"([^"]*)"/g)].map(([, data = ""]) =>
      Buffer.from(data, "base64").toString(),
    );
    for (const secret of ["Villa Rossi", "Saldo", "maria@cliente.test", "@studio.test", "Preventivo"])
      expect([...payloads, text(name)].filter((part) => part.includes(secret))).toEqual([]);
    for (const [, identity] of text(name).matchAll(/"identity":"([^"]*)"/g)) expect(identity).toBe("recorder");
  }
});
