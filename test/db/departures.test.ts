import { setImmediate } from "node:timers/promises";
import { afterEach, expect, it } from "@jest/globals";
import { Departures } from "../../src/db/departures.js";
import { eventually } from "../support/eventually.js";

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** Departures that end when they are told to, however slow the machine is. */
function departures(mostUnderWay: number, patienceMs = 300_000) {
  const left: { name: string; items: number[]; end: () => void }[] = [];
  const one = new Departures<number>(
    mostUnderWay,
    (name, items) => {
      return new Promise((end) => {
        ends.push(end);
        left.push({ name, items, end });
      });
    },
    patienceMs,
  );
  return { one, left, sizes: () => left.map(({ items }) => items.length) };
}

it("what is added in one round leaves together, each group's by itself", async () => {
  const { one, left } = departures(1);
  for (const n of [1, 2, 3]) for (const group of ["a", "b"]) one.add(group, n);
  await setImmediate();
  expect(left.map(({ name, items }) => [name, ...items])).toEqual([
    ["a", 1, 2, 3],
    ["b", 1, 2, 3],
  ]);
});

it("what is added meanwhile leaves with the next that ends, in order and at most 32", async () => {
  const { one, left, sizes } = departures(2);
  for (let n = 0; n < 2; n++) {
    one.add("a", n);
    await setImmediate();
  }
  for (let n = 0; n < 40; n++) one.add("a", n);
  await setImmediate();
  expect(sizes()).toEqual([1, 1]);
  left[1]?.end();
  await setImmediate();
  expect(sizes()).toEqual([1, 1, 32]);
  left[0]?.end();
  await setImmediate();
  expect(sizes()).toEqual([1, 1, 32, 8]);
  expect(left.slice(2).flatMap(({ items }) => items)).toEqual(Array.from({ length: 40 }, (_, n) => n));
});

it("one that takes long is not waited for", async () => {
  const { one, sizes } = departures(1, 50);
  one.add("a", 1);
  await setImmediate();
  one.add("a", 2);
  await eventually(async () => sizes().length === 2 || undefined);
  expect(sizes()).toEqual([1, 1]);
});
