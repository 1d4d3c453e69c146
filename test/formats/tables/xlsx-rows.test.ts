import { describe, expect, it } from "@jest/globals";
import { xlsxRows } from "../../../src/formats/tables/xlsx-rows.js";
import { inParts } from "../price-lists/reading.js";
import { xlsx } from "../texts/files.js";

const sheets = (count: number) =>
  Array.from({ length: count }, () => ({ rows: '<row r="1"><c r="A1"><v>1</v></c></row>' }));

async function rowsOf(count: number): Promise<number> {
  let rows = 0;
  for await (const _ of xlsxRows(inParts(xlsx(sheets(count))), () => undefined)) rows++;
  return rows;
}

describe("the sheets of a spreadsheet", () => {
  it("are all read", async () => {
    expect(await rowsOf(400)).toBe(400);
  });

  it("are refused where there are more than are read: what is left out would be missing from sums", async () => {
    await expect(rowsOf(401)).rejects.toThrow("The spreadsheet has more than 400 sheets. Save a part of it.");
  });
});
