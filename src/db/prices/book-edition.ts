import { type CodeEdition, codeEdition } from "../../domain/code-edition.js";
import type { PriceBook } from "../entities/price-book.js";
import type { OrganizationQuery } from "../organization-query.js";

/**
 * The edition of its region's list that a price book is, if most of its codes begin with it, beside the organization's own (`NP.01`), and
 * its year says so too: an organization may number chapters likewise.
 */
export async function bookEdition(
  query: OrganizationQuery,
  { id, year }: Pick<PriceBook, "id" | "year">,
): Promise<CodeEdition | null> {
  if (year === null) return null;
  // If most codes begin alike, then in sorted order the middle one does too.
  const [middle] = await query<{ code: string | null }>(
    `select percentile_disc(0.5) within group (order by code collate "C") as code from price_book_entry
     where organization_id = $1 and book_id = $2`,
    id,
  );
  const edition = codeEdition(middle?.code ?? "");
  if (edition?.year !== year) return null;
  const [codes] = await query<{ areMost: boolean }>(
    `select count(*) filter (where starts_with(code, $3)) * 2 > count(code) as "areMost" from price_book_entry
     where organization_id = $1 and book_id = $2`,
    id,
    edition.prefix,
  );
  return codes?.areMost ? edition : null;
}
