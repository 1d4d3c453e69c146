import { describe, expect, it } from "@jest/globals";
import { NumberColumn } from "../../../src/formats/tables/italian-number.js";

function reading(cell: string | number | null, column: (string | number)[] = []) {
  const numbers = new NumberColumn();
  for (const other of column) numbers.observe(other);
  return numbers.read(cell);
}

describe("numbers as Italians type them", () => {
  it.each([
    ["1.234,50", 1234.5],
    ["1 826,34", 1826.34],
    ["1\u00a0826,34", 1826.34],
    ["€ 12,5", 12.5],
    ["12,50 €", 12.5],
    ["12.50", 12.5],
    ["0.105", 0.105],
    ["1.234.567,8", 1234567.8],
    ["1,234.50", 1234.5],
    ["1.234.56", 1234.56],
    ["-3,20", -3.2],
    ["(3,20)", -3.2],
    ["3,20-", -3.2],
    ["45,5 %", 45.5],
    ["32,-", 32],
    ["€ 32.--", 32],
    ["1.250,=", 1250],
    ["1.250,00=", 1250],
    ["€. 1.250,00.-", 1250],
    ["-32,-", -32],
    ["32-", -32],
    ["8.6300000000000008", 8.63],
    ["10.199999999999999", 10.2],
    [8.6300000000000008, 8.63],
    [0.1 + 0.2, 0.3],
    ["1'826.34", 1826.34],
    [",5", 0.5],
    ["1.234", 1234],
  ])("reads %j", (cell, value) => {
    expect(reading(cell)).toEqual({ value });
  });

  it.each(["12abc", "1.23,45,6", "dodici", "3x2", "12 50", "1.2.3,4", "1e5"])("takes %j for no number", (cell) => {
    expect(reading(cell)).toEqual({ fault: "not_a_number" });
  });

  it.each([null, "-", "€ -", "–"])("takes %j for an empty cell", (cell) => {
    expect(reading(cell)).toEqual({ fault: "empty" });
  });

  it("reads what is ambiguous as the column's other numbers are", () => {
    expect(reading("1.234", ["12.50", "7.2"])).toEqual({ value: 1.234 });
    expect(reading("1.234", ["12,50"])).toEqual({ value: 1234 });
    expect(reading("1,234", ["12.50"])).toEqual({ value: 1234 });
    expect(reading("1,234", ["12,50"])).toEqual({ value: 1.234 });
  });

  it("tells numbers that lost their decimal mark, unless the column shows that points part thousands", () => {
    expect(reading("15.403.443", ["6.161.377"])).toEqual({ fault: "lost_mark" });
    expect(reading("15.403.443", ["12,50"])).toEqual({ value: 15403443 });
  });
});
