import { describe, expect, it } from "@jest/globals";
import { differences, replacedNodes, writtenNodes } from "../../../src/actions/bills-of-quantities/replaced-nodes.js";
import { jsonLength, jsonTexts } from "../../../src/db/json-text.js";
import { type BillNode, computeBill } from "../../../src/domain/bill/bill.js";
import { losesNodes } from "../../../src/domain/documents/lost-lines.js";
import { Random } from "../../support/random.js";
import { volume } from "../../support/soak.js";

const line = (desc: string): BillNode => ({ type: "line", desc, qty: 1, price: 2 });
const [a, b, c] = computeBill([line("a"), { type: "section", title: 'A,{"],[', children: [line("b")] }, line("c")])
  .nodes as [BillNode, BillNode, BillNode];
const from = (stored: string, nodes: BillNode[]) => differences(stored, nodes, writtenNodes(nodes));
const between = (stored: BillNode[], nodes: BillNode[]) => from(JSON.stringify(stored), nodes);

describe("the differences of a bill's nodes", () => {
  it("are none between the same nodes, and all between others", () => {
    expect(between([a, b, c], [a, b, c])).toEqual({ before: [], after: [] });
    expect(between([], [])).toEqual({ before: [], after: [] });
    expect(between([a, b], [c])).toEqual({ before: [a, b], after: [c] });
  });

  it("lie between what is the same at the beginning and at the end", () => {
    expect(between([a, b, c], [a, c])).toEqual({ before: [b], after: [] });
    expect(between([a, c], [a, b, c])).toEqual({ before: [], after: [b] });
    expect(between([c, b], [a, b])).toEqual({ before: [c], after: [a] });
    expect(between([a, a, a], [a])).toEqual({ before: [a, a], after: [] });
    expect(between([a], [a, a])).toEqual({ before: [], after: [a] });
  });

  it("are found where the text was written in another way", () => {
    const stored = [a, b];
    expect(from(JSON.stringify(stored, null, 1), [a, b])).toEqual({ before: stored, after: stored });
    expect(from(`[${JSON.stringify(a)} , ${JSON.stringify(b)}]`, [a, c])).toEqual({
      before: [a, b],
      after: [a, c],
    });
  });

  it("lose what the whole bill loses", () => {
    const random = new Random(7);
    const below = (most: number): number => Math.floor(random.between(0, most));
    const texts = ["a", "b", '"', ",", "]", "[{", '},{"type":"line"', "\\"];
    const someNodes = (level = 0): BillNode[] =>
      Array.from({ length: below(5) }, () =>
        level < 2 && below(3) === 0
          ? { type: "section", title: random.of(texts), children: someNodes(level + 1) }
          : line(random.of(texts)),
      );
    const outcomes = new Map<boolean, number>();
    for (let n = 0; n < volume(600, 3_000); n++) {
      const before = computeBill(someNodes()).nodes;
      const changed = below(2) === 0 ? someNodes() : before.toSpliced(below(3), below(2), ...someNodes(2));
      const after = computeBill(changed).nodes;
      const found = between(before, after);
      const isLost = losesNodes(before, after);
      expect(losesNodes(found.before, found.after)).toBe(isLost);
      outcomes.set(isLost, (outcomes.get(isLost) ?? 0) + 1);
    }
    expect([...outcomes.keys()].sort()).toEqual([false, true]);
  });
});

describe("what stands for the nodes until they are replaced", () => {
  const many = computeBill(Array.from({ length: 500 }, (_, n) => line(`Voce ${n}`))).nodes;
  const standIn = (stored: BillNode[], nodes: BillNode[]) =>
    replacedNodes(JSON.stringify(stored), nodes, between(stored, nodes));

  it("are the new ones where they say the same, in whichever order", () => {
    expect(standIn(many, many)).toBe(many);
    const turned = many.map((node) => Object.fromEntries(Object.entries(node).reverse()) as BillNode);
    expect(standIn(turned, many)).toBe(many);
  });

  it("is as long as the stored ones where those are many, and they themselves where they are few", () => {
    const unwritten = () => {
      throw new Error("written");
    };
    expect(jsonLength(standIn(many, [a]), unwritten)).toBe(JSON.stringify(many).length);
    expect(standIn([a, b], [a])).toEqual([a, b]);
  });

  it("are stored as they were written to find that out", () => {
    let count = 0;
    const counted = [Object.assign(line("a"), { toJSON: () => ++count })];
    writtenNodes(counted);
    expect([jsonTexts()(counted), jsonTexts()(counted)]).toEqual(["[1]", "[1]"]);
  });
});
