import { closeSync, mkdtempSync, readFileSync, rmSync, statSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "@jest/globals";
import { openLog } from "../../../src/launch/data-dir/log-file.js";
import { eventually } from "../../support/eventually.js";

it("the tail of a log gives why Postgres ended, and not what it answered to those who asked too early", () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), "pratica-log-"));
  const { descriptor, tailSinceNow } = openLog(dataDir, "postgres");
  try {
    const logTail = tailSinceNow();
    const cause = `FATAL:  could not write to file "pg_wal/xlogtemp.7": No space left on device`;
    const tooEarly = [
      "FATAL:  the database system is not yet accepting connections",
      "DETAIL:  Consistent recovery state has not been yet reached.",
    ];
    const end = [
      "LOG:  startup process (PID 7) exited with exit code 1",
      "LOG:  terminating any other active server processes",
      "LOG:  shutting down due to startup process failure",
      "LOG:  database system is shut down",
    ];
    const lines = ["LOG:  redo starts at 0/174B630", cause, ...tooEarly, ...end.flatMap((line) => [line, ...tooEarly])];
    const stamped = lines.map((line) => `2026-11-29 04:42:32.334 UTC [7] ${line}`);
    writeSync(descriptor, `${stamped.join("\n")}\n`);
    expect(
      logTail()
        .split("\n")
        .map((line) => line.slice(32)),
    ).toEqual([cause, ...end]);
  } finally {
    closeSync(descriptor);
    rmSync(dataDir, { recursive: true });
  }
});

it("the tail of a start gives nothing that an earlier one wrote, as where the disk takes no more", () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), "pratica-log-"));
  const { descriptor, tailSinceNow } = openLog(dataDir, "postgres");
  try {
    writeSync(descriptor, "LOG:  database system is ready to accept connections\n");
    const logTail = tailSinceNow();
    expect(logTail()).toBe("");
    writeSync(descriptor, "FATAL:  could not create lock file\n");
    expect(logTail()).toBe("FATAL:  could not create lock file");
  } finally {
    closeSync(descriptor);
    rmSync(dataDir, { recursive: true });
  }
});

it("a log begins anew while it is written to, once it has become large, and its last 10 MB stay beside it", async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), "pratica-log-"));
  const { descriptor, file, tailSinceNow } = openLog(dataDir, "postgres", 20);
  try {
    const logTail = tailSinceNow();
    const last = `${"x".repeat(9_999_990)}\nlast one\n`;
    const before = `first\n${last}`;
    writeSync(descriptor, before);
    await eventually(async () => statSync(file).size === 0);
    writeSync(descriptor, "later\n");
    expect([readFileSync(file, "utf8"), logTail()]).toEqual(["later\n", "later"]);
    expect(readFileSync(`${file}.1`, "utf8") === last).toBe(true);
  } finally {
    closeSync(descriptor);
    rmSync(dataDir, { recursive: true });
  }
});
