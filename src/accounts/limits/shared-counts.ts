import { createHmac } from "node:crypto";
import type { Logger } from "pino";
import type { Config } from "../../config.js";
import type { Database } from "../../db/database.js";
import { sayOnce } from "../../db/say-once.js";

/** How often one thing was counted in its window of time. */
export interface Count {
  /** a hash: what is counted is named by addresses of people and their machines */
  readonly key: string;
  readonly windowMs: number;
  /** what this process ever counted */
  own: number;
  /** how much of it Postgres has been told */
  told: number;
  /** what has to be added to `own` for the count of all processes in this window, as of the last exchange */
  offset: number;
  /** by `performance.now()`, as all moments here: the clock may be set */
  exchangedAt: number;
  endsAt: number;
}

const intervalMs = 1_000;
const timeoutMs = 2_000;

/** A window of which more is left than it is long began before the clock was set back. Between processes a moment may pass. */
const isOpen = "c.ends_at > now() and c.ends_at < excluded.ends_at + interval '5 seconds'";
/** Adds what was counted here, and learns what all have counted. In the order of the keys, so that two processes never wait for each other. */
const exchange = `
  insert into rate_count as c (key, count, ends_at)
  select key, added, now() + window_ms * interval '1 ms' from unnest($1::text[], $2::int[], $3::int[]) as t (key, added, window_ms) order by key
  on conflict (key) do update set
    count = case when ${isOpen} then c.count + excluded.count else excluded.count end,
    ends_at = case when ${isOpen} then c.ends_at else excluded.ends_at end
  returning key, count, extract(epoch from ends_at - now())::float8 * 1000 as "msLeft"`;
/** A count that is just being exchanged stays: neither waits for the other. */
const deleteEnded = `
  delete from rate_count where key in (select key from rate_count where ends_at < now() for update skip locked)`;

/**
 * Counts that all API processes share through Postgres. One statement at a time tells it all that was counted since the last, so a flood
 * costs no more statements than there is time for. Without Postgres each process goes on counting alone.
 */
export class SharedCounts {
  private readonly counts = new Map<string, Count>();
  private readonly untold = new Set<Count>();
  private running: Promise<void> = Promise.resolve();
  private next: Promise<void> | null = null;
  private timer: NodeJS.Timeout | undefined;
  private restsUntil = 0;
  private readonly said: ReturnType<typeof sayOnce>;
  private tidyAt = 0;

  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly log: Logger,
  ) {
    this.said = sayOnce(log, {
      fails: "limits are counted only by this process while Postgres doesn't take the counts",
      isDone: "limits are counted by all processes together again",
    });
  }

  /** @param name says what is counted: the limit, and whose events */
  of(name: string, windowMs: number): Count {
    const now = performance.now();
    let count = this.counts.get(name);
    if (!count) {
      const key = createHmac("sha256", this.config.SECRET_KEY ?? "")
        .update(name)
        .digest("base64url");
      count = {
        key,
        windowMs,
        own: 0,
        told: 0,
        offset: 0,
        exchangedAt: Number.NEGATIVE_INFINITY,
        endsAt: now + windowMs,
      };
      this.counts.set(name, count);
    }
    if (count.endsAt <= now) Object.assign(count, { offset: -count.own, endsAt: now + windowMs });
    return count;
  }

  /** Counts so many here, to be told soon. */
  add(count: Count, points: number): void {
    count.own += points;
    this.untold.add(count);
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      void this.exchange();
    }, intervalMs).unref();
  }

  /** Ends with an exchange that began after this call; at once while Postgres doesn't take the counts. */
  async exchange(): Promise<void> {
    if (performance.now() < this.restsUntil) return;
    this.next ??= this.running.then(() => {
      this.running = this.next as Promise<void>;
      this.next = null;
      return this.tell();
    });
    return this.next;
  }

  /** Begins the count anew, everywhere. */
  async forget(count: Count): Promise<void> {
    Object.assign(count, { offset: -count.own, told: count.own });
    await this.database.query("delete from rate_count where key = $1", [count.key]);
  }

  /** Tells what was counted since the last exchange. */
  async stop(): Promise<void> {
    await this.exchange();
    clearTimeout(this.timer);
  }

  private async tell(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.tidy();
    const batch = [...this.untold].map((count) => ({ count, own: count.own }));
    this.untold.clear();
    if (batch.length === 0) return;
    try {
      const values = [
        batch.map(({ count }) => count.key),
        batch.map(({ count, own }) => own - count.told),
        batch.map(({ count }) => count.windowMs),
      ];
      const query = { name: "exchange_counts", text: exchange, values, query_timeout: timeoutMs };
      const { rows } = await this.database.pool.query<{ key: string; count: number; msLeft: number }>(query);
      this.said.done();
      const [now, totals] = [performance.now(), new Map(rows.map((row) => [row.key, row]))];
      for (const { count, own } of batch) {
        const { count: total, msLeft } = totals.get(count.key) as (typeof rows)[number];
        Object.assign(count, { told: own, offset: total - own, exchangedAt: now, endsAt: now + msLeft });
      }
    } catch (error) {
      for (const { count } of batch) this.untold.add(count);
      this.restsUntil = performance.now() + intervalMs;
      this.said.failed(error);
    }
  }

  /** Drops, once a minute, the windows that have ended: a flood from ever new addresses leaves no more than those of two minutes. */
  private tidy(): void {
    const now = performance.now();
    if (now < this.tidyAt) return;
    this.tidyAt = now + 60_000;
    for (const [name, count] of this.counts)
      if (count.endsAt <= now && !this.untold.has(count)) this.counts.delete(name);
    this.database
      .query(deleteEnded)
      .catch((error: unknown) => this.log.warn({ err: error }, "counts of windows that have ended were not deleted"));
  }
}
