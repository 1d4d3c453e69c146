import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterEach, describe, expect, it } from "@jest/globals";
import { isAlive, type KnownProcess } from "../../../src/launch/processes/known-process.js";
import { Part, type PartSpec } from "../../../src/launch/processes/part.js";
import { until } from "../../../src/launch/until.js";

const lines: string[] = [];
const parts: Part[] = [];

/** A part that is a Node program of one line; it is ready when it prints something. */
function part(program: string, changes: Partial<PartSpec> = {}): Part {
  const made = new Part(
    {
      name: "part",
      spawn: () => spawn(process.execPath, ["-e", program], { stdio: ["ignore", "pipe", "inherit"] }),
      ready: async (child, signal) => {
        if (child.stdout) await once(child.stdout, "data", { signal });
      },
      stopSignal: "SIGTERM",
      graceMs: 500,
      ...changes,
    },
    (line) => lines.push(line),
    () => undefined,
  );
  parts.push(made);
  return made;
}

const serving = "console.log('ready'); setInterval(() => {}, 1000);";
const soon = { what: "it", timeoutMs: 120_000 };

afterEach(async () => {
  for (const one of parts.splice(0)) await one.stop();
  lines.length = 0;
});

describe("a part", () => {
  it("is up when it says so, and gone after its stop", async () => {
    const one = part(serving);
    await one.start();
    const known = one.process as KnownProcess;
    expect(isAlive(known)).toBe(true);
    await one.stop();
    expect(isAlive(known)).toBe(false);
    expect(one.process).toBeNull();
  });

  it("is ended by force when it doesn't end in its time", async () => {
    const child = spawn(process.execPath, ["-e", `process.on("SIGTERM", () => {}); ${serving}`]);
    const one = part("", { spawn: () => child });
    await one.start();
    await one.stop();
    expect(child.signalCode).toBe("SIGKILL");
  });

  it("is started again when it ends unasked", async () => {
    const one = part(serving);
    await one.start();
    const first = one.process as KnownProcess;
    process.kill(first.pid, "SIGKILL");
    await until(() => lines.includes("part is back"), soon);
    expect(lines[0]).toBe("part ended (SIGKILL): starting it again in 1 s");
    expect(one.process?.pid).not.toBe(first.pid);
  });

  it("fails to start with how it ended and its last words", async () => {
    const one = part("process.exit(3)", { tailSinceNow: () => () => "no room" });
    await expect(one.start()).rejects.toThrow("part ended while starting (code 3):\nno room");
    expect(one.process).toBeNull();
  });

  it("fails to start where there is no such program", async () => {
    const one = part("", { spawn: () => spawn("/no/such/program") });
    await expect(one.start()).rejects.toThrow(/ENOENT/);
  });

  it("can be tried until it comes up, pausing longer each time", async () => {
    let lives = 0;
    const one = part("", {
      spawn: () => {
        lives += 1;
        return spawn(process.execPath, ["-e", lives < 3 ? "process.exit(1)" : serving]);
      },
    });
    await one.startWithRetries();
    expect(lives).toBe(3);
    expect(lines.map((line) => line.replace(/.*: /, ""))).toEqual(["trying again in 1 s", "trying again in 2 s"]);
  });

  it("can be stopped while it pauses", async () => {
    const one = part("process.exit(1)");
    void one.startWithRetries();
    await until(() => lines.length > 0, soon);
    await one.stop();
    expect(lines).toHaveLength(1);
  });
});
