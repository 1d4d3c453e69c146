// Load by wrk, which takes a tenth of the processor that a generator in Node takes: beside that one, a fast server looks slow.
import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";

export const hasWrk = () => spawnSync("wrk", ["-v"]).error === undefined;

/** A Lua string. JSON's own escapes are Lua's too, but for `\u`, which no body of a benchmark has. */
const lua = (text) => JSON.stringify(text);

/**
 * Sends requests for so many seconds.
 * @param pathname also a list, of which each request takes the next one
 * @param bodies are sent in turn, from a different one in each round; `#` in a body becomes the number of the request
 * @param headers further headers
 * @returns how many were answered, requests per second, and the median and the 99th percentile in ms
 * @throws Error if an answer had another status than 2xx
 */
export async function wrkRound({
  port,
  method = "POST",
  pathname,
  key,
  bodies,
  headers = {},
  connections,
  seconds,
  from,
  signal,
}) {
  const folder = mkdtempSync(path.join(tmpdir(), "pratica-wrk-"));
  const script = path.join(folder, "load.lua");
  writeFileSync(
    script,
    `local paths = {${[pathname].flat().map(lua).join(",\n")}}
local bodies = {${bodies.map(lua).join(",\n")}}
local headers = {${Object.entries({ "content-type": "application/json", authorization: `Bearer ${key}`, ...headers })
      .map(([name, value]) => `[${lua(name)}] = ${lua(value)}`)
      .join(", ")}}
local n = ${from}
request = function()
  n = n + 1
  return wrk.format(${lua(method)}, paths[n % #paths + 1], headers, (bodies[n % #bodies + 1]:gsub("#", n)))
end`,
  );
  try {
    const options = ["-t1", `-c${connections}`, `-d${seconds}s`, "--latency", "-s", script];
    const { stdout } = await promisify(execFile)("wrk", [...options, `http://127.0.0.1:${port}`], { signal });
    if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`${pathname}: ${stdout}`);
    const count = Number(/(\d+) requests in/.exec(stdout)[1]);
    return {
      count,
      perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)[1]),
      p50: at(stdout, 50),
      p99: at(stdout, 99),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function at(stdout, percent) {
  const [, value, unit] = new RegExp(`${percent}%\\s+([\\d.]+)(us|ms|s)`).exec(stdout);
  return Number(value) * { us: 0.001, ms: 1, s: 1000 }[unit];
}
