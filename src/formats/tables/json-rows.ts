import { maxColumns } from "../columns.js";
import { type Cell, maxCellChars, type OnFault, type TableRow, textCell, trimRow } from "./table-row.js";
import { textChunks } from "./text-chunks.js";

const maxRecordChars = 300_000;

/** What stands between the braces of records: skipped at once, since a list of 60,000 has little of it. */
const outside = /["{}[\]]/g;
const inside = /["{}]/g;

/**
 * Finds the records of JSON: the innermost objects that hold no other object. Each is handed to the parser alone, so that a list is never
 * held whole, and a damaged record loses only itself.
 */
class RecordFinder {
  #text = "";
  /** the last name before an array, that of the part in which its records stand */
  part: string | null = null;
  #lastString: string | null = null;

  /** whether the file ends within a record */
  get isWithinRecord(): boolean {
    return this.#text.startsWith("{");
  }

  /** @returns the texts of complete records, each with the name of its part; "" for one without an end */
  write(text: string): { part: string | null; json: string }[] {
    this.#text += text;
    const found: { part: string | null; json: string }[] = [];
    let at = 0;
    for (;;) {
      outside.lastIndex = at;
      const match = outside.exec(this.#text);
      if (!match) {
        at = this.#text.length;
        break;
      }
      const sign = match[0];
      if (sign === '"') {
        const end = this.#stringEnd(match.index);
        if (end < 0) {
          at = match.index;
          break;
        }
        this.#lastString = this.#text.slice(match.index + 1, end - 1).slice(0, 200);
        at = end;
      } else if (sign === "{") {
        const end = this.#objectEnd(match.index);
        if (end === "more") {
          at = match.index;
          break;
        }
        if (end === "nested") at = match.index + 1;
        else {
          found.push({ part: this.part, json: this.#text.slice(match.index, end) });
          at = end;
        }
      } else {
        if (sign === "[") {
          this.part = this.#lastString;
          this.#lastString = null;
        }
        at = match.index + 1;
      }
    }
    this.#text = this.#text.slice(at);
    if (this.#text.length > maxRecordChars) {
      // Nothing is kept of it: what stays would be searched again with each part of the file.
      this.#text = "";
      found.push({ part: this.part, json: "" });
    }
    return found;
  }

  #stringEnd(start: number): number {
    for (let at = start + 1; ; ) {
      const quote = this.#text.indexOf('"', at);
      if (quote < 0) return -1;
      let slashes = 0;
      while (this.#text[quote - 1 - slashes] === "\\") slashes++;
      if (slashes % 2 === 0) return quote + 1;
      at = quote + 1;
    }
  }

  #objectEnd(start: number): number | "nested" | "more" {
    for (let at = start + 1; ; ) {
      inside.lastIndex = at;
      const match = inside.exec(this.#text);
      if (!match) return "more";
      if (match[0] === "{") return "nested";
      if (match[0] === "}") return match.index + 1;
      const end = this.#stringEnd(match.index);
      if (end < 0) return "more";
      at = end;
    }
  }
}

const cellOf = (value: unknown): Cell => {
  if (typeof value === "number") return value;
  return typeof value === "string" ? textCell(value.slice(0, maxCellChars)) : null;
};

function parsed(json: string): Record<string, unknown> | null {
  try {
    return JSON.parse(json);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/**
 * The records of JSON as rows: of each part (`{"capitolo 1": [{…}, …]}`) the names first, as the headings that they are.
 * @param onDamaged called for each record that isn't JSON
 */
export async function* jsonRows(
  bytes: AsyncIterable<Uint8Array>,
  onFault: OnFault,
  onDamaged: (place: string) => void,
): AsyncGenerator<TableRow> {
  const finder = new RecordFinder();
  let names: string[] = [];
  let part: string | null | undefined;
  let number = 0;
  for await (const text of textChunks(bytes)) {
    for (const { part: ofRecord, json } of finder.write(text)) {
      const place = `record ${++number}`;
      const record = parsed(json);
      if (!record) {
        onDamaged(place);
        continue;
      }
      const keys = Object.keys(record);
      if (ofRecord !== part || (names.length === 0 && keys.length > 0)) {
        part = ofRecord;
        names = keys.slice(0, maxColumns);
        if (keys.length > maxColumns) onFault("columns_left_out", place);
        yield { place, sheet: part, cells: names };
      }
      const cells = trimRow(names.map((name) => (Object.hasOwn(record, name) ? cellOf(record[name]) : null)));
      if (cells) yield { place, sheet: part ?? null, cells };
    }
  }
  if (finder.isWithinRecord) onDamaged(`record ${number + 1}`);
}
