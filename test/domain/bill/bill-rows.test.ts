import { expect, it } from "@jest/globals";
import { type BillNode, computeBill } from "../../../src/domain/bill/bill.js";
import { billRows } from "../../../src/domain/bill/bill-rows.js";

const section = (title: string, children: BillNode[] = []): BillNode => ({ type: "section", title, children });
const line = (desc: string, measurements?: BillNode["measurements"]): BillNode => ({
  type: "line",
  desc,
  qty: 1,
  price: 2,
  measurements,
});
const rowsOf = (nodes: BillNode[]) => [...billRows(computeBill(nodes).nodes)];

it("goes from top to bottom: each section with its end, each line with its rows", () => {
  const rows = rowsOf([section("a", [line("b", [{ count: 2 }]), section("c")]), line("d")]);
  expect(rows.map((row) => row.kind)).toEqual([
    "section",
    "line",
    "measurement",
    "section",
    "sectionEnd",
    "sectionEnd",
    "line",
  ]);
});

it("numbers lines from 1 through all sections, and sections by letters and their places", () => {
  const rows = rowsOf([section("a", [section("b", [line("1")]), section("c")]), line("2"), section("d", [line("3")])]);
  const numbers = rows.flatMap((row) => ("number" in row ? [row.number] : []));
  expect(numbers).toEqual(["A", "A.1", 1, "A.2", 2, "B", 3]);
});

it("goes on after Z with AA", () => {
  const rows = rowsOf(Array.from({ length: 28 }, () => section("x")));
  const numbers = rows.flatMap((row) => (row.kind === "section" ? [row.number] : []));
  expect(numbers.slice(24)).toEqual(["Y", "Z", "AA", "AB"]);
});
