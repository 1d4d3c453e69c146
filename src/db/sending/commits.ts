import type pg from "pg";
import { LastUsed } from "../../domain/last-used.js";
import { Departures } from "./departures.js";
import { type Asked, PieceSender } from "./piece-sender.js";
import { runPooled } from "./run-statements.js";
import type { Shares } from "./shares.js";

/** A longer commit goes alone. */
const mostSentCharacters = 16_000;
const lockPatience = "select set_config('lock_timeout', '100', true)";

/**
 * The statements with which units commit. Those that one organization asks for together, or while two commits are under way, leave as one
 * transaction: the disk is waited for once, and both sides have a piece to read instead of many. If one of them fails, none of them has
 * happened, and each is sent again by itself. Organizations never share a transaction, so that none can fail another's.
 */
export class Commits {
  private readonly departures = new Departures<Asked>((organizationId) => this.senderOf(organizationId), {
    mostUnderWay: 2,
  });
  private readonly restsUntil = new LastUsed<number>(1_000);

  constructor(
    private readonly pool: pg.Pool,
    private readonly shares: Shares,
    /** for how long the commits of an organization go alone after one of several had to be taken back */
    private readonly restMs = 1_000,
  ) {}

  run<Row extends object>(organizationId: string, text: string, values: unknown[]): Promise<Row[]> {
    if (this.isResting(organizationId) || lengthOf(values) > mostSentCharacters)
      return this.shares.during(organizationId, () => runPooled<Row>(this.pool, text, values));
    return new Promise((resolve, reject) => {
      const asked = { text, values, reading: null, resolve: resolve as Asked["resolve"], reject };
      this.departures.add(organizationId, asked);
    });
  }

  private isResting(organizationId: string): boolean {
    return (this.restsUntil.find(organizationId) ?? 0) > performance.now();
  }

  private senderOf(organizationId: string): PieceSender {
    const { pool, shares, restMs } = this;
    const refused = () => void this.restsUntil.keep(organizationId, performance.now() + restMs);
    return new PieceSender({ pool, shares, organizationId, first: lockPatience, refused });
  }
}

function lengthOf(values: readonly unknown[]): number {
  let length = 0;
  for (const value of values)
    if (typeof value === "string") length += value.length;
    else if (Array.isArray(value)) length += lengthOf(value);
    else if (value instanceof Uint8Array) length += value.length;
  return length;
}
