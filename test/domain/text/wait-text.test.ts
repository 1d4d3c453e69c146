import { expect, it } from "@jest/globals";
import { waitText } from "../../../src/domain/text/wait-text.js";

it.each([
  [1, "1 second", "1 secondo"],
  [90, "90 seconds", "90 secondi"],
  [840, "14 minutes", "14 minuti"],
  [3_600, "60 minutes", "60 minuti"],
])("says a wait of %d s in words", (seconds, english, italian) => {
  expect([waitText(seconds, "en"), waitText(seconds, "it")]).toEqual([english, italian]);
});
