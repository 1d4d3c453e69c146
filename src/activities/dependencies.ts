import { heartbeat } from "@temporalio/activity";
import type { Logger } from "pino";
import type { DataSource } from "typeorm";
import type { Config } from "../config.js";
import { type Actor, auditChanges } from "../db/audit.js";
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

/** Whose change it is, where somebody's request is carried out. */
export type Speaker = Pick<Actor, "userId" | "keyId" | "client" | "connectionId">;
const nobody: Speaker = { userId: null, keyId: null, client: null };

/**
 * Reads and changes records as one unit, audited as the workflow's; run again where something read had changed meanwhile.
 * @param speaker asked after `run`: who the change is made for
 */
export function change<T>(
  deps: Dependencies,
  organizationId: string,
  action: string,
  run: (unit: UnitOfWork, now: Date) => Promise<T>,
  speaker: () => Speaker = () => nobody,
): Promise<T> {
  return keep(deps, async (unit, now) => {
    const result = await run(unit, now);
    if (unit.hasWrites) auditChanges(unit, { organizationId, via: "workflow", ...only(speaker()) }, action, now, null);
    return result;
  });
}

const only = ({ userId, keyId, client, connectionId = null }: Speaker): Speaker => ({
  userId,
  keyId,
  client,
  connectionId,
});

/** As `change`, for what is itself a trace and no change to the firm's data: unaudited. */
export async function keep<T>(
  { dataSource }: Dependencies,
  run: (unit: UnitOfWork, now: Date) => Promise<T>,
): Promise<T> {
  for (;;) {
    const unit = new UnitOfWork(dataSource);
    try {
      const result = await run(unit, new Date());
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
