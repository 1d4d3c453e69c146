import { expect, it } from "@jest/globals";
import { visible } from "../../../src/domain/text/visible-text.js";

it("leaves out what no reader sees", () => {
  const unseen = "\u0007\u00ad\u034f\u115f\u17b4\u180b\u180f\u200b\u202e\u3164\ufe00\ufe0d\uffa0\u{e0041}\u{e01ef}";
  expect(visible(["a", "\t", "b", "\r\n", "c"].join(unseen))).toBe("a\tb\nc");
});

it("keeps letters, marks and emoji", () => {
  for (const text of ["Perché", "e\u0301", "홍길동", "❤\ufe0f", "☎\ufe0e"]) expect(visible(text)).toBe(text);
});
