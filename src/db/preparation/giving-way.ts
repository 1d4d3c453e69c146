import { setTimeout as wait } from "node:timers/promises";
import type { MigrationInterface, QueryRunner } from "typeorm";
import { codeOf, deadlock, lockNotAvailable } from "../error-code.js";

/** With the pauses, half a minute in all. */
const attempts = 10;
const pauseMs = 1_000;
/** It holds some tables and waits for another, while others do so the other way round: they go on once it has given up its own. */
const waitedInVain = [lockNotAvailable, deadlock];

const stillInUse =
  "For half a minute others have used what the upgrade changes, as a backup does while it is made. Start again once it has ended: nothing is lost.";

/**
 * While a migration waits for a table that a long transaction reads, such as that of a backup, whoever needs the table waits behind it, and
 * with them soon everybody. So it waits for two seconds at a time, and lets the others by in between. What has no transaction can't begin
 * again, and needs no table for itself.
 */
export const givingWay = (Migration: new () => MigrationInterface): (new () => MigrationInterface) =>
  class extends Migration {
    constructor() {
      super();
      const up = this.up.bind(this);
      if (this.transaction !== false) this.up = (db) => inAttempts(db, () => up(db));
    }
  };

async function inAttempts(db: QueryRunner, work: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    await db.query("savepoint attempt; set local lock_timeout = '2s'");
    try {
      await work();
      return;
    } catch (error) {
      if (!waitedInVain.includes(codeOf(error))) throw error;
      if (attempt === attempts) throw new Error(stillInUse, { cause: error });
      await db.query("rollback to savepoint attempt");
    }
    await wait(pauseMs);
  }
}
