import { describe, expect, it } from "@jest/globals";
import { safeFileName } from "../../../src/api/files/file-name.js";
import { beginningOf, shortened } from "../../../src/domain/text/shortened.js";

describe("a cut text", () => {
  it("has no half of a character where it is cut", () => {
    expect(beginningOf("ab😀", 3)).toBe("ab");
    expect(beginningOf("ab😀", 4)).toBe("ab😀");
    expect(shortened("ab😀cd", 4)).toBe("ab…");
    expect(safeFileName(`${"x".repeat(145)}😀.pdf`)).toBe(`${"x".repeat(145)}.pdf`);
  });
});
