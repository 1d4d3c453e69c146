import { describe, expect, it } from "@jest/globals";
import { parseInput } from "../../../src/actions/dispatch/parse-input.js";
import { actionNamed } from "../../../src/actions/index.js";
import { ActionError } from "../../../src/domain/errors.js";

const faultsOf = (operation: string, body: unknown) => {
  try {
    parseInput(actionNamed(operation), body);
  } catch (error) {
    if (error instanceof ActionError) return error.extras.errors;
    throw error;
  }
  throw new Error("nothing is refused");
};

describe("a number that came as a text", () => {
  const priceOf = (price: string) =>
    faultsOf("save_bill_of_quantities_lines", { computoId: "x", lines: [{ type: "line", price }] });
  const anyNumber = "a number without quotes, with a point before its decimals";

  it.each([
    ["42,50", "42.5, without quotes"],
    ["42.50", "42.5, without quotes"],
    [" -0,125 ", "-0.125, without quotes"],
    ["1.234,56", "1234.56, without quotes"],
    ["1.250.000,00", "1250000, without quotes"],
    ["1234.567", "1234.567, without quotes"],
    ["1.234", anyNumber],
    ["1,234.56", anyNumber],
    ["€ 42", anyNumber],
    ["", anyNumber],
    ["1".repeat(400), anyNumber],
  ])("as %j is refused with how to write it", (price, form) => {
    const detail = `Invalid input: expected number, received string; write ${form}`;
    expect(priceOf(price)).toEqual([{ pointer: "/lines/0/price", detail }]);
  });

  it("in a measurement is refused with the field for formulas, and elsewhere without", () => {
    const measurements = [{ length: "3,20+1,15", sameAs: { line: "1" } }];
    const body = { computoId: "x", lines: [{ type: "line", measurements }] };
    const expected = "Invalid input: expected number, received string; write";
    expect(faultsOf("save_bill_of_quantities_lines", body)).toEqual([
      {
        pointer: "/lines/0/measurements/0/length",
        detail: `${expected} ${anyNumber}; a formula goes into lengthExpression`,
      },
      { pointer: "/lines/0/measurements/0/sameAs/line", detail: `${expected} 1, without quotes` },
    ]);
  });
});

it("of thousands of faults the first hundred are named and the others counted", () => {
  const entries = Array.from({ length: 3_000 }, () => ({ code: "A", description: "Muro", unit: "m²", price: "1" }));
  const faults = faultsOf("add_price_book_entries", { bookId: "x", entries }) as object[];
  expect([faults.length, faults.at(-1)]).toEqual([101, { pointer: "", detail: "and 2900 more" }]);
  expect(faults[99]).toMatchObject({ pointer: "/entries/99/price" });
});
