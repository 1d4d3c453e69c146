import { TestEnvironment } from "jest-environment-node";

class KeptEnvironment extends TestEnvironment {
  /** The next file needs it; it ends with its process. */
  async teardown() {}
}

let kept;

/** One global scope for all test files of a worker, in which the modules live that `kept-runtime.mjs` keeps. Jest calls it with `new`. */
export default function environmentFor(...options) {
  kept ??= new KeptEnvironment(...options);
  // Else the file before would be told of this one's results.
  delete kept.global[Symbol.for("EVENT_HANDLERS")];
  return kept;
}
