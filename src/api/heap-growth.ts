import { setFlagsFromString } from "node:v8";

/** By how much, in %, a heap may grow before it is collected; of all threads, as V8 has one setting for a process. */
const sparing = 20;
/** Left to V8, the API's own heap grew with the lane's: 458 MB after 40,000 mixed actions instead of 337, and saves took as long. */
const roomy = 120;

/**
 * Has heaps collected soon. By itself V8 lets them become several times what is in use, since each request leaves a little that outlived the
 * young generation.
 */
export const growSparingly = (): void => setGrowth(sparing);

/** Lets them more than double before, for as long as a request makes and drops tens of megabytes: collecting those soon takes as long as the request. */
export const growGenerously = (): void => setGrowth(roomy);

/**
 * Lets everything begin as young. What often outlives a collection V8 makes old from then on, and with it all that it refers to; but a request
 * that waits for Postgres outlives one and ends soon after.
 */
export const beginYoung = (): void => setFlagsFromString("--no-allocation-site-pretenuring");

const setGrowth = (percent: number): void => setFlagsFromString(`--heap-growing-percent=${percent}`);
