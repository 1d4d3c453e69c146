import { AsyncLocalStorage } from "node:async_hooks";
import { fileURLToPath } from "node:url";
import Runtime from "jest-runtime";

const testsUrl = new URL("../../", import.meta.url).href;
const testsPath = fileURLToPath(testsUrl);
const isOfOneFile = (key) => [testsUrl, testsPath, "@jest/globals/"].some((start) => key.startsWith(start));

/**
 * As long as one storage is in use, Node 20 tells each that was ever used of every promise: at 70 files, of 70 storages of jest's alone.
 * The next use takes one into use again.
 */
const usedStorages = new Set();
const { _enable: enable } = AsyncLocalStorage.prototype;
if (enable)
  AsyncLocalStorage.prototype._enable = function () {
    usedStorages.add(this);
    enable.call(this);
  };
function disuseStorages() {
  for (const storage of usedStorages) storage.disable();
  usedStorages.clear();
}

/** Says which test runs, as jest wants to know. One runs at a time, so that no promise need carry it. */
class CurrentTest {
  run(store, work) {
    const before = this.store;
    this.store = store;
    return work().finally(() => {
      this.store = before;
    });
  }
  getStore() {
    return this.store;
  }
}

class KeptRuntime extends Runtime {
  requireInternalModule(from, to) {
    return to === "node:async_hooks" ? { AsyncLocalStorage: CurrentTest } : super.requireInternalModule(from, to);
  }

  teardown() {
    this.restoreAllMocks();
    disuseStorages();
    const { esModuleRegistry, moduleRegistry, internalModuleRegistry } = this.registries;
    for (const registry of [esModuleRegistry, moduleRegistry])
      for (const key of registry.keys()) if (isOfOneFile(key)) registry.delete(key);
    // It holds the list of a file's tests; what it is made of, such as `expect`, holds nothing.
    for (const key of internalModuleRegistry.keys())
      if (key.includes("/jest-circus/")) internalModuleRegistry.delete(key);
    this.testMainModule.reset();
    this.jestGlobals.clearJestObjectCache();
    this.jestGlobals.cachedEnvGlobals = undefined;
    this.testState.state = "loading";
  }
}

let kept;

/**
 * Loads the product and its packages once for all test files of a worker, as a process does in production. By itself jest loads them
 * anew for each file, at more than a second of a CPU every time. What belongs to one file, the modules under `test`, is still loaded
 * anew, and a file that runs alone shares nothing. This goes into jest's inside, so an upgrade may break it: without the
 * two lines in `jest.config.mjs` everything runs as well, only longer. Jest calls it with `new`.
 */
export default function runtimeFor(...options) {
  kept ??= new KeptRuntime(...options);
  return kept;
}
