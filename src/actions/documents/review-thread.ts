import { parentPort } from "node:worker_threads";
import type { ReviewInput } from "../../domain/review/input.js";
import { type Review, reviewDocument } from "../../domain/review/review-document.js";

/** A review that the thread is to do, and what it answers. */
export interface ReviewRequest {
  number: number;
  input: ReviewInput;
}
export type ReviewAnswer = { number: number } & ({ review: Review } | { error: unknown });

/** The program of the thread: reviews one document after another. */
parentPort?.on("message", ({ number, input }: ReviewRequest) => {
  parentPort?.postMessage(answer(number, input));
});

function answer(number: number, input: ReviewInput): ReviewAnswer {
  try {
    return { number, review: reviewDocument(input) };
  } catch (error) {
    return { number, error };
  }
}
