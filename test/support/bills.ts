import type { BillMeasurement, BillNode } from "../../src/domain/bill/bill.js";
import { Random } from "./random.js";

function anyRow(pick: (below: number) => number, before: number): BillMeasurement {
  const kinds: (() => BillMeasurement)[] = [
    () => ({ desc: "tratto", count: pick(5) - 1, length: pick(1_000) / 100, width: pick(300) / 1_000 }),
    () => ({ desc: "porta", length: pick(90) / 10, height: 2.1, negative: true }),
    () => ({ lengthExpression: `${pick(9)},5+${pick(9)}*2`, width: 1.005 }),
    () => ({ kind: "note", desc: "al rustico" }),
    () => ({ kind: "partial" }),
    () => (before > 0 ? { sameAs: { line: pick(before), factor: pick(3) - 1 } } : { count: 1 }),
  ];
  return kinds[pick(kinds.length)]?.() ?? {};
}

/** A bill of up to seven levels with rows of every kind, the same for the same seed. */
export function anyBill(seed: number): BillNode[] {
  const random = new Random(seed);
  const pick = (below: number) => random.below(below);
  let lines = 0;
  const nodes = (level: number): BillNode[] =>
    Array.from({ length: pick(5) }, (): BillNode => {
      if (level < 6 && pick(3) === 0)
        return { type: "section", title: `=Sezione ${level}`, children: nodes(level + 1) };
      const before = lines++;
      const rows = Array.from({ length: pick(5) }, () => anyRow(pick, before));
      const price = pick(10) === 0 ? {} : { price: pick(1_000_000) / 1_000 };
      const sheet = rows.length > 0 ? { measurements: rows } : { qty: pick(1_000) / 7 };
      return { type: "line", code: `0${pick(9)}.A`, desc: "Scavo; a mano\n-1", unit: "m³", ...price, ...sheet };
    });
  return nodes(0);
}

/** Any bill, of what all formats hold: three levels, each section with a line, no number of more digits than people write; the same for the same seed. */
export function sharedBill(seed: number): BillNode[] {
  const random = new Random(seed);
  const pick = (below: number) => random.below(below);
  let lines = 0;
  const row = (before: number): BillMeasurement => {
    const rows: BillMeasurement[] = [
      { desc: "tratto", count: 1 + pick(5), length: pick(1_000) / 100, width: pick(300) / 1_000 },
      { desc: "porta", length: 0.9, height: (21 + pick(9)) / 10, negative: true },
      { desc: "asse", lengthExpression: `${pick(9)},5+${pick(9)}*2`, width: 1.005 },
      { kind: "note", desc: "al rustico" },
      { kind: "partial" },
      before > 0 ? { sameAs: { line: pick(before) }, desc: "come sopra", width: 0.5 } : { count: 1 },
    ];
    return rows[pick(rows.length)] as BillMeasurement;
  };
  const line = (): BillNode => {
    const before = lines++;
    const sheet = [{ count: 1 + pick(9) }, ...Array.from({ length: pick(5) }, () => row(before))];
    return {
      type: "line",
      code: `0${pick(9)}.A`,
      desc: `Scavo; a mano "${lines}"\nin roccia`,
      unit: "m³",
      price: (100 + pick(100_000)) / 100,
      ...(pick(2) ? { labourPct: 1 + pick(99) } : {}),
      ...(pick(5) === 0 ? { safety: true } : {}),
      ...(pick(4) ? { measurements: sheet } : { qty: (100 + pick(1_000)) / 100 }),
    };
  };
  const nodes = (level: number): BillNode[] =>
    Array.from(
      { length: 1 + pick(3) },
      (_, at): BillNode =>
        level < 3 && pick(2)
          ? { type: "section", title: `Opere ${level}.${at}`, children: [line(), ...nodes(level + 1)] }
          : line(),
    );
  return nodes(0);
}

/** So many lines with six measurement rows each, in sections of 100: expressions, deductions and repeats among them. */
export function longBill(lines: number): BillNode[] {
  const rows = (line: number): BillMeasurement[] => [
    line % 50 === 49 ? { desc: "come sopra", sameAs: { line: line - 1 } } : { desc: "tratto", count: 1 + (line % 4) },
    { desc: `parete ${line}`, count: 2, length: (line % 370) / 10 + 0.25, width: 0.3, height: 2.7 },
    { lengthExpression: "1,10+3,00*2", width: 0.5 },
    { desc: "a dedurre", length: 0.9, height: 2.1, negative: true },
    { desc: "altro", length: 1.25, height: (line % 30) / 10 },
    { desc: "spigolo", count: 3, length: 0.05 },
  ];
  const line = (at: number): BillNode => ({
    type: "line",
    code: `01.A${at % 800}`,
    desc: `Voce ${at % 800}: muratura portante in blocchi di laterizio, compreso ogni onere`,
    unit: "m²",
    price: (at % 800) / 8 + 0.35,
    measurements: rows(at),
  });
  return Array.from({ length: Math.ceil(lines / 100) }, (_, section) => ({
    type: "section",
    title: `Categoria ${section + 1}`,
    children: Array.from({ length: Math.min(100, lines - section * 100) }, (_, at) => line(section * 100 + at)),
  }));
}
