import { describe, expect, it } from "@jest/globals";
import { clientName } from "../../src/api/client-name.js";

describe("a client's name", () => {
  it("is kept where it is an ordinary one", () => {
    expect(clientName("Claude Code")).toBe("Claude Code");
    expect(clientName("  Caffè Ω 漢字 ")).toBe("Caffè Ω 漢字");
  });

  it("loses control, format and bidirectional characters", () => {
    expect(clientName("a\u0000b\u001b[31m\u202ec\u2066\u200bd\u061c\ufeff")).toBe("ab[31mcd");
    expect(clientName("two\r\nlines\there")).toBe("two lines here");
  });

  it("is at most 100 characters, and never half of one", () => {
    expect([...(clientName("🏠".repeat(200)) ?? "")]).toHaveLength(100);
    expect(clientName("\ud83c")?.isWellFormed()).toBe(true);
  });

  it("is none where nothing is left, or it is no text", () => {
    for (const given of ["", "  ", "\u200b\u0007", "\u034f\ufe0f", undefined, null, 5, {}])
      expect(clientName(given)).toBeNull();
  });
});
