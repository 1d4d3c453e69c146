import vm from "node:vm";
import { TestEnvironment } from "jest-environment-node";

/**
 * Jest makes its global scope such that each look at a global, a `Math` or an `Array`, goes through a proxy and takes 250 ns: 100 times as
 * long as in a process of the product. A plain scope holds the same globals.
 */
function withPlainContexts(work) {
  const { createContext } = vm;
  vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY);
  try {
    return work();
  } finally {
    vm.createContext = createContext;
  }
}

class KeptEnvironment extends TestEnvironment {
  /** The next file needs it; it ends with its process. */
  async teardown() {}
}

/** Who is told of a file's results, and the list of its tests, which would keep all that they hold in memory. */
const leftByCircus = new Set(["EVENT_HANDLERS", "JEST_STATE_SYMBOL"]);

let kept;

/** One global scope for all test files of a worker, in which the modules live that `kept-runtime.mjs` keeps. Jest calls it with `new`. */
export default function environmentFor(...options) {
  kept ??= withPlainContexts(() => new KeptEnvironment(...options));
  for (const key of Object.getOwnPropertySymbols(kept.global))
    if (leftByCircus.has(key.description)) delete kept.global[key];
  return kept;
}
