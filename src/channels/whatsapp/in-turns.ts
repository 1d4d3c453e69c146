import { setImmediate as turnOfOthers } from "node:timers/promises";
import type { z } from "zod";

/** The most that one message may hold is 257 contacts, with their addresses some 8,000 values. 10,000 faults take 50 ms. */
const mostOfOne = 10_000;
/** Reading so many takes some milliseconds, also where each of them is a fault. */
const mostInOneTurn = 1_000;

/**
 * Reads the things of one post, all its lists together: after each thousand values others have their turn, since a post of nothing but
 * faults takes more than half a second.
 */
export class InTurns {
  private values = 0;

  /**
   * What is understood of a list. What isn't is left out, and doesn't take what stands beside it with it.
   * @param ofTooMuch reads a thing that has more values than a message or state has; unset: `item` does
   */
  async *understood<T>(
    item: z.ZodType<T>,
    items: readonly unknown[],
    ofTooMuch: z.ZodType<T> = item,
  ): AsyncGenerator<T> {
    for (const one of items) {
      if (this.values > mostInOneTurn) {
        this.values = 0;
        await turnOfOthers();
      }
      const values = valuesOf(one);
      this.values += 1 + values;
      const { data } = (values > mostOfOne ? ofTooMuch : item).safeParse(one);
      if (data !== undefined) yield data;
    }
  }
}

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
