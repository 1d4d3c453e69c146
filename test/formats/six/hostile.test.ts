import { describe, expect, it } from "@jest/globals";
import { computeBill, flattenLines } from "../../../src/domain/bill/bill.js";
import { readSixBill } from "../../../src/formats/six/read-six-bill.js";
import { UnreadableFile } from "../../../src/formats/unreadable-file.js";
import { expectProportional } from "../../support/growth.js";
import { volume } from "../../support/soak.js";

/** A document with as many lines, of which each repeats the one before. */
const chain = (count: number) => `<Documento><prezzario><unitaDiMisura unitaDiMisuraId="1" simbolo="m²"/>
  <prodotto prodottoId="h" prdId="A"><prdDescrizione breve="OPERE"/></prodotto>
  <prodotto prodottoId="p" prdId="A.1" unitaDiMisuraId="1"><prdDescrizione breve="Posa è"/><prdQuotazione valore="2.5"/></prodotto>
  </prezzario><preventivo>${Array.from(
    { length: count },
    (_, at) => `<prvRilevazione progressivo="${at + 1}" prodottoId="p"><prvMisura><prvCella posizione="0" testo="1"/>
    </prvMisura><prvMisura><prvCommento estesa="${at === 0 ? "prima" : `vedi voce n. ${at}`}"/></prvMisura></prvRilevazione>`,
  ).join("")}</preventivo></Documento>`;

describe("a bill in SIX that would do harm", () => {
  it("by lines that repeat each other 5,000 deep is read, in time in proportion to its size", async () => {
    const { nodes, warnings } = readSixBill(Buffer.from(chain(5_000)));
    expect(warnings).toEqual([]);
    expect(flattenLines(computeBill(nodes).nodes).at(-1)?.quantity).toBe(5_000);
    const input = (count: number) => Buffer.from(chain(count));
    await expectProportional({ input, work: readSixBill, small: 2_000, large: 16_000 });
  });

  it.each([
    ["a document type", `<!DOCTYPE a [<!ENTITY b "c">]>${chain(1)}`, "doctype"],
    [
      "50,001 lines",
      chain(1).replace("</preventivo>", `${"<prvRilevazione/>".repeat(50_000)}</preventivo>`),
      "too_large",
    ],
    ["endless nesting", "<Documento>".repeat(100_000), "too_large"],
  ])("by %s is refused", (_, xml, code) => {
    expect(() => readSixBill(Buffer.from(xml))).toThrow(expect.objectContaining({ name: "UnreadableFile", code }));
  });

  it("by one long heading above each of its lines leaves that out, with a warning", () => {
    const products = Array.from(
      { length: 4_000 },
      (_, at) =>
        `<prodotto prodottoId="${at}" prdId="A.${at}"><prdDescrizione breve="Posa"/><prdQuotazione valore="1"/></prodotto>`,
    ).join("");
    const lines = Array.from({ length: 4_000 }, (_, at) => `<prvRilevazione prodottoId="${at}"/>`).join("");
    const heading = `<prodotto prdId="A"><prdDescrizione breve="${"parola ".repeat(5_000)}"/></prodotto>`;
    const { nodes, warningCount } = readSixBill(
      Buffer.from(
        `<Documento><prezzario>${heading}${products}</prezzario><preventivo>${lines}</preventivo></Documento>`,
      ),
    );
    const characters = nodes.reduce((sum, { desc }) => sum + (desc?.length ?? 0), 0);
    expect([characters < 34_000_000, nodes.at(-1)?.desc, (warningCount ?? 0) > 0]).toEqual([true, "Posa", true]);
  });

  it("with any byte damaged, or cut off anywhere, is read or refused", () => {
    const whole = Buffer.from(chain(6));
    for (let at = 0; at < whole.length; at += volume(23, 7)) {
      for (const bytes of [
        whole.subarray(0, at),
        Buffer.concat([whole.subarray(0, at), Buffer.from([at % 256]), whole.subarray(at + 1)]),
      ]) {
        try {
          expect(Number.isFinite(computeBill(readSixBill(bytes).nodes).total)).toBe(true);
        } catch (error) {
          if (!(error instanceof UnreadableFile)) throw error;
        }
      }
    }
  });
});
