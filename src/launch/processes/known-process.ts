import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { codeOf } from "../../db/error-code.js";
import { until } from "../until.js";

/** A process, identified by its pid and start time, since pids are reused. */
export interface KnownProcess {
  pid: number;
  startedAt: string;
}

/** When the process with this pid started, in a form that is only good for comparison; null if there is no such process. */
export function startOf(pid: number): string | null {
  try {
    if (process.platform !== "linux") {
      return execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).trim() || null;
    }
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name, in parentheses, may contain spaces and parentheses. Behind it: state (field 3) … start time in ticks (field 22).
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (fields[0] === "Z" || fields[0] === "X") return null;
    return `${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()}:${fields[19]}`;
  } catch {
    // Both /proc and ps fail if there is no such process.
    return null;
  }
}

/** The process that has this pid now; null if there is none. */
export function knownProcess(pid: number): KnownProcess | null {
  const startedAt = startOf(pid);
  return startedAt === null ? null : { pid, startedAt };
}

export const isAlive = (known: KnownProcess): boolean => startOf(known.pid) === known.startedAt;

/** Ends a process with `signal`, and with SIGKILL if it is still alive after `graceMs`. Resolves once it is gone. */
export async function endProcess(known: KnownProcess, signal: NodeJS.Signals, graceMs: number): Promise<void> {
  const gone = () => !isAlive(known);
  const send = (name: NodeJS.Signals) => {
    try {
      if (!gone()) process.kill(known.pid, name);
    } catch (error) {
      // It has ended by itself in between, as our programs do once their launcher is gone.
      if (codeOf(error) !== "ESRCH") throw error;
    }
  };
  send(signal);
  try {
    await until(gone, { what: `end of process ${known.pid}`, timeoutMs: graceMs, everyMs: 20 });
  } catch {
    send("SIGKILL");
    await until(gone, { what: `end of process ${known.pid} by SIGKILL`, timeoutMs: 5_000, everyMs: 20 });
  }
}
