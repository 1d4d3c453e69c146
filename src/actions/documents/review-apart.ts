import { Worker } from "node:worker_threads";
import { ActionError } from "../../domain/errors.js";
import { type Caller, credentialIdOf } from "../../domain/permissions.js";
import type { ReviewInput } from "../../domain/review/input.js";
import { type Review, reviewDocument } from "../../domain/review/review-document.js";
import type { ReviewAnswer, ReviewRequest } from "./review-thread.js";

/** A document of more takes over 20 ms: half a microsecond for each character, 50 for each line. A million characters take half a second. */
const maxCharactersAtOnce = 20_000;
const charactersPerLine = 100;
const maxWaitingOfCaller = 2;
const maxWaiting = 50;
const retryAfter = { headers: { "Retry-After": "2" } };

/** Built code also for the tests, which run the sources: a thread has no compiler. */
const program = new URL("../../../dist/actions/documents/review-thread.js", import.meta.url);

interface Waiting {
  caller: string;
  resolve(review: Review): void;
  reject(error: unknown): void;
}

const waiting = new Map<number, Waiting>();
let latest = 0;
let thread: Worker | null = null;

/**
 * Runs the fixed checks on a document: those of a long one in a thread of its own, one document after another, so that other requests
 * are answered meanwhile.
 * @throws rate_limited if the caller has long documents waiting already; unavailable if too many wait in all
 */
export async function reviewApart(input: ReviewInput, from: Caller): Promise<Review> {
  if (sizeOf(input) <= maxCharactersAtOnce) return reviewDocument(input);
  const caller = credentialIdOf(from);
  if ([...waiting.values()].filter((other) => other.caller === caller).length >= maxWaitingOfCaller) {
    throw new ActionError(
      "rate_limited",
      "Long documents of this key or connection are under review; wait for them.",
      retryAfter,
    );
  }
  if (waiting.size >= maxWaiting) {
    throw new ActionError(
      "unavailable",
      "Too many long documents are under review; try again in a moment.",
      retryAfter,
    );
  }
  return new Promise((resolve, reject) => {
    const request: ReviewRequest = { number: ++latest, input };
    thread ??= startThread();
    thread.postMessage(request);
    waiting.set(request.number, { caller, resolve, reject });
  });
}

function sizeOf({ document: { body, notes, lineItems }, linkedBillLines, issuedEngagements }: ReviewInput): number {
  const lineCount = lineItems.length + linkedBillLines.length;
  const texts = [body, notes, ...lineItems.map(({ desc }) => desc), ...issuedEngagements];
  return texts.reduce((size, text) => size + (text?.length ?? 0), lineCount * charactersPerLine);
}

function startThread(): Worker {
  const started = new Worker(program);
  started.on("message", (answer: ReviewAnswer) => {
    const request = waiting.get(answer.number);
    waiting.delete(answer.number);
    if ("review" in answer) request?.resolve(answer.review);
    else request?.reject(answer.error);
  });
  started.once("error", (error) => {
    thread = null;
    for (const request of waiting.values()) request.reject(error);
    waiting.clear();
  });
  // It must not keep a process alive that ends. After the listeners, which would undo it.
  started.unref();
  return started;
}
