import { expect, it } from "@jest/globals";
import { computeBill, linesOf } from "../../../src/domain/bill/bill.js";
import { product, sum } from "../../../src/domain/money.js";
import { readBill } from "../../../src/formats/bills/read-bill.js";
import { Random } from "../../support/random.js";

const italian = (value: number): string =>
  value
    .toFixed(2)
    .replace(".", ",")
    .replace(/\B(?=(\d{3})+,)/g, ".");

/** A bill as offices print it: what stands where is drawn by lot. */
function printed(seed: number): { text: string; lines: number[][]; total: number } {
  const random = new Random(seed);
  const draw = (limit: number) => random.below(limit);
  const codes = ["NP.", "01.A01.00", "TOS25_01.B."][draw(3)];
  const [isTitleFirst, isMeasured, isTotalAbove, isTotalBelow, isCarried] = Array.from(
    { length: 5 },
    () => draw(2) === 1,
  );
  const heading = "N. Ord.;Cod. Prezzario;Descrizione;U. di M.;Par.ug.;Lung.;Quantità;Prezzo unitario;Importo";
  const rows = ["Comune di Lucca", heading];
  const lines: number[][] = [];
  let total = 0;
  for (let section = 1; section <= 3; section++) {
    const title = ["", "DEMOLIZIONI", "Impianti elettrici", "OPERE IN FERRO"][section];
    const own = Array.from({ length: 1 + draw(4) }, () => [
      1 + draw(90),
      (1 + draw(9999)) / 100,
      (1 + draw(99_999)) / 100,
    ]);
    const amounts = own.map(([count = 0, length = 0, price = 0]) => product([product([count, length], 2), price], 2));
    const stated = italian(sum(amounts));
    rows.push(`${isTitleFirst ? `${title};;` : `${section};;${title}`};;;;;;${isTotalAbove ? stated : ""}`);
    for (const [index, [count = 0, length = 0, price = 0]] of own.entries()) {
      const quantity = product([count, length], 2);
      const figures = `${italian(quantity)};${italian(price)};${italian(amounts[index] ?? 0)}`;
      const number = lines.push([quantity, amounts[index] ?? 0]);
      rows.push(`${number};${codes}${number};Muro;mq;;;${isMeasured ? ";;" : figures}`);
      if (isMeasured)
        rows.push(`;;parete;;${count};${italian(length)};${italian(quantity)};;`, `;;SOMMANO;;;;${figures}`);
      total = sum([total, amounts[index] ?? 0]);
      if (isCarried) rows.push(`;;A RIPORTARE;;;;;;${italian(total)}`, heading, `;;RIPORTO;;;;;;${italian(total)}`);
    }
    if (isTotalBelow) rows.push(`;;Totale ${title};;;;;;${stated}`);
  }
  return { text: [...rows, `;;TOTALE LAVORI;;;;;;${italian(total)}`].join("\r\n"), lines, total };
}

it.each(Array.from({ length: 100 }, (_, seed) => seed + 1))(
  "a bill printed by lot, %d, has its lines and total",
  async (seed) => {
    const { text, lines, total } = printed(seed);
    const file = await readBill(Buffer.from(text));
    const bill = computeBill(file.nodes, file.quantityDecimals);
    const read = linesOf(bill.nodes).map(({ computed }) => {
      const { quantity, amount } = computed as { quantity: number; amount: number };
      return [quantity, amount];
    });
    expect([file.warnings, read, bill.total, file.totalInFile]).toEqual([[], lines, total, total]);
    expect(bill.nodes.map(({ type }) => type)).toEqual(["section", "section", "section"]);
  },
);
