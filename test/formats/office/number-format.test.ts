import { describe, expect, it } from "@jest/globals";
import { numberFormat } from "../../../src/formats/office/number-format.js";

describe("a cell's number shows as on an Italian page", () => {
  it.each([
    ["General", 0.1 + 0.2, "0,3"],
    ["General", 1234567.5, "1234567,5"],
    ["0", 2.5, "3"],
    ["#,##0.00", 1234.5, "1.234,50"],
    ["#,##0.00", 12, "12,00"],
    ["€ #,##0.00", 1234.5, "€ 1.234,50"],
    ["#,##0.00 [$€-410]", -1234.5, "-1.234,50 €"],
    ['#,##0.00 "€";[Red]-#,##0.00 "€"', 7, "7,00 €"],
    ["0.0#%", 0.125, "12,5%"],
    ["dd/mm/yyyy", 46348, "22/11/2026"],
    ["[$-410]d mmmm yyyy;@", 46348, "22/11/2026"],
    ["dd/mm/yyyy hh:mm", 46348.75, "22/11/2026 18:00"],
    ["h:mm:ss", 0.5, "12:00:00"],
    ["[h]:mm", 1.5, "36:00"],
    ["yyyy", 1, "01/01/1900"],
    ["yyyy", -5, "-5"],
    ["# ?/?", 0.5, "0,5"],
    ["0.00E+00", 1200, "1200"],
    ["@", 12, "12"],
    ["00000", 123, "00123"],
    ["000", -7, "-007"],
  ])("%s of %d", (code, value, shown) => {
    expect(numberFormat(164, new Map([[164, code]]), false).show(value)).toBe(shown);
  });

  it("counts days from 1904 where the file does", () => {
    expect(numberFormat(14, new Map(), true).show(44886)).toBe("22/11/2026");
  });
});
