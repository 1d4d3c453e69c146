import { expect, it } from "@jest/globals";
import { startApi } from "../../support/caller.js";
import { forAllTests } from "../../support/for-tests.js";

const api = forAllTests(startApi);

/** @param counts how many of the entries have each of the words, rarest first */
async function wayTo(counts: number[], total: number | null): Promise<string> {
  const { rows } = await api.pool.query("select * from price_way($1, $2, 100)", [counts, total]);
  return `${rows[0].way} by ${rows[0].narrowed}`;
}

it("asks the index for the rare word, and for others that leave fewer rows to read", async () => {
  expect(await wayTo([5, 900_000], 1_000_000)).toBe("index by 1");
  expect(await wayTo([3_000, 50_000, 60_000, 900_000], 1_000_000)).toBe("index by 3");
});

it("asks the sample first for what many entries have, and goes through the latest for what most have", async () => {
  expect(await wayTo([70_000, 80_000], 1_000_000)).toBe("sample by 2");
  expect(await wayTo([500_000, 900_000], 1_000_000)).toMatch(/^latest/);
  expect(await wayTo([400, 800], 1_000)).not.toMatch(/^sample/);
});

it("walks no further than pays, and asks by all words where nothing is counted", async () => {
  const { rows } = await api.pool.query("select reach from price_way('{500000}', 1000000, 100)");
  expect(rows).toEqual([{ reach: 800 }]);
  expect(await wayTo([0, 0], 0)).toBe("index by 2");
  expect(await wayTo([1, 1], null)).toBe("index by 2");
});
