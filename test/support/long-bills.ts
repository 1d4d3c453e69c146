import { expect, it } from "@jest/globals";
import { type BillMeasurement, computeBill, flattenLines } from "../../src/domain/bill/bill.js";
import { readBill } from "../../src/formats/bills/read-bill.js";
import { billTable } from "../../src/formats/bills/table/write-table.js";
import { writeCsv } from "../../src/formats/spreadsheets/write-csv.js";
import { writeXlsx } from "../../src/formats/spreadsheets/write-xlsx.js";
import { writeXpwe } from "../../src/formats/xpwe/write-xpwe.js";
import { longBill } from "./bills.js";
import { expectProportional } from "./growth.js";

const bill = (lines: number) => ({ name: "Lungo", quantityDecimals: null, ...computeBill(longBill(lines)) });
type Bill = ReturnType<typeof bill>;

/** As other programs write it; we only read it. */
function writeSix({ nodes }: Bill): string {
  const cells = ["count", "length", "width", "height"] as const;
  const row = (measured: BillMeasurement) => {
    const { desc = "", sameAs, negative } = measured;
    const values = cells.map((name) => measured[`${name}Expression`] ?? measured[name]);
    const texts = values.map((value, at) => value !== undefined && `<prvCella testo="${value}" posizione="${at}"/>`);
    const comment = sameAs ? `vedi voce n. ${sameAs.line + 1}` : desc;
    return `<prvMisura operazione="${negative ? "-" : "+"}">${texts.filter(Boolean).join("")}<prvCommento lingua="it" estesa="${comment}"/></prvMisura>`;
  };
  const lines = flattenLines(nodes);
  const products = lines.map(
    ({ index, node: { code, desc, price } }) =>
      `<prodotto prodottoId="${index}" prdId="${code}" unitaDiMisuraId="1"><prdDescrizione lingua="it" breve="${desc}"/><prdQuotazione listaQuotazioneId="L1" valore="${price}"/></prodotto>`,
  );
  const measured = lines.map(
    ({ index, node }) =>
      `<prvRilevazione progressivo="${index + 1}" prodottoId="${index}" listaQuotazioneId="L1">${node.measurements?.map(row).join("")}</prvRilevazione>`,
  );
  return `<?xml version="1.0"?><Documento><prezzario prezzarioId="1"><unitaDiMisura unitaDiMisuraId="1" simbolo="m²"/>${products.join("")}</prezzario><preventivo preventivoId="1" prvId="C"><prvDescrizione lingua="it" breve="Lungo"/>${measured.join("")}</preventivo></Documento>`;
}

const bytesOf = (text: string) => new TextEncoder().encode(text);
const written: [string, (of: Bill) => Uint8Array | Promise<Uint8Array>][] = [
  ["XPWE", (of) => bytesOf(writeXpwe(of))],
  ["CSV", (of) => writeCsv(billTable(of, { prices: true }))],
  ["XLSX", (of) => writeXlsx(billTable(of, { prices: true }))],
];

/** Proves for each dialect that bills of so many lines, with six measurement rows each, are read whole and in proportional time, and written so. */
export function proveLongBills(small: number, large: number): void {
  const counts = `${large} lines and ${6 * large} measurement rows`;

  it.each([...written, ["SIX", (of: Bill) => bytesOf(writeSix(of))] as (typeof written)[number]])(
    `%s of ${counts} is read whole and to the cent, in time proportional to its length`,
    async (_, write) => {
      const long = bill(large);
      const files = new Map([
        [small, await write(bill(small))],
        [large, await write(long)],
      ]);
      const read = async (size: number) => {
        const { nodes, measurements, quantityDecimals, warnings } = await readBill(
          Uint8Array.from(files.get(size) ?? []),
        );
        const { lineCount, total } = computeBill(nodes, quantityDecimals);
        return { measurements, warnings, lineCount, total };
      };
      const whole = { measurements: 6 * large, warnings: [], lineCount: large, total: long.total };
      expect(await read(large)).toEqual(whole);
      await expectProportional({ input: (size) => size, work: read, small, large });
    },
  );

  it.each(written)(`%s of ${counts} is written in time proportional to them`, async (_, write) => {
    await expectProportional({ input: bill, work: write, small, large });
  });
}
