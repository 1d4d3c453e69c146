import { setImmediate } from "node:timers/promises";
import { afterEach, expect, it } from "@jest/globals";
import { Departures } from "../../../src/db/sending/departures.js";
import { eventually } from "../../support/eventually.js";

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** Departures that end when they are told to, however slow the machine is. */
function departures(pace: { mostUnderWay: number; enoughToLeave?: number; patienceMs?: number }) {
  const left: { name: string; items: number[]; end: () => void }[] = [];
  /** what happened, in order */
  const log: string[] = [];
  const sender = (name: string) => ({
    send: (items: number[]) =>
      new Promise<() => void>((resolve) => {
        const end = () => resolve(() => log.push(`told ${items}`));
        ends.push(end);
        left.push({ name, items, end });
        log.push(`sent ${items}`);
      }),
    close: () => log.push("closed"),
  });
  return {
    one: new Departures<number>(sender, { patienceMs: 300_000, ...pace }),
    left,
    log,
    sizes: () => left.map(({ items }) => items.length),
  };
}

it("what is added in one round leaves together, each group's by itself", async () => {
  const { one, left } = departures({ mostUnderWay: 1 });
  for (const n of [1, 2, 3]) for (const group of ["a", "b"]) one.add(group, n);
  await setImmediate();
  expect(left.map(({ name, items }) => [name, ...items])).toEqual([
    ["a", 1, 2, 3],
    ["b", 1, 2, 3],
  ]);
});

it("as soon as there are enough, they leave before the round ends", async () => {
  const { one, left, sizes } = departures({ mostUnderWay: 2, enoughToLeave: 8 });
  for (let n = 0; n < 20; n++) one.add("a", n);
  expect(sizes()).toEqual([8, 8]);
  await setImmediate();
  expect(sizes()).toEqual([8, 8]);
  left[0]?.end();
  await setImmediate();
  expect(sizes()).toEqual([8, 8, 4]);
});

it("what is added meanwhile leaves with the next that ends, in order and at most 12", async () => {
  const { one, left, sizes } = departures({ mostUnderWay: 2 });
  for (let n = 0; n < 2; n++) {
    one.add("a", n);
    await setImmediate();
  }
  for (let n = 0; n < 20; n++) one.add("a", n);
  await setImmediate();
  expect(sizes()).toEqual([1, 1]);
  left[1]?.end();
  await setImmediate();
  expect(sizes()).toEqual([1, 1, 12]);
  left[0]?.end();
  await setImmediate();
  expect(sizes()).toEqual([1, 1, 12, 8]);
  expect(left.slice(2).flatMap(({ items }) => items)).toEqual(Array.from({ length: 20 }, (_, n) => n));
});

it("the next leave before anybody is told of the last", async () => {
  const { one, left, log } = departures({ mostUnderWay: 1 });
  one.add("a", 1);
  await setImmediate();
  one.add("a", 2);
  left[0]?.end();
  await setImmediate();
  left[1]?.end();
  await setImmediate();
  one.add("a", 3);
  await setImmediate();
  expect(log).toEqual(["sent 1", "sent 2", "told 1", "closed", "told 2", "sent 3"]);
});

it("one that takes long is not waited for, and those who wait for it are told when it ends", async () => {
  const { one, left, log, sizes } = departures({ mostUnderWay: 1, patienceMs: 50 });
  one.add("a", 1);
  await setImmediate();
  one.add("a", 2);
  await eventually(async () => sizes().length === 2);
  expect(sizes()).toEqual([1, 1]);
  left[0]?.end();
  await setImmediate();
  expect(log).toEqual(["sent 1", "sent 2", "closed", "told 1"]);
});
