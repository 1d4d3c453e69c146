// What a row of bench/table.mjs is given to measure with. All that it starts is ended with the row, also when that fails or is interrupted.
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { startProduct, until } from "../scripts/product.mjs";
import { median, processorSeconds } from "./figures.mjs";
import { endChild, startTemporal } from "./temporal.mjs";
import { wrkRound } from "./wrk.mjs";

/**
 * @param port the first of ten that a row may use: the product takes three, the limit `port + 3`
 * @param quick whether the row has only some seconds
 * @param size how much the row is to generate, where the command says so: each row has its own default
 * @param say prints a line beside the table, with what explains a figure
 */
export function createStage({ port, quick, size, say }) {
  const interrupted = new AbortController();
  const started = [];
  /** Remembers how to end something. What is still starting is ended as soon as it has started. */
  const ends = (starting, stop) => {
    started.push(() => starting.then(stop, () => undefined));
    return starting;
  };

  /**
   * Starts the product in a folder of its own.
   * @param settings further environment variables
   * @param at its first port; a second product takes `port + 4`
   * @returns what `startProduct` does (`apiKey`, `organizationId`, `userId`, `databaseUrl`, `baseUrl` …), `pids` by name (`api`, `postgres`,
   * `worker`, `temporal`), and `query`, which asks Postgres as the tables' owner
   */
  async function product(settings = {}, connections = 32, at = port) {
    const { signal } = interrupted;
    const made = await ends(startProduct(at, connections, settings, signal), ({ stop }) => stop());
    const db = new pg.Client({ connectionString: made.databaseUrl });
    await ends(db.connect(), () => db.end());
    const pids = Object.fromEntries(made.processes.map(({ name, pid }) => [name.toLowerCase(), pid]));
    return { ...made, pids, query: (text, values) => db.query(text, values) };
  }

  /** Starts the limit (bench/limit-server.mjs) on the product's database. @returns its `port`, and its `pids` like the product's */
  async function limit({ databaseUrl, pids }) {
    const own = port + 3;
    const file = fileURLToPath(new URL("limit-server.mjs", import.meta.url));
    const child = fork(file, [String(own), databaseUrl], { stdio: "inherit" });
    ends(Promise.resolve(), () => child.kill());
    await until(() => fetch(`http://127.0.0.1:${own}/`).then(() => true), interrupted.signal);
    return { port: own, pids: { api: child.pid, postgres: pids.postgres } };
  }

  /** Starts a Temporal server that keeps its state in memory. @returns its address, for the product's setting TEMPORAL_ADDRESS, and `pid` */
  async function temporal() {
    const { address, child } = await ends(startTemporal(), (made) => endChild(made.child, "SIGTERM"));
    return { address, pid: child.pid };
  }

  /**
   * Sends requests by wrk to a product or a limit.
   * @param side `{ port, pids }`
   * @param request `{ pathname, key, bodies, headers }` as in `wrkRound`, but the bodies not yet text
   * @returns requests per second, p50 and p99 in ms, and the processor time of a request in ms: `node` of the API, `database` of Postgres
   */
  async function loaded(side, { bodies, ...request }, seconds, connections = 32) {
    const { signal } = interrupted;
    const used = () => [processorSeconds(side.pids.api), processorSeconds(side.pids.postgres)];
    const before = used();
    const from = Math.floor(Math.random() * 1e6);
    const texts = bodies.map((body) => JSON.stringify(body));
    const round = await wrkRound({ ...request, port: side.port, bodies: texts, connections, seconds, from, signal });
    const [node, database] = used().map((s, i) => (1000 * (s - before[i])) / round.count);
    return { ...round, node, database };
  }

  let ended;
  const end = () => {
    ended ??= (async () => {
      interrupted.abort(new Error("interrupted"));
      for (const stop of started.splice(0).reverse()) await stop();
    })();
    return ended;
  };

  return { port, quick, size, say, ends, product, limit, temporal, loaded, end };
}

/** Rounds are short, and many: a machine whose cores others share is now fast and now slow, for seconds at a time. */
export const roundSeconds = 2;

/**
 * Measures sides by turns, each once before to warm up, so that other load on the machine affects all of them.
 * @param measure is called with a side's name, and whether this is to warm up
 * @returns by name the figures of each round
 */
export async function takeTurns(names, rounds, measure) {
  const figures = Object.fromEntries(names.map((name) => [name, []]));
  for (const name of names) await measure(name, true);
  for (let n = 0; n < rounds; n++) for (const name of names) figures[name].push(await measure(name, false));
  return figures;
}

/** The ratio of the first side to the second: the median over the rounds. @param of takes the number from a round's figures */
export const ratioOf = (ones, others, of = (figure) => figure) =>
  median(ones.map((one, round) => of(one) / of(others[round])));

/** How long the work takes, in ms. */
export async function timed(work) {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** The median of each number in a side's rounds, as text. */
export function loadLine(figures) {
  const mid = (name) => median(figures.map((figure) => figure[name]));
  return `${Math.round(mid("perSecond"))}/s, p50 ${mid("p50").toFixed(1)}, p99 ${mid("p99").toFixed(1)} ms, processor per request: Node ${mid("node").toFixed(2)}, Postgres ${mid("database").toFixed(2)} ms`;
}
/** A line of the table: `ratio` may be at most `most`. */
export const atMost = (what, most, ratio, unit = "×") => ({
  what,
  target: `≤ ${most} ${unit}`,
  figure: `${ratio.toFixed(2)} ${unit}`,
  reached: ratio <= most,
});

/** A line of the table: `ratio` must be at least `least`. */
export const atLeast = (what, least, ratio, unit = "×") => ({
  what,
  target: `≥ ${least.toFixed(2)} ${unit}`,
  figure: `${ratio.toFixed(2)} ${unit}`,
  reached: ratio >= least,
});
