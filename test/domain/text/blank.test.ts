import { expect, it } from "@jest/globals";
import { isBlank } from "../../../src/domain/text/blank.js";

it.each([
  "",
  " \t\n",
  "\u00a0",
  "\u200b",
  "\u200c\u200d",
  "\u2060",
  "\ufeff",
  " \u200b \u202e",
  "\u3164",
  "\u2800",
  "\u00ad",
  "\u034f",
  "\ufe0f",
])("%j is blank", (text) => expect(isBlank(text)).toBe(true));

it.each(["a", "\u200ba", "è", "👨‍👩‍👧", "-", "م"])("%j is not", (text) => expect(isBlank(text)).toBe(false));
