import type pg from "pg";
import { LastUsed } from "../domain/last-used.js";
import { Batch, UnsendableValue } from "./batch.js";
import { isRefusal, NamedStatement, runPooled, withClient } from "./named-statement.js";
import type { Shares } from "./shares.js";

/** So many leave together at most, and none that takes long to send. */
const mostAtOnce = 32;
const mostCharacters = 16_000;
/** What comes after a commit that takes longer doesn't wait for it. */
const patienceMs = 50;
/** So long commits go alone after one of several had to be taken back. */
const restMs = 1_000;
const lockPatience = "select set_config('lock_timeout', '100', true)";

interface Commit {
  text: string;
  values: unknown[];
  resolve(rows: object[]): void;
  reject(error: unknown): void;
}

/**
 * The statements with which units commit. Those that one organization sends while it waits for a commit leave together with the next one, as one
 * transaction: the disk is waited for once, and both sides have a piece to read instead of many. If one of them fails, none of them has
 * happened, and each is sent again by itself. Organizations never share a transaction, so that none can fail another's.
 */
export class Commits {
  private readonly waiting = new Map<string, Commit[]>();
  private readonly restsUntil = new LastUsed<number>(1_000);

  constructor(
    private readonly pool: pg.Pool,
    private readonly shares: Shares,
  ) {}

  run<Row extends object>(organizationId: string, text: string, values: unknown[]): Promise<Row[]> {
    if (this.isResting(organizationId) || lengthOf(values) > mostCharacters)
      return this.shares.during(organizationId, () => runPooled<Row>(this.pool, text, values));
    return new Promise((resolve, reject) => {
      const commit = { text, values, resolve: resolve as Commit["resolve"], reject };
      const waiting = this.waiting.get(organizationId);
      if (waiting) waiting.push(commit);
      else {
        this.waiting.set(organizationId, [commit]);
        void this.send(organizationId);
      }
    });
  }

  /** Sends what waits, until nothing does. It never fails: each commit has its own outcome. */
  private async send(organizationId: string): Promise<void> {
    for (let next = this.take(organizationId); next.length > 0; next = this.take(organizationId))
      await atMost(
        patienceMs,
        next.length === 1 ? this.alone(organizationId, next) : this.together(organizationId, next),
      );
    this.waiting.delete(organizationId);
  }

  private isResting(organizationId: string): boolean {
    return (this.restsUntil.find(organizationId) ?? 0) > Date.now();
  }

  private take(organizationId: string): Commit[] {
    return this.waiting.get(organizationId)?.splice(0, mostAtOnce) ?? [];
  }

  private async alone(organizationId: string, commits: Commit[]): Promise<void> {
    await Promise.all(
      commits.map(({ text, values, resolve, reject }) =>
        this.shares.during(organizationId, () => runPooled(this.pool, text, values)).then(resolve, reject),
      ),
    );
  }

  private async together(organizationId: string, commits: Commit[]): Promise<void> {
    try {
      await this.shares.during(organizationId, () => withClient(this.pool, (client) => sendBatch(client, commits)));
    } catch (error) {
      // Else nobody knows what became of them, and none may be sent again.
      if (isRefusal(error) || error instanceof UnsendableValue) {
        this.restsUntil.keep(organizationId, Date.now() + restMs);
        await this.alone(organizationId, commits);
      } else for (const { reject } of commits) reject(error);
    }
  }
}

/** Ends with the work, which doesn't fail, or after so long. */
const atMost = (ms: number, work: Promise<void>): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    void work.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });

/** @throws the error for which none of them happened, or for which nobody knows */
const sendBatch = (client: pg.PoolClient, commits: Commit[]): Promise<void> =>
  new Promise((done, fail) => {
    const statements = commits.map(
      ({ text, values, resolve, reject }) =>
        new NamedStatement(text, values, null, (error, rows) => (error ? reject(error) : resolve(rows))),
    );
    const first = new NamedStatement(lockPatience, [], null, () => undefined);
    client.query(new Batch([first, ...statements], (error) => (error ? fail(error as Error) : done())));
  });

function lengthOf(values: readonly unknown[]): number {
  let length = 0;
  for (const value of values)
    if (typeof value === "string") length += value.length;
    else if (Array.isArray(value)) length += lengthOf(value);
    else if (value instanceof Uint8Array) length += value.length;
  return length;
}
