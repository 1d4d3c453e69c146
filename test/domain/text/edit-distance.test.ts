import { expect, it } from "@jest/globals";
import { editDistance } from "../../../src/domain/text/edit-distance.js";

it("counts letters added, left out, changed and exchanged", () => {
  const pairs = [
    ["price", "price"],
    ["price", "pirce"],
    ["lenght", "length"],
    ["qty", "quantity"],
    ["", "abc"],
  ];
  expect(pairs.map(([one, other]) => editDistance(one as string, other as string))).toEqual([0, 1, 1, 5, 3]);
});
