import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { until } from "./until.js";

/** A process by its pid and by when it started, since a pid alone may belong to another one tomorrow. */
export interface KnownProcess {
  pid: number;
  startedAt: string;
}

/** When the process with this pid started, in a form that only serves to compare; null where there is none. */
export function startOf(pid: number): string | null {
  try {
    if (process.platform !== "linux") {
      return execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).trim() || null;
    }
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name, in parentheses, may hold spaces and parentheses. After it: state (field 3) … start time in ticks (field 22).
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (fields[0] === "Z" || fields[0] === "X") return null;
    return `${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()}:${fields[19]}`;
  } catch {
    // No such process: both /proc and ps say so by failing.
    return null;
  }
}

/** The process with this pid as it runs now, or null. */
export function knownProcess(pid: number): KnownProcess | null {
  const startedAt = startOf(pid);
  return startedAt === null ? null : { pid, startedAt };
}

export const isAlive = (known: KnownProcess): boolean => startOf(known.pid) === known.startedAt;

/** Ends a process: `signal`, then SIGKILL where it still lives after `graceMs`. Returns once it is gone. */
export async function endProcess(known: KnownProcess, signal: NodeJS.Signals, graceMs: number): Promise<void> {
  const gone = () => !isAlive(known);
  const send = (name: NodeJS.Signals) => {
    if (!gone()) process.kill(known.pid, name);
  };
  send(signal);
  try {
    await until(gone, { what: `end of process ${known.pid}`, timeoutMs: graceMs, everyMs: 20 });
  } catch {
    send("SIGKILL");
    await until(gone, { what: `end of process ${known.pid} by SIGKILL`, timeoutMs: 5_000, everyMs: 20 });
  }
}
