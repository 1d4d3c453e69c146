import { TooMuchHere } from "../../db/reading.js";
import { LastUsed } from "../../domain/last-used.js";
import type { Caller } from "../../domain/permissions.js";

/**
 * How many characters an action may read beside the other requests. To parse, check and serialize them takes some 5 ms where they are
 * lines of a bill, and less where they are texts.
 */
export const maxCharactersHere = 128 * 1024;
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
    if ((until.find(key) ?? 0) > Date.now()) return apart();
    try {
      return await here();
    } catch (error) {
      if (!(error instanceof TooMuchHere)) throw error;
    }
    until.keep(key, Date.now() + rememberedMs);
    return apart();
  };
}
