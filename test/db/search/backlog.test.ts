import { afterEach, expect, it, jest } from "@jest/globals";
import type { OrganizationQuery } from "../../../src/db/organization-query.js";
import { refreshSearch } from "../../../src/db/search/backlog.js";

afterEach(() => {
  jest.restoreAllMocks();
});

/** Indexes a backlog whose records take so long each, by a clock of its own. @returns how many each statement took */
async function sizes(backlog: number, msOfRecord: (taken: number) => number): Promise<number[]> {
  let now = 0;
  let taken = 0;
  const asked: number[] = [];
  jest.spyOn(performance, "now").mockImplementation(() => now);
  const query = (async (_text: string, most: number) => {
    const indexed = Math.min(most, backlog - taken);
    asked.push(indexed);
    now += indexed * msOfRecord(taken);
    taken += indexed;
    return [{ indexed }];
  }) as unknown as OrganizationQuery;
  await refreshSearch(query);
  expect(taken).toBe(backlog);
  return asked;
}

it("indexes many short records with few statements", async () => {
  expect(await sizes(10_000, () => 0.1)).toEqual([20, 80, 320, 1_280, 2_000, 2_000, 2_000, 2_000, 300]);
});

it("indexes few long records with each statement", async () => {
  expect(await sizes(100, () => 100)).toEqual([20, 10, 10, 10, 10, 10, 10, 10, 10, 0]);
});

it("indexes at least one, and more again after a wait", async () => {
  expect(await sizes(50, (taken) => (taken === 0 ? 5_000 : 1))).toEqual([20, 1, 4, 16, 9]);
});
