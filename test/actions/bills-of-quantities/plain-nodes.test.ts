import { describe, expect, it } from "@jest/globals";
import { z } from "zod";
import { nodes } from "../../../src/actions/bills-of-quantities/nodes.js";
import { plainNodes } from "../../../src/actions/bills-of-quantities/plain-nodes.js";
import { Random } from "../../support/random.js";

/** A schema made of another has no shortcut. */
const schema = nodes.describe("without its shortcut");
const random = new Random(11);
const below = (most: number): number => Math.floor(random.between(0, most));

const texts = [
  "",
  "muro",
  "m³",
  "x".repeat(200),
  "x".repeat(301),
  "x".repeat(10_001),
  "x".repeat(100_001),
  "😀".repeat(200),
];
const values: unknown[] = [
  ...texts,
  ...[
    0,
    2.5,
    -3,
    100,
    101,
    1e12,
    1.1e12,
    Number.POSITIVE_INFINITY,
    null,
    true,
    false,
    "3,20+1,15",
    "tre",
    "row",
    "note",
  ],
  ...[
    [],
    {},
    [1],
    { line: 0 },
    { line: 1, factor: 2 },
    { factor: 2, line: 1 },
    { line: -1 },
    { line: 0.5 },
    { line: 0, more: 1 },
  ],
  ...["line", "section", [{}], [{ desc: "riga" }], [{ type: "line" }], { a: { b: { c: { d: "deep" } } } }],
];
interface Described {
  properties: Record<string, { items?: Described }>;
}
/** The schema of a node says its properties, so that a new one is varied too. */
const { $defs: described } = z.toJSONSchema(nodes, { io: "input" }) as unknown as { $defs: Record<string, Described> };
const [node] = Object.values(described);
const keysOf = (part: Described | undefined) => [
  ...Object.keys(part?.properties ?? {}),
  ...["note", "computed", "$cut", "7"],
];
const nodeKeys = keysOf(node);
const rowKeys = keysOf(node?.properties.measurements?.items);

const goodRow = () => ({ desc: "parete", count: 2, length: 3.2, height: 2.7 });
const goodLine = () => ({
  type: "line",
  code: "E.01",
  desc: "Muratura",
  unit: "m³",
  price: 182.5,
  measurements: [goodRow(), goodRow()],
});

/** The object with some of its properties in another order, left out or replaced, or with further ones. */
function varied(object: Record<string, unknown>, keys: readonly string[], faults: number): Record<string, unknown> {
  const entries = Object.entries(object);
  if (below(2) === 0) entries.reverse();
  for (let n = 0; n < faults; n++)
    entries.splice(below(entries.length + 1), below(2), [random.of(keys), random.of(values)]);
  return Object.fromEntries(entries);
}

const faults = () => (below(4) === 0 ? 1 : 0);
function someNodes(level: number): unknown[] {
  return Array.from({ length: below(4) }, () => {
    const line = goodLine();
    const measurements = line.measurements.map((row) => varied(row, rowKeys, faults()));
    if (level < 3 && below(3) === 0)
      return varied({ type: "section", title: "Muri", children: someNodes(level + 1) }, nodeKeys, faults());
    return varied({ ...line, measurements }, nodeKeys, faults());
  });
}

/** As it arrives: infinite numbers are written as numbers too large for a JSON parser. */
const arrived = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_, each) => (each === Number.POSITIVE_INFINITY ? "endless" : each)).replaceAll(
      '"endless"',
      "1e999",
    ),
  );

describe("nodes that are plainly valid", () => {
  it("are taken as the schema would parse them", () => {
    let taken = 0;
    let valid = 0;
    const rounds = 5_000;
    for (let n = 0; n < rounds; n++) {
      const sent = someNodes(0);
      const parsed = schema.safeParse(arrived(sent));
      const plain = plainNodes(arrived(sent));
      if (parsed.success) valid++;
      if (plain === undefined) continue;
      taken++;
      expect(JSON.stringify(plain)).toBe(JSON.stringify(parsed.data));
    }
    // Most of what is valid is plain, and the rest is not all of the same kind.
    expect(taken).toBeGreaterThan(0.6 * valid);
    expect(valid).toBeLessThan(rounds);
  });

  it("are copies, so that figures can be written into them", () => {
    const sent = [{ type: "section", children: [goodLine()] }];
    const before = structuredClone(sent);
    const [section] = plainNodes(sent) ?? [];
    Object.assign(section ?? {}, { computed: 1 });
    Object.assign(section?.children?.[0] ?? {}, { computed: 1, measurements: [] });
    expect(sent).toEqual(before);
  });

  it("are at most as many and as deep as a bill may have", () => {
    const deep = (levels: number): unknown => [
      levels === 1 ? goodLine() : { type: "section", children: deep(levels - 1) },
    ];
    expect([64, 65].map((levels) => plainNodes(deep(levels)) !== undefined)).toEqual([true, false]);
    const many = (count: number) => Array.from({ length: count }, () => ({ type: "line" }));
    expect([50_000, 50_001].map((count) => plainNodes(many(count)) !== undefined)).toEqual([true, false]);
  });

  it("are left to the schema where they are no list, or no objects", () => {
    for (const sent of [null, {}, "x", [null], ["x"], [[]], [{ type: "line", measurements: [null] }]])
      expect(plainNodes(sent)).toBeUndefined();
  });
});
