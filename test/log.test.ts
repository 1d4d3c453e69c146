import type { EventEmitter } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it, jest } from "@jest/globals";
import pino from "pino";
import { createAccessLog, createLog } from "../src/log.js";
import { eventually } from "./support/eventually.js";

describe("the log", () => {
  it.each(["err", "error"])("tells of an error under %s what happened, and no value of the database's", (key) => {
    const lines: string[] = [];
    const log = createLog("test", "info", { write: (line) => void lines.push(line) });
    const cause = Object.assign(new Error("duplicate key"), {
      code: "23505",
      detail: "Key (email)=(maria@example.test)",
    });
    log.warn(
      { [key]: Object.assign(new Error("not stored", { cause }), { detail: "maria@example.test" }) },
      "Activity failed",
    );
    expect(JSON.parse(lines.join(""))).toMatchObject({
      msg: "Activity failed",
      [key]: { message: "not stored", cause: { message: "duplicate key", code: "23505" } },
    });
    expect(lines.join("")).not.toContain("maria@example.test");
  });
});

describe("the log of requests", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "pratica-log-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  it("keeps its file small, and loses no line when it begins a new one", async () => {
    const file = path.join(folder, "logs", "access.log");
    const log = createAccessLog("test", "info", file, 5_000);
    for (let n = 0; n < 100; n++) log.info({ n, pad: "x".repeat(50) });
    log.flush();
    const written = () =>
      [`${file}.1`, file]
        .filter((name) => existsSync(name))
        .flatMap((name) => readFileSync(name, "utf8").match(/(?<="n":)\d+/g) ?? [])
        .map(Number);
    const found = await eventually(async () => {
      const numbers = written();
      return numbers.includes(99) ? numbers : undefined;
    });
    expect(found.length).toBeGreaterThan(30);
    expect(found).toEqual(found.map((_, index) => (found[0] as number) + index));
    expect(found.at(-1)).toBe(99);
    await eventually(async () => existsSync(file));
    expect(statSync(file).size).toBeLessThan(10_000);
  });

  it("goes on in a new file where somebody has taken its file away", async () => {
    const file = path.join(folder, "taken.log");
    const log = createAccessLog("test", "info", file, 5_000);
    const write = () => {
      for (let n = 0; n < 100; n++) log.info({ n, pad: "x".repeat(50) });
      log.flush();
    };
    write();
    await eventually(async () => existsSync(file));
    rmSync(file);
    await eventually(async () => {
      write();
      return existsSync(file);
    });
  });

  it("goes on where its file can't be begun anew, as a pipe or /dev/null", async () => {
    const log = createAccessLog("test", "info", "/dev/null", 5_000);
    const written: number[] = [];
    const { [pino.symbols.streamSym]: destination } = log as unknown as Record<symbol, EventEmitter>;
    destination?.on("write", (bytes: number) => written.push(bytes));
    for (let n = 0; n < 300; n++) log.info({ n, pad: "x".repeat(50) });
    log.flush();
    await eventually(async () => written.reduce((sum, bytes) => sum + bytes, 0) > 15_000);
  });

  it("ends no program where it can't be written", async () => {
    const log = createAccessLog("test", "info", "/dev/full");
    const { [pino.symbols.streamSym]: destination } = log as unknown as Record<symbol, EventEmitter>;
    const emitted = jest.spyOn(destination as EventEmitter, "emit");
    // Without a flush, which takes the errors itself while it lasts.
    for (let n = 0; n < 100; n++) log.info({ n, pad: "x".repeat(50) });
    const outcome = await eventually(async () =>
      emitted.mock.results.find((_, n) => emitted.mock.calls[n]?.[0] === "error"),
    );
    expect(outcome.type).toBe("return");
  });
});
