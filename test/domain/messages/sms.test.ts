import { expect, it } from "@jest/globals";
import { unmarkedText, whatsAppText } from "../../../src/domain/markdown/chat-text.js";
import { smsParts, smsText } from "../../../src/domain/messages/sms.js";

it.each([
  ["a".repeat(160), 1],
  ["a".repeat(161), 2],
  ["a".repeat(306), 2],
  ["a".repeat(307), 3],
  ["è".repeat(160), 1],
  ["€".repeat(80), 1],
  ["€".repeat(81), 2],
  // A character of two places isn't divided: 152 + 1 free place in the first part.
  [`${"a".repeat(152)}€${"a".repeat(152)}`, 3],
  ["ú".repeat(70), 1],
  ["ú".repeat(71), 2],
  ["😀".repeat(35), 1],
  ["😀".repeat(67), 3],
  ["", 1],
])("counts the parts of an SMS: %#", (text, parts) => {
  expect(smsParts(text)).toBe(parts);
});

it("writes an SMS with a typewriter's marks", () => {
  expect(smsText("L’offerta – “pronta”… 10 €")).toBe('L\'offerta - "pronta"... 10 €');
});

const written =
  "# Offerta\n\nGentile **Anna**, ecco *il* [preventivo](https://studio.test/p).\n\n- uno\n- due\n\nhttps://studio.test";

it("turns marks into what each channel shows", () => {
  expect(whatsAppText(written)).toMatch(
    /^\*Offerta\*\n\nGentile \*Anna\*, ecco _il_ preventivo \(https:\/\/studio\.test\/p\)\./,
  );
  expect(unmarkedText(written)).toMatch(/^Offerta\n\nGentile Anna, ecco il preventivo \(https:\/\/studio\.test\/p\)\./);
  expect(unmarkedText(written)).toMatch(/uno\n.{1,2}due\n\nhttps:\/\/studio\.test$/);
});
