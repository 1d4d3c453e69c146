import { expect, it } from "@jest/globals";
import { inKeys, inTitle } from "../../../src/db/search/tsquery.js";

it("gives a word in titles and in keys, as it is quoted", () => {
  expect(inTitle("'anna' & ('l''a' | 'b')")).toBe("'anna':A & ('l''a':A | 'b':A)");
  expect(inKeys("'anna' & 'l''a'", "01a20e1b-2aba-7111-80e1-795136f8f964", "task")).toBe(
    "'36f8f964taskanna' & '36f8f964taskl''a'",
  );
});
