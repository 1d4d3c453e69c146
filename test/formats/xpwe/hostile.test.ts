import { readFileSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";
import { readBill } from "../../../src/formats/bills/read-bill.js";
import { UnreadableFile } from "../../../src/formats/unreadable-file.js";
import { readXpwe } from "../../../src/formats/xpwe/read-xpwe.js";
import { Random } from "../../support/random.js";
import { volume } from "../../support/soak.js";

const sample = readFileSync(new URL("../../../docs/samples/computo-sintetico.xpwe", import.meta.url));
const document = (content: string) => Buffer.from(`<PweDocumento>${content}</PweDocumento>`);
const line = (id: number, rows: string, more = "") =>
  `<VCItem ID="${id}"><IDEP>2</IDEP>${more}<PweVCMisure>${rows}</PweVCMisure></VCItem>`;
const item = `<EPItem ID="2"><Tariffa>A</Tariffa><DesEstesa>muro</DesEstesa><UnMisura>m</UnMisura><Prezzo1>2</Prezzo1></EPItem>`;
const codes = (bytes: Buffer) => readXpwe(bytes).warnings.map(({ code }) => code);
const see = (id: number) => `<RGItem><IDVV>${id}</IDVV><Flags>32768</Flags></RGItem>`;

/** Whatever the bytes, there is a bill or a refusal in words. */
async function outcome(bytes: Buffer): Promise<"bill" | "refusal"> {
  try {
    await readBill(bytes);
    return "bill";
  } catch (error) {
    if (error instanceof UnreadableFile && error.message.length > 10) return "refusal";
    throw error;
  }
}

describe("an XPWE file that is damaged or made to harm", () => {
  it("gives a bill or a refusal wherever it breaks off", async () => {
    for (let at = 0; at < sample.length; at += 97) await outcome(sample.subarray(0, at));
    expect(await outcome(sample.subarray(0, sample.length - 30))).toBe("bill");
  });

  it("gives a bill or a refusal with any byte changed to any other", async () => {
    const random = new Random(20_261_123);
    for (let round = 0; round < volume(40, 400); round++) {
      const bytes = Buffer.from(sample);
      for (let change = 0; change < 5; change++) bytes[random.below(bytes.length)] = random.below(256);
      await outcome(bytes);
    }
    expect(await outcome(sample)).toBe("bill");
  });

  it("loses one line where one line is damaged", () => {
    const damaged = Buffer.from(sample.toString().replace("<IDEP>5</IDEP>", "<IDEP>5</IDPE>"));
    const bill = readXpwe(damaged);
    expect(bill.nodes.length).toBeGreaterThan(0);
    expect(bill.warnings.map(({ code }) => code)).toContain("damaged_xml");
    expect(bill.totalInFile).toBeGreaterThan(3_000);
  });

  it("is refused with a document type definition, before any entity is resolved", async () => {
    const laughs = `<!DOCTYPE a [<!ENTITY b "${"b".repeat(100)}">]>${document("&b;")}`;
    await expect(readBill(Buffer.from(`<?xml version="1.0"?>${laughs}`))).rejects.toMatchObject({ code: "doctype" });
  });

  it.each([
    ["nested too deep", "<a>".repeat(5_000)],
    ["with an endless text", `<a>${"x".repeat(10_000_000)}</a>`],
  ])("is refused where it is %s", (_, content) => {
    expect(() => readXpwe(document(content))).toThrow(UnreadableFile);
  });

  it("is read past a hundred thousand attributes", () => {
    const attributes = Array.from({ length: 100_000 }, (_, n) => `a${n}="1"`).join(" ");
    expect(readXpwe(document(`<b ${attributes}/>${item}${line(2, "", "<Quantita>3</Quantita>")}`)).totalInFile).toBe(6);
  });

  it("is read as Windows-1252 where it isn't UTF-8, without its control characters", () => {
    const text = document(item.replace("muro", "citt\u00e0 \u0080 5\u0001") + line(2, "", "<Quantita>1</Quantita>"));
    const bytes = Buffer.from(text.toString(), "latin1");
    expect(readXpwe(bytes).nodes[0]?.desc).toBe("città € 5");
  });

  it("counts 0 for rows of a circle, however long, and says so", () => {
    const count = 2_000;
    const lines = Array.from({ length: count }, (_, n) => line(n + 2, see(((n + 1) % count) + 2)));
    const bill = readXpwe(document(item + lines.join("")));
    expect(bill.warningCount).toBe(count);
    expect(bill.warnings[0]?.code).toBe("circle");
    expect(bill.nodes[0]?.measurements).toEqual([{ kind: "note" }]);
  });

  it("follows chains of repeats, however long, in any order of ids", () => {
    const last = `<RGItem><Lunghezza>3</Lunghezza></RGItem>`;
    const lines = Array.from({ length: 2_000 }, (_, n) =>
      line(5_000 - n, n === 1_999 ? last : see(5_000 - n - 1), "<Quantita>3</Quantita>"),
    );
    const bill = readXpwe(document(item + lines.join("")));
    expect([bill.warnings, bill.totalInFile]).toEqual([[], 12_000]);
  });

  it.each([
    ["missing_price_item", line(2, "").replace("<IDEP>2", "<IDEP>9")],
    ["missing_line", line(2, see(7))],
    ["duplicate_id", line(2, "") + line(2, "")],
    ["duplicate_id", item + line(2, "")],
    ["unreadable_expression", line(2, "<RGItem><Lunghezza>2**3</Lunghezza></RGItem>")],
    ["quantity_mismatch", line(2, "<RGItem><Lunghezza>2</Lunghezza></RGItem>", "<Quantita>3</Quantita>")],
    ["missing_section", line(2, "", "<IDCat>4</IDCat>")],
    ["unreadable_number", line(2, "", "<Quantita>dodici</Quantita>")],
    ["unreadable_share", `<EPItem ID="3"><IncMDO>un terzo</IncMDO></EPItem>${line(2, "")}`],
    ["too_large", line(2, "<RGItem><Lunghezza>1e20</Lunghezza></RGItem>")],
    ["too_large", line(2, "<RGItem><PartiUguali>1e9</PartiUguali><Lunghezza>1e9</Lunghezza></RGItem>")],
  ])("warns of %s", (code, content) => {
    expect(codes(document(item + content))).toContain(code);
  });

  it("reads a share with a percent sign", () => {
    const shared = item.replace("</EPItem>", "<IncMDO>35,5 %</IncMDO></EPItem>");
    expect(readXpwe(document(shared + line(2, "", "<Quantita>1</Quantita>"))).nodes[0]?.labourPct).toBe(35.5);
  });

  it("takes numbers as large as a bill may have", () => {
    const content = item + line(2, "<RGItem><Lunghezza>20000000000</Lunghezza></RGItem>");
    expect(codes(document(content))).not.toContain("too_large");
  });

  it("names both values where the rows count something else than the file states", () => {
    const rows = "<RGItem><Lunghezza>2</Lunghezza></RGItem>";
    const { warnings } = readXpwe(document(item + line(2, rows, "<Quantita>3</Quantita>")));
    expect(warnings[0]?.detail).toContain("states 3, its rows count 2");
  });

  it.each([
    ["a dimension can't be read", "<RGItem><Lunghezza>3,14*0,5^2</Lunghezza>", "unreadable_expression"],
    ["it repeats a line that is missing", "<RGItem><IDVV>7</IDVV><Lunghezza>2*3</Lunghezza>", "missing_line"],
  ])("counts what the file states for a row where %s", (_, row, code) => {
    const rows = `${row}<Descrizione>pozzetto</Descrizione><Quantita>-0.79</Quantita><Flags>1</Flags></RGItem>`;
    const { nodes, warnings } = readXpwe(document(item + line(2, rows, "<Quantita>-0.79</Quantita>")));
    expect(nodes[0]?.measurements).toEqual([{ desc: "pozzetto", count: -0.79 }]);
    expect(warnings).toEqual([expect.objectContaining({ code, detail: expect.stringContaining("counts -0.79") })]);
  });

  it.each(["<Lunghezza>0,5^2</Lunghezza>", "<IDVV>7</IDVV>"])(
    "takes a deduction's stated quantity off, even without a minus: %s",
    (fields) => {
      const row = `<RGItem>${fields}<Quantita>0.25</Quantita><Flags>1</Flags></RGItem>`;
      expect(readXpwe(document(item + line(2, row))).nodes[0]?.measurements).toEqual([{ count: -0.25 }]);
    },
  );

  it("repeats a line where all empty factors are written as 0", () => {
    const zeros = ["PartiUguali", "Lunghezza", "Larghezza", "HPeso"].map((name) => `<${name}>0.00</${name}>`).join("");
    const rows = see(2).replace("<Flags>", `${zeros}<Quantita>3.00</Quantita><Flags>`);
    const bill = readXpwe(document(item + line(2, "", "<Quantita>3</Quantita>") + line(3, rows)));
    expect([bill.nodes[1]?.measurements, bill.warnings]).toEqual([[{ sameAs: { line: 0 } }], []]);
  });

  it("warns of a quantity whose further decimals the total in the file has, and its rows don't", () => {
    const rows = "<RGItem><PartiUguali>12.345</PartiUguali><Quantita>12.345</Quantita></RGItem>";
    const bill = readXpwe(
      document(item.replace(">2</Prezzo1>", ">10</Prezzo1>") + line(2, rows, "<Quantita>12.345</Quantita>")),
    );
    expect([bill.totalInFile, bill.warnings.map(({ code }) => code)]).toEqual([123.45, ["quantity_mismatch"]]);
  });

  it("takes a deduction's sign from its quantity where its flag is missing", () => {
    const row = "<RGItem><Lunghezza>2</Lunghezza><Quantita>-2.00</Quantita></RGItem>";
    expect(readXpwe(document(item + line(2, row))).nodes[0]?.measurements).toEqual([{ length: 2, negative: true }]);
  });

  it("takes its sections from categories, else from the WBS, else from the chapters of its prices", () => {
    const groups = `<PweDGSuperCapitoli><DGSuperCapitoliItem ID="1"><DesSintetica>Capitolo</DesSintetica></DGSuperCapitoliItem></PweDGSuperCapitoli>
      <PweDGCategorie><DGCategorieItem ID="1"><DesSintetica>Categoria</DesSintetica></DGCategorieItem></PweDGCategorie>
      <PweDGWBS><DGWBSItem ID="1"><CU>u1</CU><TITOLO>Edificio</TITOLO><CODICE>A</CODICE></DGWBSItem>
      <DGWBSItem ID="2"><CU>u2</CU><CUParent>u1</CUParent><TITOLO>Piano</TITOLO><CODICE>A.1</CODICE></DGWBSItem></PweDGWBS>`;
    const priced = item.replace("</EPItem>", "<IDSpCap>1</IDSpCap></EPItem>");
    const titles = (more: string) =>
      JSON.stringify(readXpwe(document(groups + priced + line(2, "", more))).nodes).match(/"title":"[^"]+"/g);
    expect(titles("<IDCat>1</IDCat><CodiceWBS>A.1</CodiceWBS>")).toEqual(['"title":"Categoria"']);
    expect(titles("<CodiceWBS>A.1</CodiceWBS>")).toEqual(['"title":"Edificio"', '"title":"Piano"']);
    expect(titles("")).toEqual(['"title":"Capitolo"']);
  });
});
