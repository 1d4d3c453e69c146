import { setFlagsFromString } from "node:v8";

/** By how much, in %, a heap may grow before it is collected; of all threads, as V8 has one setting for a process. */
const sparing = 40;
/** V8 decides. */
const unset = 0;

/**
 * Has heaps collected soon. By itself V8 lets them become several times what is in use, since each request leaves a little that outlived the
 * young generation.
 */
export const growSparingly = (): void => setGrowth(sparing);

/** Leaves it to V8, for as long as a request makes and drops tens of megabytes: collecting those soon takes as long as the request. */
export const growFreely = (): void => setGrowth(unset);

const setGrowth = (percent: number): void => setFlagsFromString(`--heap-growing-percent=${percent}`);
