import type { Queries } from "./database.js";

/** Runs a statement within one organization. `$1` is the organization's id, `$2` the first of the values. */
export type OrganizationQuery = <T extends object>(text: string, ...values: unknown[]) => Promise<T[]>;

export const organizationQuery =
  (queries: Queries, organizationId: string): OrganizationQuery =>
  (text, ...values) =>
    queries.query(text, [organizationId, ...values]);
