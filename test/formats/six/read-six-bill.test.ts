import { describe, expect, it } from "@jest/globals";
import { readBill } from "../../../src/formats/bills/read-bill.js";
import { readSixBill } from "../../../src/formats/six/read-six-bill.js";

const read = (xml: string) => readSixBill(Buffer.from(xml));

const product = (id: string, price: string, more = "") =>
  `<prodotto prodottoId="${id}" prdId="A.01.${id}" unitaDiMisuraId="1"><prdDescrizione lingua="it" breve="Voce ${id}"/>
  <prdQuotazione listaQuotazioneId="L1" valore="${price}"/>${more}</prodotto>`;
const row = (cells: Record<number, string>, comment = "", sign = "") =>
  `<prvMisura${sign && ` operazione="${sign}"`}>${Object.entries(cells)
    .map(([position, text]) => `<prvCella testo="${text}" posizione="${position}"/>`)
    .join("")}${comment && `<prvCommento lingua="it" estesa="${comment}"/>`}</prvMisura>`;
const line = (number: number, productId: string, rows: string, groups: string[] = []) =>
  `<prvRilevazione progressivo="${number}" prodottoId="${productId}" listaQuotazioneId="L1">
  ${groups.map((id) => `<prvGrpValore grpValoreId="${id}"/>`).join("")}${rows}</prvRilevazione>`;
const six = (lines: string, more = "") => `<?xml version="1.0"?><Documento xmlns="six.xsd">
  <gruppo tipo="WBS 01 - Edificio"><grpValore grpValoreId="w1" vlrId="A"><vlrDescrizione lingua="it" breve="Edificio A"/>
  </grpValore></gruppo><gruppo tipo="WBS 02 - Livelli"><grpValore grpValoreId="w2" vlrId="P0"><vlrDescrizione lingua="it"
  breve="Piano terra"/></grpValore></gruppo><prezzario prezzarioId="1"><unitaDiMisura unitaDiMisuraId="1" simbolo="m²"/>
  <prodotto prodottoId="0" prdId="A.01"><prdDescrizione breve="SCAVI"/></prodotto>
  ${product("1", "25.00", "<incidenzaManodopera>40</incidenzaManodopera>")}${product("2", "5")}</prezzario>
  <preventivo preventivoId="10" prvId="CME"><prvDescrizione lingua="it" breve="Computo di prova"/>${lines}</preventivo>${more}</Documento>`;

