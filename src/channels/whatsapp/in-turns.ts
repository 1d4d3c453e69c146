import { setImmediate as turnOfOthers } from "node:timers/promises";
import type { z } from "zod";

/** What nobody sends: the most that one message may hold is 257 contacts, with some 4,000 values. */
const mostOfOne = 5_000;
/** Reading so many takes some milliseconds, also where each of them is a fault. */
const mostInOneTurn = 1_000;

/**
 * Reads the things of one post, all its lists together: after each thousand values others have their turn, since a post of nothing but
 * faults takes more than half a second.
 */
export class InTurns {
  private values = 0;

  /** What is understood of a list. What isn't is left out, and doesn't take what stands beside it with it. */
  async *understood<T extends z.ZodType>(item: T, items: readonly unknown[]): AsyncGenerator<z.output<T>> {
    for (const one of items) {
      if (this.values > mostInOneTurn) {
        this.values = 0;
        await turnOfOthers();
      }
      this.values += 1 + valuesOf(one);
      const { data } = item.safeParse(one);
      if (data !== undefined) yield data;
    }
  }
}

/** Whether something has no more values than a message or a state can. */
export const isOfOne = (value: unknown): boolean => valuesOf(value) <= mostOfOne;

/** How many values something holds, as far as that is of interest. */
function valuesOf(value: unknown): number {
  const open = [value];
  let count = 0;
  while (open.length > 0 && count <= mostOfOne) {
    const one = open.pop();
    if (typeof one !== "object" || one === null) continue;
    const within = Object.values(one);
    count += within.length;
    for (const each of within) open.push(each);
  }
  return count;
}
