import { describe, expect, it } from "@jest/globals";
import { parse as parseByLibrary } from "csv-parse/sync";
import { CsvParser } from "../../../src/formats/tables/csv-records.js";
import { Random } from "../../support/random.js";
import { volume } from "../../support/soak.js";

function parse(text: string, size = text.length || 1) {
  const parser = new CsvParser(";");
  const records = [];
  for (let start = 0; start < text.length; start += size)
    records.push(...parser.write(text.slice(start, start + size)));
  return [...records, ...parser.end()];
}
const cells = (text: string) => parse(text).map((record) => record.cells);

describe("records of CSV", () => {
  it.each([
    ['a;"b;c";d\r\n', [["a", "b;c", "d"]]],
    [
      '"due\nrighe";b\nc;d',
      [
        ["due\nrighe", "b"],
        ["c", "d"],
      ],
    ],
    ['"un ""detto""";b', [['un "detto"', "b"]]],
    [
      'Tubo 1/2";b\nc;d',
      [
        ['Tubo 1/2"', "b"],
        ["c", "d"],
      ],
    ],
    ['"Tubo 1/2" zincato";b', [['Tubo 1/2" zincato', "b"]]],
    ["a;;c", [["a", null, "c"]]],
    ["\n\na", [["a"]]],
  ])("reads %j", (text, expected) => {
    expect(cells(text)).toEqual(expected);
  });

  it("counts empty lines, as spreadsheets do", () => {
    expect(parse("\n\na\n\nb").map(({ number }) => number)).toEqual([3, 5]);
  });

  it("ends a cell that is never closed with its line, and says so", () => {
    const records = parse('1;a\n2;"aperta\n3;"chiusa";x\n4;d');
    expect(records.map((record) => record.cells)).toEqual([
      ["1", "a"],
      ["2", '"aperta'],
      ["3", "chiusa", "x"],
      ["4", "d"],
    ]);
    expect(records.map(({ faults }) => faults)).toEqual([[], ["unclosed_quote"], [], []]);
  });

  it("reads the same wherever the parts of a file break", () => {
    const text = 'n;"testo ""a""\r\nsu due righe";1,5\r\n2;"aperta;x\r\n3;"b";"c"\r\n';
    for (let size = 1; size < text.length; size++) expect(parse(text, size)).toEqual(parse(text));
  });

  it("cuts a line that never ends, and goes on behind it", () => {
    const records = parse(`a;b\n${"x".repeat(3_000_000)}\nc;d\n`, 64 * 1024);
    expect(records.map((record) => record.cells[0]?.toString().length)).toEqual([1, 100_000, 1]);
    expect(records[1]?.faults).toContain("text_cut");
  });

  // Searched anew for each quote, these would take hours.
  it.each(['"a;', '"a\n', '""a;', '"";"', '";";"x', '\n"', '"\r'])(
    "takes time in proportion to a file of %j",
    (piece) => {
      expect(
        parse(piece.repeat(Math.ceil(volume(200_000, 1_000_000) / piece.length)), 64 * 1024).length,
      ).toBeGreaterThan(0);
    },
  );
});

it("reads what is well formed as csv-parse does", () => {
  const random = new Random(20261123);
  const pieces = ["Muro", "12,5", '"', ";", "\n", "\r\n", " ", "à", "'", "x"];
  const textOf = () => Array.from({ length: random.below(5) }, () => random.of(pieces)).join("");
  for (let table = 0; table < volume(60, 600); table++) {
    const rows = Array.from({ length: 1 + random.below(6) }, () => Array.from({ length: 3 }, textOf));
    const text = rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(";")).join("\n");
    const theirs = (parseByLibrary(text, { delimiter: ";" }) as string[][]).map((row) =>
      row.map((cell) => cell.trim() || null),
    );
    expect(cells(text)).toEqual(theirs);
  }
});
