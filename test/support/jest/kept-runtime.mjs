import { fileURLToPath } from "node:url";
import Runtime from "jest-runtime";

const testsUrl = new URL("../../", import.meta.url).href;
const testsPath = fileURLToPath(testsUrl);
const isOfOneFile = (key) => [testsUrl, testsPath, "@jest/globals/"].some((start) => key.startsWith(start));

class KeptRuntime extends Runtime {
  teardown() {
    this.restoreAllMocks();
    const { esModuleRegistry, moduleRegistry, internalModuleRegistry } = this.registries;
    for (const registry of [esModuleRegistry, moduleRegistry])
      for (const key of registry.keys()) if (isOfOneFile(key)) registry.delete(key);
    // Jest's own, among them the list of a file's tests.
    internalModuleRegistry.clear();
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
