import type { UnitOfWork } from "../db/unit-of-work.js";

export interface Calendar {
  /** IANA zone */
  timezone: string;
  /** the firm's own closing days, `MM-DD` */
  holidays: string[];
}

/** By which clock and calendar an organization is told of things. */
export async function calendarOf(unit: UnitOfWork, organizationId: string): Promise<Calendar> {
  const [row] = await unit.query<Calendar>("select timezone, holidays from organization where id = $1", [
    organizationId,
  ]);
  if (!row) throw new Error(`There is no organization ${organizationId}`);
  return row;
}
