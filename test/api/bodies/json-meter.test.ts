import { describe, expect, it } from "@jest/globals";
import { JsonMeter } from "../../../src/api/bodies/json-meter.js";

const measured = (text: string, chunkBytes = text.length || 1) => {
  const meter = new JsonMeter();
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length; start += chunkBytes) {
    const fault = meter.add(bytes.subarray(start, start + chunkBytes));
    if (fault) return fault;
  }
  return null;
};
const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels);
const list = (entries: number, entry = "0") => `[${`${entry}, `.repeat(entries - 1)}${entry}]`;

describe("the measure of JSON", () => {
  it("refuses more than 200 levels, wherever they stand", () => {
    expect(measured(nested(200))).toBeNull();
    expect(measured(nested(201))).toBe("is nested deeper than 200 levels");
    expect(measured(`{"a":1,"b":${'{"c":'.repeat(200)}`)).toBe("is nested deeper than 200 levels");
    expect(measured(`[${"[],".repeat(300)}[]]`)).toBeNull();
  });

  it("counts nothing within a text, however long, whatever is escaped and wherever it is cut", () => {
    const brackets = "[".repeat(300);
    const texts = [
      `${brackets}\\"${brackets}`,
      `${brackets}\\\\`,
      `${"\\\\".repeat(40)}\\"${brackets}`,
      "\\\\".repeat(99),
      '\\"'.repeat(99),
    ];
    for (const chunkBytes of [1, 7, 33, 64, 1_000]) {
      for (const text of texts) {
        expect(measured(`["${text}",${nested(199)}]`, chunkBytes)).toBeNull();
        expect(measured(`["${text}",${nested(200)}]`, chunkBytes)).toBe("is nested deeper than 200 levels");
      }
    }
  });

  it("refuses more than a million entries of lists and objects together", () => {
    expect(measured(list(1_000_000))).toBeNull();
    expect(measured(list(1_000_001))).toBe("has more than 1000000 values; send it in parts");
    expect(measured(list(1_000_000, "[ ]"))).toBeNull();
    expect(measured(list(499_999, '{"a":"}"}'))).toBeNull();
    expect(measured(list(500_001, '{"a":1}'))).toContain("1000000 values");
  });

  it("takes what stands in texts as text, also between two chunks and after escapes", () => {
    const text = `{"a":"${"[".repeat(500)}","b\\"[":"\\\\","c":"\\"${"[".repeat(300)}","è\\u005b":[1,2]}`;
    JSON.parse(text);
    for (const chunkBytes of [1, 2, 3, 7, text.length]) expect(measured(text, chunkBytes)).toBeNull();
    for (const chunkBytes of [1, 5]) expect(measured(`["\\\\",${nested(201)}]`, chunkBytes)).toContain("200 levels");
  });
});
