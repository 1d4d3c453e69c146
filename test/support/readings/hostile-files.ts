import { xlsx } from "../../formats/texts/files.js";
import { Random } from "../random.js";

/** A file made to take memory or time. @param bytes how large it is, about: of an XLSX, unpacked */
export interface HostileFile {
  name: string;
  make(bytes: number): Buffer;
}

const megabyte = 1024 * 1024;

const filled = (bytes: number, part: (n: number) => string): string => {
  const parts: string[] = [];
  for (let n = 0, length = 0; length < bytes; n++) {
    const text = part(n);
    parts.push(text);
    length += text.length;
  }
  return parts.join("");
};

/** Repetitions that no archive packs better than an ordinary document: between them stand comments that look random. */
function salted(bytes: number, part: string): string {
  const random = new Random(7);
  const noise = (): string => random.below(2 ** 32).toString(36);
  const block = part.repeat(Math.ceil(20_000 / part.length));
  return filled(bytes, () => `${block}<!--${Array.from({ length: 20 }, noise).join("")}-->`);
}

const headings = "N.;Tariffa;Descrizione;U.M.;Par.ug.;Lung.;Larg.;H/peso;Quantità;Prezzo unitario;Importo".split(";");
const textCell = (text: string): string => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
const heads = `<row>${headings.map(textCell).join("")}</row>`;
const csvHeads = `${headings.join(";")}\n`;
const listHeads = "Codice;Descrizione;U.M.;Prezzo\n";
const item = `<EPItem ID="2"><Tariffa>A</Tariffa><DesEstesa>muro</DesEstesa><UnMisura>m</UnMisura><Prezzo1>2</Prezzo1></EPItem>`;
const xpwe = (content: string): Buffer => Buffer.from(`<PweDocumento>${content}</PweDocumento>`);
const six = (content: string): Buffer => Buffer.from(`<Documento>${content}</Documento>`);
const ofLine = `<VCItem ID="3"><IDEP>2</IDEP><Quantita>3</Quantita></VCItem>`;
const thirds = `1${"/3".repeat(99)}`;
const strings = (content: string) => ({ "xl/sharedStrings.xml": `<sst>${content}</sst>` });

export const hostileWorkbooks: HostileFile[] = [
  {
    name: "a workbook whose rows have one cell far to the right",
    make: (bytes) => xlsx([{ rows: heads + salted(bytes, '<row><c r="SF1"><v>1</v></c></row>') }]),
  },
  {
    name: "a workbook of millions of formats",
    make: (bytes) =>
      xlsx([{ rows: heads }], {
        "xl/styles.xml": `<styleSheet><cellXfs>${salted(bytes, "<xf/>")}</cellXfs></styleSheet>`,
      }),
  },
  {
    name: "a workbook of millions of sheets",
    make: (bytes) =>
      xlsx([{ rows: heads }], {
        "xl/workbook.xml": `<workbook>${salted(bytes, '<sheet name="F" id="rId0"/>')}</workbook>`,
      }),
  },
  {
    name: "a workbook of millions of relations",
    make: (bytes) => {
      const related = filled(bytes, (n) => `<Relationship Id="r${n}" Target="a"/>`);
      return xlsx([{ rows: heads }], { "xl/_rels/workbook.xml.rels": `<Relationships>${related}</Relationships>` });
    },
  },
  {
    name: "a workbook of one text in millions of parts",
    make: (bytes) => xlsx([{ rows: heads }], strings(`<si>${salted(bytes, "<t>è€</t>")}</si>`)),
  },
  {
    name: "a workbook of millions of empty texts",
    make: (bytes) => xlsx([{ rows: heads }], strings(salted(bytes, "<si/>"))),
  },
  {
    name: "a workbook of long texts beyond Latin letters",
    make: (bytes) =>
      xlsx([{ rows: heads }], strings(filled(bytes / 2, (n) => `<si><t>${n}${"Ж".repeat(50_000)}</t></si>`))),
  },
  {
    name: "a workbook that says one long text in each line",
    make: (bytes) =>
      xlsx(
        [
          {
            rows:
              heads +
              salted(
                Math.min(bytes, 9 * megabyte),
                '<row><c><v>1</v></c><c t="s"><v>0</v></c><c t="s"><v>0</v></c><c r="I1"><v>1</v></c></row>',
              ),
          },
        ],
        strings(`<si><t>${"w".repeat(99_000)}</t></si>`),
      ),
  },
];

