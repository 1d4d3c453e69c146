import { describe, expect, it } from "@jest/globals";
import { dependencyOrder } from "../../../src/domain/bill/dependency-order.js";
import { Random } from "../../support/random.js";
import { volume } from "../../support/soak.js";

const mapOf = (dependencies: Record<number, number[]>): Map<number, number[]> =>
  new Map(Object.entries(dependencies).map(([item, needed]) => [Number(item), needed]));
const sorted = (groups: number[][]): number[][] => groups.map((group) => group.toSorted((a, b) => a - b));

/** Counts how often dependencies are looked up. */
class CountingMap extends Map<number, number[]> {
  lookUps = 0;
  override get(item: number): number[] | undefined {
    this.lookUps++;
    return super.get(item);
  }
}

describe("dependencyOrder", () => {
  it("puts each item after what it depends on, and leaves out what isn't a key", () => {
    expect(dependencyOrder(mapOf({ 1: [2, 9], 2: [3], 3: [], 4: [1] }))).toEqual([[3], [2], [1], [4]]);
  });

  it("keeps circles together, also where two share an item", () => {
    expect(sorted(dependencyOrder(mapOf({ 1: [2], 2: [1, 3], 3: [1], 4: [3], 5: [5] })))).toEqual([
      [1, 2, 3],
      [4],
      [5],
    ]);
  });

  it("agrees with a search from each item", () => {
    for (let seed = 0; seed < volume(40, 400); seed++) {
      const random = new Random(seed);
      const size = Math.floor(random.between(1, 12));
      const dependencies = new Map(
        Array.from({ length: size }, (_, item) => [
          item,
          Array.from({ length: Math.floor(random.between(0, 3)) }, () => Math.floor(random.between(0, size))),
        ]),
      );
      const reached = (from: number): Set<number> => {
        const found = new Set<number>();
        const pending = [...(dependencies.get(from) ?? [])];
        for (let item = pending.pop(); item !== undefined; item = pending.pop()) {
          if (found.has(item)) continue;
          found.add(item);
          pending.push(...(dependencies.get(item) ?? []));
        }
        return found;
      };
      const groups = dependencyOrder(dependencies);
      const groupOf = new Map(groups.flatMap((group, place) => group.map((item) => [item, place])));
      expect(groupOf.size).toBe(size);
      for (const item of dependencies.keys())
        for (const needed of reached(item)) {
          const [own, other] = [groupOf.get(item) ?? -1, groupOf.get(needed) ?? -1];
          expect(reached(needed).has(item) ? own === other : other < own).toBe(true);
        }
    }
  });

  it("looks at each dependency once, however long the chain", () => {
    const lookUpsOf = (length: number): number => {
      const chain = new CountingMap(Array.from({ length }, (_, item) => [item, [(item + 1) % length]]));
      dependencyOrder(chain);
      return chain.lookUps;
    };
    expect(lookUpsOf(50_000)).toBeLessThanOrEqual(10 * lookUpsOf(5_000));
  });
});
