import { type BillMeasurement, maxBillNodes } from "../../domain/bill/bill.js";
import { shortened } from "../../domain/text/shortened.js";
import { UnreadableFile } from "../unreadable-file.js";
import { WarningList } from "../warning-list.js";
import type { XmlFault } from "../xml/xml-stream.js";
import { XpweGroups } from "./groups.js";
import { numberOf } from "./numbers.js";
import { priceItemOf, type XpwePriceItem } from "./price-items.js";
import { measurementOf, type SeeRow } from "./rows.js";
import type { BareRow } from "./stated-quantities.js";
import type { XpweFields, XpweHandlers, XpweKind } from "./xpwe-parser.js";

const maxDecimals = 6;
/** Six for each of the lines that a bill can hold. */
const maxRows = 300_000;
/** Six times as many as the lines that can name one. */
const maxItems = 300_000;

/** A VCItem: a line as the file has it. */
export interface XpweLine {
  fields: XpweFields;
  place: string;
  /** the quantity as the file states it */
  stated: number | null;
  rows: BillMeasurement[];
  sees: SeeRow[];
  bare: BareRow[];
  /** what its rows come to, as the file states them */
  statedOfRows: number;
}

const idOf = (text: string | undefined): string => text?.trim().slice(0, 40) ?? "";

/** Of `10.2|1` the 2. */
function decimalsOf(format: string | undefined): number | null {
  const decimals = /^\d{0,3}\.(\d{1,2})(?:\||$)/.exec(format?.trim() ?? "")?.[1];
  return decimals === undefined ? null : Math.min(Number(decimals), maxDecimals);
}

const openLine = (place: string): Omit<XpweLine, "fields" | "stated"> => ({
  place,
  rows: [],
  sees: [],
  bare: [],
  statedOfRows: 0,
});

/** Whether a row is one in name alone: where there is none, some programs write an empty record. */
const saysNothing = ({ IDVV, Quantita }: XpweFields, row: BillMeasurement): boolean =>
  row.kind === "note" && row.desc === undefined && IDVV === undefined && Quantita === undefined;

/** Gathers the records of a file. What refers to another record is settled at its end, since records come in any order. */
export class XpweRecords implements XpweHandlers {
  readonly warnings = new WarningList();
  readonly groups = new XpweGroups();
  readonly items = new Map<string, XpwePriceItem>();
  readonly lines: XpweLine[] = [];
  measurements = 0;
  name: string | null = null;
  quantityDecimals: number | null = null;
  isXpwe = false;
  private line = openLine("");

  opened(kind: XpweKind, id: string | undefined): void {
    this.groups.opened(kind);
    if (kind === "PweDocumento") this.isXpwe = true;
    if (kind === "VCItem") this.line = openLine(`VCItem ${idOf(id)}`);
  }

  closed(kind: XpweKind, fields: XpweFields): void {
    if (kind === "RGItem") this.takeRow(fields);
    else if (kind === "VCItem") this.takeLine(fields);
    else if (kind === "EPItem") this.takeItem(fields);
    else if (kind === "PweDGDatiGenerali") this.takeProject(fields);
    else if (kind === "PweDGConfigNumeri") this.quantityDecimals = decimalsOf(fields.Quantita);
    else this.groups.closed(kind, fields);
  }

  fault({ code, line, detail }: XmlFault): void {
    this.warnings.add(code, `line ${line} of the XML`, detail);
  }

  private takeProject({ Oggetto, PercPrezzi }: XpweFields): void {
    this.name = Oggetto?.trim() || null;
    const percent = numberOf(PercPrezzi);
    if (!percent) return;
    const detail = `PercPrezzi is ${percent}: the program that wrote the file may count its prices by so many percent more; they are taken as they stand`;
    this.warnings.add("price_adjustment", "PweDGDatiGenerali", detail);
  }

  private takeItem(fields: XpweFields): void {
    const id = idOf(fields.ID);
    const place = `EPItem ${id}`;
    if (this.items.size >= maxItems) return;
    if (!this.items.has(id)) this.items.set(id, priceItemOf(fields, this.warnings.at(place)));
    else this.warnings.add("duplicate_id", place, "another price item has the same ID; the first is used");
  }

  private takeRow(fields: XpweFields): void {
    const { rows, sees, bare, place } = this.line;
    const read = measurementOf(fields, this.warnings.at(`${place}, row ${rows.length + 1}`));
    if (saysNothing(fields, read.row)) return;
    rows.push(read.row);
    if (read.see) sees.push(read.see);
    if (read.stated) this.line.statedOfRows += read.stated;
    if (read.stated && read.isBare) bare.push({ row: read.row, stated: read.stated });
    if (++this.measurements > maxRows)
      throw new UnreadableFile("too_large", `The file has more than ${maxRows} rows of measurements. Split it.`);
  }

  private takeLine(fields: XpweFields): void {
    if (this.lines.length >= maxBillNodes) {
      const most = maxBillNodes.toLocaleString("en");
      throw new UnreadableFile("too_large", `The file has more than ${most} lines. Split it, and import its parts.`);
    }
    const stated = numberOf(fields.Quantita);
    const written = fields.Quantita?.trim();
    if (!written && !fields.IDEP?.trim() && this.line.rows.length === 0) return;
    if (stated === null && written) {
      const detail = `a quantity of "${shortened(written, 60)}" can't be read as a number; it is left out`;
      this.warnings.add("unreadable_number", this.line.place, detail);
    }
    this.lines.push({ ...this.line, fields, stated });
  }
}
