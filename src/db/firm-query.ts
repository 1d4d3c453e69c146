import type { UnitOfWork } from "./unit-of-work.js";

/** A read within one organization: `$1` of the text is its id, the values follow. */
export type FirmQuery = <T extends object>(text: string, ...values: unknown[]) => Promise<T[]>;

export const firmQuery =
  (unit: UnitOfWork, organizationId: string): FirmQuery =>
  (text, ...values) =>
    unit.query(text, [organizationId, ...values]);
