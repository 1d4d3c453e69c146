import { describe, expect, it } from "@jest/globals";
import { hostileLists, hostileWorkbooks } from "../support/readings/hostile-files.js";
import { readApart } from "../support/readings/reading.js";
import { volume } from "../support/soak.js";

const bytes = 1024 * 1024;

// All of them, each by itself and of the largest size: test/soak/hostile-files.test.ts.
describe("files made to take memory or time", () => {
  it.each([
    ["bill", hostileWorkbooks.filter(({ name }) => volume(/relations|one text in/, /./).test(name))],
    ["list", hostileLists.filter(({ name }) => volume(/any name/, /^JSON|any name/).test(name))],
  ] as const)("are read or refused as a %s in less than 300 MB, and end no process", async (kind, files) => {
    const { outcomes, grownMegabytes } = await readApart(
      kind,
      files.map(({ make }) => make(bytes)),
    );
    expect(outcomes).toHaveLength(files.length);
    expect(grownMegabytes).toBeLessThan(300);
  });
});
