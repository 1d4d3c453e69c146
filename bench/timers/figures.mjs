import { readdirSync, readFileSync } from "node:fs";
import { loadavg } from "node:os";

/** Runs `work` on every item, so many at a time. */
export async function inParallel(atATime, items, work) {
  const results = [];
  let next = 0;
  const worker = async () => {
    for (let n = next++; n < items.length; n = next++) results[n] = await work(items[n]);
  };
  await Promise.all(Array.from({ length: atATime }, worker));
  return results;
}

export const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/** p50, p99 and the longest of delays in ms, as seconds in words. */
export function spread(delays) {
  const sorted = [...delays].sort((a, b) => a - b);
  const seconds = (share) =>
    ((sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0) / 1000).toFixed(1);
  return `p50 ${seconds(0.5)} s, p99 ${seconds(0.99)} s, longest ${seconds(1)} s`;
}

export const load = () => `load average ${loadavg()[0].toFixed(1)}`;

const fields = (pid) => {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
};

/** Resident memory of a process in bytes; NaN where the system has no /proc. */
export function residentBytes(pid) {
  try {
    return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) * 1024;
  } catch {
    return Number.NaN;
  }
}

/** Processor seconds that a process and its children have used; NaN where the system has no /proc. */
export function processorSeconds(pid) {
  try {
    const all = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
    let ticks = 0;
    for (const one of all) {
      try {
        const [, parent, ...rest] = fields(one);
        const [user, system, endedUser, endedSystem] = rest.slice(9, 13).map(Number);
        if (Number(one) === pid || Number(parent) === pid) ticks += user + system;
        // What its children had used that have ended.
        if (Number(one) === pid) ticks += endedUser + endedSystem;
      } catch {
        // It has ended meanwhile.
      }
    }
    return ticks / 100;
  } catch {
    return Number.NaN;
  }
}