export const hostileBills: HostileFile[] = [
  ...hostileWorkbooks,
  { name: "XML of tags that never fit", make: (bytes) => xpwe(filled(bytes, () => "</b><c>&zz;")) },
  {
    name: "XML of millions of attributes",
    make: (bytes) => xpwe(`<a ${filled(Math.min(bytes, 7 * megabyte), (n) => `a${n}="" `)}/>${item}`),
  },
  { name: "XML of endless depth", make: (bytes) => xpwe("<a>".repeat(bytes / 3)) },
  { name: "XML of one endless text", make: (bytes) => xpwe(`<a>${"x".repeat(bytes)}</a>`) },
  {
    name: "XPWE of lines with many rows",
    make: (bytes) =>
      xpwe(
        item +
          filled(bytes, (n) => {
            const row = `<RGItem><Descrizione>muro nord</Descrizione><PartiUguali>2</PartiUguali><Lunghezza>1,2+${n}</Lunghezza></RGItem>`;
            return `<VCItem ID="${n + 3}"><IDEP>2</IDEP><PweVCMisure>${row.repeat(12)}</PweVCMisure></VCItem>`;
          }),
      ),
  },
  {
    name: "XPWE of one long text in each line",
    make: (bytes) =>
      xpwe(
        `<EPItem ID="2"><Tariffa>A</Tariffa><DesEstesa>${"è€".repeat(45_000)}</DesEstesa></EPItem>` +
          filled(
            Math.min(bytes, 3 * megabyte),
            (n) => `<VCItem ID="${n + 3}"><IDEP>2</IDEP><Quantita>1</Quantita></VCItem>`,
          ),
      ),
  },
  {
    name: "XPWE of hundreds of thousands of prices",
    make: (bytes) =>
      xpwe(
        filled(bytes, (n) => `<EPItem ID="${n}"><Tariffa>A${n}</Tariffa><DesEstesa>muro ${n}</DesEstesa></EPItem>`) +
          ofLine,
      ),
  },
  {
    name: "XPWE of hundreds of thousands of titles",
    make: (bytes) =>
      xpwe(
        filled(bytes, (n) => `<DGCategorieItem ID="${n}"><DesSintetica>c ${n}</DesSintetica></DGCategorieItem>`) +
          item +
          ofLine,
      ),
  },
  {
    name: "XPWE of expressions",
    make: (bytes) =>
      xpwe(
        item +
          filled(Math.min(bytes, 10 * megabyte), (n) => {
            const row = `<RGItem><PartiUguali>${n}/${thirds.slice(0, 190)}</PartiUguali><Lunghezza>${thirds}</Lunghezza></RGItem>`;
            return `<VCItem ID="${n + 3}"><IDEP>2</IDEP><PweVCMisure>${row.repeat(20)}</PweVCMisure></VCItem>`;
          }),
      ),
  },
  {
    name: "SIX of rows that repeat twenty lines each",
    make: (bytes) =>
      six(
        `<prezzario><prodotto prodottoId="p" prdId="A.1"><prdQuotazione valore="2.5"/></prodotto></prezzario><preventivo>${filled(bytes, (n) => `<prvRilevazione progressivo="${n}" prodottoId="p"><prvMisura><prvCommento estesa="${"vedi voce 0 ".repeat(20)}"/></prvMisura></prvRilevazione>`)}</preventivo>`,
      ),
  },
  {
    name: "SIX of hundreds of thousands of products",
    make: (bytes) =>
      six(
        `<prezzario>${filled(bytes, (n) => `<prodotto prodottoId="p${n}" prdId="A.${n}"><prdDescrizione breve="Posa ${n}"/></prodotto>`)}</prezzario><preventivo><prvRilevazione prodottoId="p1"/></preventivo>`,
      ),
  },
  { name: "CSV of line ends", make: (bytes) => Buffer.from(csvHeads + "\n".repeat(bytes)) },
  { name: "CSV of delimiters", make: (bytes) => Buffer.from(csvHeads + `${";".repeat(499)}1\n`.repeat(bytes / 500)) },
  { name: "CSV of quotes", make: (bytes) => Buffer.from(csvHeads + '"'.repeat(bytes)) },
  { name: "CSV of quotes that never end", make: (bytes) => Buffer.from(csvHeads + ';"a\n'.repeat(bytes / 4)) },
  {
    name: "CSV whose delimiter is the quote",
    make: (bytes) => Buffer.from(`sep="\n${csvHeads.replaceAll(";", '"')}${'1"2"3"4\n'.repeat(bytes / 8)}`),
  },
  { name: "CSV of one endless cell", make: (bytes) => Buffer.from(`${csvHeads}1;A;"${"x".repeat(bytes)}`) },
  {
    name: "CSV of no character at all",
    make: (bytes) => Buffer.concat([Buffer.from(csvHeads), Buffer.alloc(bytes, 0x80)]),
  },
  {
    name: "CSV of hundreds of thousands of measurements",
    make: (bytes) =>
      Buffer.from(`${csvHeads}1;A;muro;mq;;;;;;2;\n${filled(bytes, (n) => `;;nord ${n};;1;${n}+1;2;3;4;;\n`)}`),
  },
  {
    name: "CSV of titles",
    make: (bytes) => Buffer.from(`${csvHeads}${filled(bytes, (n) => `;;TITOLO ${n};;;;;;;;\n`)}1;A;b;m;;;;;1;1;1\n`),
  },
];

