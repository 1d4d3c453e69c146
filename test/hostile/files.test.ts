import { describe, expect, it } from "@jest/globals";
import { hostileBills, hostileLists } from "../support/readings/hostile-files.js";
import { readApart } from "../support/readings/reading.js";

const bytes = 3 * 1024 * 1024;
const named = (files: typeof hostileBills) => files.map(({ name, make }) => [name, make] as const);

// Files of the size that is allowed are read in test/soak/hostile-files.test.ts.
describe.each([
  ["bill", named(hostileBills)],
  ["list", named(hostileLists)],
] as const)("a file that is read as a %s", (kind, files) => {
  it.each(files)("ends, and takes less than 300 MB: %s", async (_, make) => {
    const { grownMegabytes } = await readApart(kind, make(bytes));
    expect(grownMegabytes).toBeLessThan(300);
  });
});
