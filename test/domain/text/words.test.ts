import { describe, expect, it } from "@jest/globals";
import { anyAsciiWord, anyWord, either, oneOf, wordPattern } from "../../../src/domain/text/words.js";

describe("anyWord", () => {
  const words = anyWord({ whole: ["costo, a corpo, n.", /unit[àa]/u], stems: ["scont, perché", /ri[dt]u/] });

  it.each([
    "il costo.",
    "COSTO",
    "_costo1",
    "(a corpo)",
    "n. 3",
    "per unità",
    "UNITA'",
    "gli sconti",
    "scont",
    "ritua",
  ])("finds %s", (text) => {
    expect(words.test(text)).toBe(true);
  });

  it.each(["costoso", "ècosto", "costoè", "acorpo", "n3", "unitario", "risconto", "perche", ""])(
    "leaves %j",
    (text) => {
      expect(words.test(text)).toBe(false);
    },
  );
});

describe("anyAsciiWord", () => {
  const words = anyAsciiWord({ whole: ["posa, 190/2014"], stems: ["scont, complessità"] });

  it.each(["in posa", "posaè", "L. 190/2014", "SCONTISTICA", "scont1", "Complessità"])("finds %s", (text) => {
    expect(words.test(text)).toBe(true);
  });

  it.each(["posata", "riposa", "posa_", "190/20145", "190x2014", "risconto"])("leaves %s", (text) => {
    expect(words.test(text)).toBe(false);
  });
});

it("may have whole words only, or stems only", () => {
  expect(anyWord({ stems: ["scont"] }).test("sconto")).toBe(true);
  expect(anyWord({ whole: ["scont"] }).test("sconto")).toBe(false);
  expect(anyAsciiWord({ stems: ["scont"] }).test("sconto")).toBe(true);
  expect(anyAsciiWord({ whole: ["scont"] }).test("sconto")).toBe(false);
});

it("takes the signs of a plain text for themselves", () => {
  const signs = "a.b, (c), [d], {e}, f*, g+, h?, i|j, k^, l$, m\\n, o/p, q-r";
  const pattern = new RegExp(`^${oneOf(signs)}$`, "u");
  for (const sign of signs.split(", ")) expect(pattern.test(sign)).toBe(true);
  for (const other of ["axb", "c", "d", "e", "f", "ff", "gg", "h", "i", "j", "mn"])
    expect(pattern.test(other)).toBe(false);
});

it("keeps a pattern's alternatives together when it becomes part of a longer one", () => {
  const pattern = new RegExp(`^${oneOf(/a|b/, "c")}\\d$`);
  expect(["a1", "b2", "c3"].every((text) => pattern.test(text))).toBe(true);
  expect(["a", "b", "1"].some((text) => pattern.test(text))).toBe(false);
});

it("takes the first pattern that fits", () => {
  expect("ab".match(either([/a/, /ab/, /b/], "g"))).toEqual(["a", "b"]);
});

it("takes time in proportion to the text", () => {
  const pattern = new RegExp(wordPattern({ stems: ["a, aa, aaa, aaaa"] }), "iu");
  const text = `${"a".repeat(200_000)}1`.repeat(2);
  expect(pattern.exec(`-${text}`)?.[0]).toHaveLength(200_000);
});
