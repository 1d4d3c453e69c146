import { expect } from "@jest/globals";

interface Growth<T> {
  /** an input of a size; making it isn't counted */
  input: (size: number) => T;
  work: (input: T) => unknown;
  small: number;
  /** at least 8 times `small`: else the square of it is too near */
  large: number;
}

/** Below this the clock decides, and the first calls of a function, which aren't compiled yet. */
const leastMs = 10;
const rounds = 6;

/** CPU milliseconds of this process, whatever else the machine does. */
async function costMs<T>(work: (input: T) => unknown, input: T): Promise<number> {
  const before = process.cpuUsage();
  await work(input);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/**
 * Fails where `work` grows clearly faster than its input: beyond four times what is proportional, in each of several rounds. The best of
 * all rounds so far counts on either side, so that neither a collection of garbage nor a busy machine decides: noise only adds.
 */
export async function expectProportional<T>({ input, work, small, large }: Growth<T>): Promise<void> {
  const limit = (4 * large) / small;
  const [less, more] = [input(small), input(large)];
  await work(less);
  let [lessMs, moreMs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < rounds; round++) {
    lessMs = Math.min(lessMs, await costMs(work, less));
    moreMs = Math.min(moreMs, await costMs(work, more));
    if (moreMs < limit * Math.max(lessMs, leastMs)) return;
  }
  expect(`${moreMs} ms for ${large}, ${lessMs} ms for ${small}`).toBe(`less than ${limit} times as much`);
}