export const hostileLists: HostileFile[] = [
  ...hostileWorkbooks,
  { name: "JSON of quotes that never end", make: (bytes) => Buffer.from(`["${'\\"'.repeat(bytes / 2)}`) },
  { name: "JSON of a record that never ends", make: (bytes) => Buffer.from(`[{${'"a":1,'.repeat(bytes / 6)}`) },
  { name: "JSON of opened brackets", make: (bytes) => Buffer.from(`[${"{".repeat(bytes)}`) },
  { name: "a CSV list of line ends", make: (bytes) => Buffer.from(listHeads + "\n".repeat(bytes)) },
  {
    name: "a CSV list of one code",
    make: (bytes) => Buffer.from(listHeads + "A.1;muro;m;1,5\n".repeat(Math.min(bytes, 20 * megabyte) / 15)),
  },
  {
    name: "a CSV list of headings",
    make: (bytes) =>
      Buffer.from(listHeads + filled(bytes, (n) => `A.${n};${"titolo ".repeat(140)}${n};;\nA.${n}.1;muro;m;1\n`)),
  },
  {
    name: "a CSV list of titles that never end",
    make: (bytes) =>
      Buffer.from(listHeads + filled(bytes, (n) => `A.${n};${".".repeat(30_000)}x;;\nA.${n}.1;muro;m;1\n`)),
  },
  {
    name: "a list of elements of any name",
    make: (bytes) =>
      Buffer.from(
        `<EASY:Prezzario xmlns:EASY="x"><EASY:Contenuto><EASY:Articolo codice="A.01.1">${filled(bytes, (n) => `<EASY:livello${n}>x</EASY:livello${n}>`)}`,
      ),
  },
  {
    name: "an XML list of headings",
    make: (bytes) =>
      Buffer.from(
        `<dataroot>${filled(bytes, (n) => `<r><Codice>A.${n}</Codice><Declaratoria>OPERE ${n} ${"q".repeat(80)}</Declaratoria></r>`)}</dataroot>`,
      ),
  },
  {
    name: "a SIX list of groups",
    make: (bytes) =>
      six(
        `<prezzario>${filled(bytes, (n) => `<gruppo><grpValore grpValoreId="g${n}" vlrId="v${n}"><vlrDescrizione breve="gruppo ${n}"/></grpValore></gruppo>`)}</prezzario>`,
      ),
  },
  {
    name: "a SIX list of products without prices",
    make: (bytes) =>
      six(
        `<prezzario>${filled(bytes, (n) => `<prodotto prodottoId="p${n}" prdId="A.${n}"><prdDescrizione breve="Posa ${n}"/></prodotto>`)}</prezzario>`,
      ),
  },
  {
    name: "an XPWE list of many prices",
    make: (bytes) =>
      xpwe(
        filled(
          bytes,
          (n) =>
            `<EPItem ID="${n}"><Tariffa>A${n}</Tariffa><DesEstesa>muro ${n}</DesEstesa><Prezzo1>2</Prezzo1></EPItem>`,
        ),
      ),
  },
];
