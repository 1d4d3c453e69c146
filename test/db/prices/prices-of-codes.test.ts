import { expect, it } from "@jest/globals";
import type { OrganizationQuery } from "../../../src/db/organization-query.js";
import { entriesWithCodes, pricesOfCodes } from "../../../src/db/prices/prices-of-codes.js";
import { startApi } from "../../support/caller.js";
import { openAsOwner } from "../../support/database.js";
import { organization } from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";

const entries = 2_000;
const codes = Array.from({ length: 50 }, (_, n) => `TOS26_${n}`);
const api = forAllTests(startApi);
const org = forAllTests(() => organization(api));
const newcomer = forAllTests(() => organization(api));
/** The owner of the tables, who may analyze them. */
const owner = forAllTests(() => openAsOwner(api.app.database.url));

async function book(whose: typeof org, name: string): Promise<string> {
  const { id } = await whose.ok("create_price_book", { name });
  await owner.query(
    `insert into price_book_entry (organization_id, id, book_id, code, description, unit, price, created_at)
     select $1, uuidv7(), $2, $3 || n, 'Scavo', 'm³', 1, now() from generate_series(1, ${entries}) n`,
    [whose.organizationId, id, `${name}_`],
  );
  return id;
}

/** How a look for an organization's prices goes about it. */
async function planOf(whose: typeof org, look: (query: OrganizationQuery) => Promise<unknown>): Promise<string> {
  let plan = "";
  await look(async (text: string, ...values: unknown[]) => {
    const { rows } = await owner.query(`explain (analyze) ${text}`, [whose.organizationId, ...values]);
    plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    return [];
  });
  return plan;
}

it("codes are looked up by their index, also in a book, or an organization's first, that the statistics don't know yet", async () => {
  await owner.query("set session_replication_role = replica");
  await owner.query("alter table price_book_entry set (autovacuum_enabled = false)");
  await book(org, "TOS25");
  await owner.query("analyze price_book_entry");
  for (const whose of [org, newcomer]) {
    const bookId = await book(whose, "TOS26");
    const plans = [
      await planOf(whose, (query) => pricesOfCodes(query, null, codes, bookId)),
      await planOf(whose, (query) => entriesWithCodes(query, null, codes)),
    ];
    for (const plan of plans) {
      expect(plan).toMatch(/price_book_entry_code/);
      // Read for nothing.
      expect(plan).not.toMatch(/Rows Removed by Filter: \d{3}/);
    }
  }
});
