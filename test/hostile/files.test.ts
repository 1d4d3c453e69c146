import { describe, expect, it } from "@jest/globals";
import { hostileBills, hostileLists } from "../support/readings/hostile-files.js";
import { readApart } from "../support/readings/reading.js";

const bytes = 256 * 1024;

// Each by itself and of the largest size: test/soak/hostile-files.test.ts.
describe("files made to take memory or time", () => {
  it.each([
    ["bill", hostileBills],
    ["list", hostileLists.filter(({ name }) => !name.includes("workbook"))],
  ] as const)("are read or refused as a %s in less than 300 MB, and end no process", async (kind, files) => {
    const { outcomes, grownMegabytes } = await readApart(
      kind,
      files.map(({ make }) => make(bytes)),
    );
    expect(outcomes).toHaveLength(files.length);
    expect(grownMegabytes).toBeLessThan(300);
  });
});
