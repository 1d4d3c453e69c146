import { heartbeat } from "@temporalio/activity";
import type { Logger } from "pino";
import type { DataSource } from "typeorm";
import type { Config } from "../config.js";
import { auditChanges } from "../db/audit.js";
import { isStaleRead, UnitOfWork } from "../db/unit-of-work.js";

export interface Dependencies {
  config: Config;
  dataSource: DataSource;
  log: Logger;
}

/** Reads records. */
export async function read<T>({ dataSource }: Dependencies, run: (unit: UnitOfWork) => Promise<T>): Promise<T> {
  return run(new UnitOfWork(dataSource));
}

/** Reads and changes records as one unit, audited as the workflow's; run again where something read had changed meanwhile. */
export async function change<T>(
  { dataSource }: Dependencies,
  organizationId: string,
  action: string,
  run: (unit: UnitOfWork, now: Date) => Promise<T>,
): Promise<T> {
  for (;;) {
    const unit = new UnitOfWork(dataSource);
    try {
      const now = new Date();
      const result = await run(unit, now);
      if (unit.hasWrites)
        auditChanges(
          unit,
          { organizationId, userId: null, keyId: null, via: "workflow", client: null },
          action,
          now,
          null,
        );
      await unit.commit();
      return result;
    } catch (error) {
      if (!isStaleRead(error)) throw error;
    } finally {
      await unit.release();
    }
  }
}

/** Tells Temporal, while `work` goes on, that this worker is alive. */
export async function whileBeating<T>(work: Promise<T>): Promise<T> {
  const beat = setInterval(() => heartbeat(), 5_000);
  try {
    return await work;
  } finally {
    clearInterval(beat);
  }
}
