import { existsSync, readdirSync, readFileSync } from "node:fs";
import { loadavg } from "node:os";

/** Prints a line. */
export const say = (line) => process.stdout.write(`${line}\n`);

/** Runs `work` with the numbers from 0 on, `count` of them, at most `concurrency` at a time. @returns the results in their order */
export async function inParallel(concurrency, count, work) {
  const results = [];
  let next = 0;
  const worker = async () => {
    for (let n = next++; n < count; n = next++) results[n] = await work(n);
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return results;
}

export const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/** The value below which this share of the values lies; NaN without any. */
export function percentile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

/** p50, p99 and the maximum of delays in ms, as text in seconds. */
export function spread(delays) {
  const seconds = (share) => ((percentile(delays, share) || 0) / 1000).toFixed(1);
  return `p50 ${seconds(0.5)} s, p99 ${seconds(0.99)} s, longest ${seconds(1)} s`;
}

export const load = () => `load average ${loadavg()[0].toFixed(1)}`;

/**
 * How long one read of memory takes among 4 MB, in ns: the best of five rounds through all its lines of 64 bytes in a random order. It is about
 * 15 where the processor's last cache holds them, and some 200 where a virtual machine's neighbours have that cache.
 */
export function memoryReadNs() {
  const lines = (4 << 20) / 64;
  const step = 64 / Int32Array.BYTES_PER_ELEMENT;
  const order = Array.from({ length: lines }, (_, line) => [Math.random(), line * step]).sort(([a], [b]) => a - b);
  const next = new Int32Array(lines * step);
  for (const [place, [, from]] of order.entries()) next[from] = order[(place + 1) % lines][1];
  let at = 0;
  const round = () => {
    const began = performance.now();
    for (let read = 0; read < lines; read++) at = next[at];
    return ((performance.now() - began) * 1e6) / lines;
  };
  return Math.min(...Array.from({ length: 5 }, round));
}

/** The fields of /proc/<pid>/stat from the third on, which is the state. */
const statFields = (pid) => {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
};

/** The resident memory of a process in bytes; NaN on a system without /proc. */
export function residentBytes(pid) {
  try {
    return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) * 1024;
  } catch {
    return Number.NaN;
  }
}

/** The process and its children, as far as they live. */
const familyOf = (pid) =>
  readdirSync("/proc").filter(
    (name) => /^\d+$/.test(name) && (Number(name) === pid || Number(orEmpty(() => statFields(name))[1]) === pid),
  );

/** The CPU time in ms that a process and its children have used, of those threads and children that live: more exact than in ticks. */
export function livingProcessorMs(pid) {
  const threads = familyOf(pid).flatMap((name) =>
    orEmpty(() => readdirSync(`/proc/${name}/task`).map((id) => `${name}/task/${id}`)),
  );
  return threads
    .map((thread) => Number(orEmpty(() => readFileSync(`/proc/${thread}/schedstat`, "utf8").split(" "))[0] ?? 0) / 1e6)
    .reduce((sum, ms) => sum + ms, 0);
}

/** [] for a process that has ended meanwhile. */
function orEmpty(read) {
  try {
    return read();
  } catch {
    return [];
  }
}

/** The CPU time in seconds that a process and its children have used, those too that have ended; NaN on a system without /proc. */
export function processorSeconds(pid) {
  if (!existsSync("/proc")) return Number.NaN;
  let ticks = 0;
  for (const name of familyOf(pid)) {
    const [user = 0, system = 0, ofEnded = 0, systemOfEnded = 0] = orEmpty(() => statFields(name))
      .slice(11)
      .map(Number);
    ticks += user + system + (Number(name) === pid ? ofEnded + systemOfEnded : 0);
  }
  return ticks / 100;
}