describe("a bill in SIX", () => {
  it("gives its lines with texts, units, prices and rows, in the sections of their groups", () => {
    const bill = read(
      six(line(1, "1", row({ 1: "5", 3: "2" }, "Area A"), ["w2", "w1"]) + line(2, "2", row({ 0: "3" }))),
    );
    expect(bill).toMatchObject({
      format: "six",
      name: "Computo di prova",
      measurements: 2,
      totalInFile: null,
      warnings: [],
    });
    expect(bill.nodes).toEqual([
      {
        type: "section",
        title: "Edificio A",
        code: "A",
        children: [
          {
            type: "section",
            title: "Piano terra",
            code: "P0",
            children: [
              {
                type: "line",
                code: "A.01.1",
                desc: "SCAVI\nVoce 1",
                unit: "m²",
                price: 25,
                labourPct: 40,
                measurements: [{ desc: "Area A", length: 5, height: 2 }],
              },
            ],
          },
        ],
      },
      expect.objectContaining({ code: "A.01.2", price: 5, measurements: [{ count: 3 }] }),
    ]);
  });

  it("keeps expressions, and adds the parts of a cell", () => {
    const [node] = read(six(line(1, "1", row({ 0: "2x3", 1: "1,5;2" })))).nodes;
    const measurement = { count: 6, countExpression: "2x3", length: 3.5, lengthExpression: "1,5+2" };
    expect(node?.measurements).toEqual([measurement]);
  });

  it("repeats lines by their numbers, and deducts below a minus sign", () => {
    const rows =
      row({}, "Rimontaggio") + row({}, "vedi voce n. 20") + row({}, "A DEDURRE", "-") + row({}, "vedi voce n. 10");
    const { nodes, warnings } = read(
      six(line(10, "1", row({ 0: "2" })) + line(20, "1", row({ 0: "10" })) + line(30, "2", rows)),
    );
    expect(nodes[2]?.measurements).toEqual([
      { desc: "Rimontaggio", kind: "note" },
      { desc: "vedi voce n. 20", sameAs: { line: 1 } },
      { desc: "A DEDURRE", kind: "note" },
      { desc: "vedi voce n. 10", sameAs: { line: 0 }, negative: true },
    ]);
    expect(warnings).toEqual([]);
  });

  it.each([
    "vedi voci n. 10, 20",
    "Vedi le voci 10 e 20",
    "vedi voci nn.10,20",
    "come voce num. 10 + vedi voce nr.20",
    "vedi voci 10 e 20, 30,50 m",
    "vedi voci 10 e 20 e 30 cm di sottofondo",
  ])("repeats each line that a row names: %s", (words) => {
    const lines = [line(10, "1", row({ 0: "2" })), line(20, "1", row({ 0: "10" })), line(30, "2", row({}, words))];
    const { nodes } = read(six(lines.join("")));
    expect(nodes[2]?.measurements?.map(({ sameAs }) => sameAs?.line)).toEqual([0, 1]);
  });

  it("repeats each line of a range", () => {
    const numbers = (words: string) => {
      const lines = [1, 2, 3, 4, 5].map((number) => line(number, "1", row({ 0: "1" })));
      const { nodes } = read(six([...lines, line(6, "2", row({}, words))].join("")));
      return nodes[5]?.measurements?.map(({ sameAs }) => Number(sameAs?.line) + 1);
    };
    expect(numbers("vedi voci n. 2-4")).toEqual([2, 3, 4]);
    expect(numbers("vedi voci 1, 3–4 e 5")).toEqual([1, 3, 4, 5]);
    expect(numbers("vedi voci n. 2 e 3-1,50")).toEqual([2, 3]);
    expect(numbers("vedi voce n. 2-4")).toEqual([2]);
    expect(numbers("vedi voci n. 1-3-5")).toEqual([1, 3, 5]);
    expect(numbers("vedi voci n. 4-2")).toEqual([4, 2]);
  });

  it.each([
    [
      "an expression that can't be read",
      line(1, "1", row({ 0: "2.07*1<4".replace("<", "&lt;") })),
      "unreadable_expression",
    ],
    ["a line that isn't there", line(1, "1", row({}, "vedi voce n. 9")), "missing_line"],
    ["a circle", line(1, "1", row({}, "vedi voce 2")) + line(2, "1", row({}, "vedi voce 1")), "circle"],
    ["a product that isn't there", line(1, "9", row({ 0: "1" })), "missing_price_item"],
    ["a file that breaks off", `${line(1, "1", row({ 0: "1" }))}<prvRilev`, "truncated"],
  ])("with %s tells of it, and keeps the rest", (_, lines, code) => {
    const xml =
      code === "truncated" ? (six(lines).split("<prvRilev</")[0] ?? "") : six(lines + line(7, "2", row({ 0: "4" })));
    const { nodes, warnings } = read(xml);
    expect(new Set(warnings.map((warning) => warning.code))).toEqual(new Set([code]));
    expect(nodes.length).toBeGreaterThan(0);
  });

  it("prefers Italian, however it is written, in texts and units", () => {
    const xml = six(line(1, "1", row({ 0: "1" })))
      .replace(
        'simbolo="m²"/>',
        '><udmDescrizione lingua="de" breve="Stück"/><udmDescrizione lingua="it" breve="cad"/></unitaDiMisura>',
      )
      .replace(
        '<prdDescrizione lingua="it" breve="Voce 1"/>',
        '<prdDescrizione lingua="de" breve="Posten"/><prdDescrizione lingua="it-IT" breve="Voce"/>',
      )
      .replace(
        '<prvDescrizione lingua="it" breve="Computo di prova"/>',
        '<prvDescrizione lingua="de" breve="Probe"/><prvDescrizione lingua="IT" breve="Prova"/>',
      );
    const { name, nodes } = read(xml);
    expect([name, nodes[0]?.desc, nodes[0]?.unit]).toEqual(["Prova", "SCAVI\nVoce", "cad"]);
  });

  it("prefers Italian in the texts of groups, and of two the first", () => {
    const german = '<vlrDescrizione lingua="de" breve="Haus A" estesa="Haus A, Haupttrakt"/>';
    const italian = '<vlrDescrizione lingua="it" estesa="Edificio A"/>';
    const later = '<vlrDescrizione lingua="it-IT" breve="Edificio" estesa="Corpo principale"/>';
    for (const texts of [german + italian, italian + german, german + italian + later]) {
      const xml = six(line(1, "1", row({ 0: "1" }), ["w1"])).replace(
        '<vlrDescrizione lingua="it" breve="Edificio A"/>',
        texts,
      );
      const [outer] = read(xml).nodes;
      expect(outer?.title).toBe("Edificio A");
      expect(outer).not.toHaveProperty("desc");
    }
  });

  it("keeps what a group says beside its title", () => {
    const xml = six(line(1, "1", row({ 0: "1" }), ["w1", "w2"]))
      .replace('breve="Edificio A"', 'breve="Edificio A" estesa="Edificio A, corpo principale"')
      .replace('breve="Piano terra"', 'breve="Piano terra" estesa=" Piano terra "');
    const [outer] = read(xml).nodes;
    expect(outer).toMatchObject({ title: "Edificio A", desc: "Edificio A, corpo principale" });
    expect(outer?.children?.[0]).not.toHaveProperty("desc");
  });

  it("says where a price is of another list than the line's", () => {
    const lines = line(1, "1", row({ 0: "1" })) + line(2, "2", row({ 0: "1" })).replace('"L1"', '"L7"');
    const { nodes, warnings } = read(six(lines));
    expect(nodes.map(({ price }) => price)).toEqual([25, 5]);
    expect(warnings).toEqual([
      {
        code: "missing_price",
        place: "prvRilevazione 2",
        detail: "its product has no price of the list L7; 5, of the list L1, is taken",
      },
    ]);
  });

  it("says which line is meant by a number that several have", () => {
    const twice = line(1, "1", row({ 0: "2" })) + line(1, "1", row({ 0: "3" }));
    expect(read(six(twice)).warnings).toEqual([]);
    const { nodes, warnings } = read(six(twice + line(2, "2", row({}, "vedi voce n. 1"))));
    expect(nodes[2]?.measurements).toMatchObject([{ sameAs: { line: 0 } }]);
    expect(warnings).toMatchObject([{ code: "duplicate_id", place: "prvRilevazione 2" }]);
  });

  it("of several bills is the first, and tells of the others", () => {
    const other = `<preventivo><prvDescrizione breve="Variante"/>${line(1, "2", row({ 0: "1" }))}</preventivo>`;
    const { name, nodes, warnings } = read(six(line(1, "1", row({ 0: "1" })), other));
    expect([name, nodes.length]).toEqual(["Computo di prova", 1]);
    expect(warnings).toEqual([expect.objectContaining({ code: "several_bills", place: "Variante" })]);
  });

  it("without a bill says that it is a price list", () => {
    expect(() => read(six("").replace(/<preventivo[\s\S]*<\/preventivo>/, ""))).toThrow(/import_price_book/);
  });
});

it("A bill in SIX is told by its content", async () => {
  const bytes = Buffer.from(six(line(1, "1", row({ 0: "1" }))));
  expect((await readBill(bytes)).format).toBe("six");
});
