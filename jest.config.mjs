/** Tests run as the ES modules that the product is made of: `node --experimental-vm-modules node_modules/.bin/jest <path>`. */
export default {
  rootDir: import.meta.dirname,
  testMatch: ["<rootDir>/test/**/*.test.{ts,tsx}"],
  testPathIgnorePatterns: ["/node_modules/", "<rootDir>/test/soak/"],
  extensionsToTreatAsEsm: [".ts", ".tsx"],
  transform: { "^.+\\.tsx?$": "@swc/jest" },
  // But data that a package keeps as a module, such as metadata.json.js.
  moduleNameMapper: { "^(\\.{1,2}/.*(?<!\\.json))\\.js$": "$1" },
  runtime: "<rootDir>/test/support/jest/kept-runtime.mjs",
  testEnvironment: "<rootDir>/test/support/jest/kept-environment.mjs",
  testSequencer: "<rootDir>/test/support/jest/sequencer.mjs",
  globalSetup: "<rootDir>/test/support/global-setup.mjs",
  globalTeardown: "<rootDir>/test/support/global-teardown.mjs",
  // Three leave a quarter of two CPUs idle, since files wait for servers and clocks; a fourth takes 5 s of one to load the product.
  maxWorkers: 4,
  // It ends what hangs, even where a machine is far slower; how fast things are is for the benchmarks to say.
  testTimeout: 300_000,
};
