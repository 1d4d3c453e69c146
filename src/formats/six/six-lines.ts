import { maxBillNodes } from "../../domain/bill/bill.js";
import { UnreadableFile } from "../unreadable-file.js";
import type { Attributes } from "../xml/xml-stream.js";
import { isItalian } from "./six-catalogue.js";

/** A row of a line's measurement sheet as the file has it. */
export interface SixRow {
  /** `+` or `-`; a sign holds until the next one */
  sign: string | undefined;
  cells: [position: number, text: string][];
  comments: string[];
}

/** `prvRilevazione`: a line of the bill. */
export interface SixLine {
  productId: string;
  /** its number, by which other lines repeat it */
  number: string;
  levelId: string | undefined;
  groupIds: string[];
  rows: SixRow[];
}

/** `preventivo`: one bill of the document. */
export interface SixBill {
  name: string | null;
  lines: SixLine[];
}

/** Six for each of the lines that a bill can hold. */
const maxRows = 300_000;
const maxPerRow = 50;
const maxComment = 10_000;

/** The bills of a SIX document, as they come. `open` throws `UnreadableFile` for more than a bill can hold. */
export class SixLines {
  readonly bills: SixBill[] = [];
  rows = 0;
  #bill: SixBill | undefined;
  #line: SixLine | undefined;
  #row: SixRow | undefined;
  #lines = 0;

  /** @returns whether the element is one of a bill */
  open(name: string, attribute: Attributes): boolean {
    if (name === "preventivo") {
      this.#bill = { name: null, lines: [] };
      this.bills.push(this.#bill);
    } else if (this.#bill) this.#openInBill(this.#bill, name, attribute);
    return this.#bill !== undefined;
  }

  close(name: string): void {
    if (name === "preventivo") this.#bill = undefined;
    if (name === "preventivo" || name === "prvRilevazione") this.#line = undefined;
    if (name === "prvMisura" || this.#line === undefined) this.#row = undefined;
  }

  #openInBill(bill: SixBill, name: string, attribute: Attributes): void {
    if (name === "prvDescrizione" && !this.#line) {
      const text = attribute("breve") || attribute("estesa");
      if (text && (bill.name === null || isItalian(attribute("lingua")))) bill.name = text;
    } else if (name === "prvRilevazione") {
      if (++this.#lines > maxBillNodes) throw tooMany(`${maxBillNodes.toLocaleString("en")} lines`);
      const number = attribute("progressivo")?.trim() ?? "";
      const productId = attribute("prodottoId")?.trim() ?? "";
      this.#line = { productId, number, levelId: attribute("listaQuotazioneId"), groupIds: [], rows: [] };
      bill.lines.push(this.#line);
    } else if (this.#line) this.#openInLine(this.#line, name, attribute);
  }

  #openInLine(line: SixLine, name: string, attribute: Attributes): void {
    if (name === "prvGrpValore") {
      const id = attribute("grpValoreId");
      if (id && line.groupIds.length < maxPerRow) line.groupIds.push(id);
    } else if (name === "prvMisura") {
      if (++this.rows > maxRows) throw tooMany(`${maxRows.toLocaleString("en")} rows of measurements`);
      this.#row = { sign: attribute("operazione")?.trim(), cells: [], comments: [] };
      line.rows.push(this.#row);
    } else if (name === "prvCella" && this.#row && this.#row.cells.length < maxPerRow) {
      const text = attribute("testo")?.trim();
      if (text) this.#row.cells.push([Number(attribute("posizione")) || 0, text.slice(0, 1_000)]);
    } else if (name === "prvCommento" && this.#row && this.#row.comments.length < maxPerRow) {
      const text = (attribute("estesa") || attribute("breve"))?.trim();
      if (text) this.#row.comments.push(text.slice(0, maxComment));
    }
  }
}

const tooMany = (what: string): UnreadableFile =>
  new UnreadableFile("too_large", `The file has more than ${what}. Split it, and import its parts.`);
