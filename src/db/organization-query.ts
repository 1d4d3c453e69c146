import type { Queries } from "./database.js";

/** A read within one organization: `$1` of the text is its id, the values follow. */
export type OrganizationQuery = <T extends object>(text: string, ...values: unknown[]) => Promise<T[]>;

export const organizationQuery =
  (queries: Queries, organizationId: string): OrganizationQuery =>
  (text, ...values) =>
    queries.query(text, [organizationId, ...values]);
