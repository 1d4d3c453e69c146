import { describe, expect, it } from "@jest/globals";
import { hostileBills, hostileLists } from "../support/readings/hostile-files.js";
import { readApart } from "../support/readings/reading.js";

const megabyte = 1024 * 1024;
const named = (files: typeof hostileBills) => files.map(({ name, make }) => [name, make] as const);

describe.each([
  ["bill", 99 * megabyte, named(hostileBills)],
  ["list", 190 * megabyte, named(hostileLists)],
] as const)("a file of the largest size that is read as a %s", (kind, bytes, files) => {
  it.each(files)("ends, and takes less than 300 MB: %s", async (name, make) => {
    const reading = await readApart(kind, [make(bytes)]);
    process.stdout.write(`${kind}: ${name}: ${reading.grownMegabytes} MB, ${reading.outcomes}\n`);
    expect(reading.grownMegabytes).toBeLessThan(300);
  });
});
