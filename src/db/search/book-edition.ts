import { type CodeEdition, codeEdition } from "../../domain/code-edition.js";
import type { PriceBook } from "../entities/price-book.js";
import type { OrganizationQuery } from "../organization-query.js";

/**
 * The edition of its region's list that a price book is, if all its codes begin with it and its year says so too: an organization may
 * number chapters likewise.
 */
export async function bookEdition(
  query: OrganizationQuery,
  { id, year }: Pick<PriceBook, "id" | "year">,
): Promise<CodeEdition | null> {
  const [codes] = await query<Record<"first" | "last", string | null>>(
    `select min(code collate "C") as first, max(code collate "C") as last from price_book_entry
     where organization_id = $1 and book_id = $2`,
    id,
  );
  const edition = codeEdition(codes?.first ?? "");
  return edition && edition.year === year && codes?.last?.startsWith(edition.prefix) ? edition : null;
}
