import { type ReadingBound, TooMuchHere } from "../../db/reading.js";
import { unprocessable } from "../../domain/errors.js";
import { LastUsed } from "../../domain/last-used.js";
import type { Caller } from "../../domain/permissions.js";

/**
 * How much an action may read beside the other requests. To parse, check and serialize so many characters takes some 5 ms where they are
 * lines of a bill, and less where they are texts.
 */
export const boundHere: ReadingBound = {
  characters: 128 * 1024,
  isStrict: true,
  refusal: () => new TooMuchHere("This is too much to be done where others wait."),
};
/**
 * How much a list may read in the lane: twice the largest record. A page may hold 200 of those; read at once they would take all of the
 * lane's memory and, as one answer, of what all firms' answers may hold (src/api/bodies/bytes-in-flight.ts). Who is refused can ask for a smaller
 * page; all other actions have no smaller part to give.
 */
export const boundApart: ReadingBound = {
  characters: 80_000_000,
  isStrict: false,
  refusal: () =>
    unprocessable("This page would have more than 80 million characters; ask for a smaller limit, or for summaries."),
};
/** Larger bodies are parsed in the lane. */
export const maxBodyBytesHere = 64 * 1024;

const rememberedMs = 60_000;
const maxRemembered = 1_000;

interface Attempt {
  caller: Caller;
  operation: string;
}

/**
 * Makes the function that tries an action here, and in the lane if it turns out to be too much. What an organization's action needed is
 * remembered for a minute: even to find out that there is too much to read takes time.
 */
export function createHereOrApart(): <T>(of: Attempt, here: () => Promise<T>, apart: () => Promise<T>) => Promise<T> {
  const until = new LastUsed<number>(maxRemembered);
  return async ({ caller, operation }, here, apart) => {
    const key = `${caller.organizationId} ${operation}`;
    if ((until.find(key) ?? 0) > performance.now()) return apart();
    try {
      return await here();
    } catch (error) {
      if (!(error instanceof TooMuchHere)) throw error;
    }
    until.keep(key, performance.now() + rememberedMs);
    return apart();
  };
}
