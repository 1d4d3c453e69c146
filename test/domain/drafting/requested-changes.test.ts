import { it } from "@jest/globals";
import { requestedChanges } from "../../../src/domain/drafting/requested-changes.js";
import { expectProportional } from "../../support/growth.js";

/** `aaaab`, `aaaba` and so on: no two are alike. */
const word = (n: number) =>
  n
    .toString(26)
    .padStart(5, "0")
    .replace(/\d/g, (digit) => "qrstuvwxyz"[Number(digit)] ?? "");
const words = (count: number) => Array.from({ length: count }, (_, n) => `posa${word(n)}`);

it("takes time in proportion to the instructions and the lines together, though each sentence may be about each line", () =>
  expectProportional({
    input: (size) => ({
      instructions: words(4 * size).map((one) => `Togli ${one}.`),
      items: words(size).map((one) => ({
        desc: `${words(50).join(" ")} ${one}`,
        unit: "m",
        qty: 1,
        price: 1,
        code: one,
      })),
    }),
    work: ({ instructions, items }) => requestedChanges(instructions.join("\n"), items),
    small: 10,
    large: 160,
  }));
