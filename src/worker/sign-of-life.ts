import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import type { Database } from "../db/database.js";

const everyMs = 10_000;
const say = `
  insert into worker_seen (id, started_at, seen_at) values ($1, now(), now()) on conflict (id) do update set seen_at = now()`;

/** Says in the database every 10 s that this worker lives; the latest word of dead ones is kept for a day. */
export function giveSignsOfLife(database: Database, log: Logger): { stop(): Promise<void> } {
  const id = randomUUID();
  let saying: Promise<unknown> = Promise.resolve();
  const speak = () => {
    saying = database
      .query(say, [id])
      .then(() => database.query("delete from worker_seen where seen_at < now() - interval '1 day'"))
      // The next one is due soon, and who looks sees that this one is missing.
      .catch((error: unknown) => log.debug({ err: error }, "the worker's sign of life was not written"));
  };
  speak();
  const timer = setInterval(speak, everyMs);
  return {
    async stop() {
      clearInterval(timer);
      await saying;
    },
  };
}
