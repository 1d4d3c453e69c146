import { type Attributes, type XmlFault, XmlStream } from "../xml/xml-stream.js";

export interface XpweHandlers {
  opened?(kind: XpweKind, id: string | undefined): void;
  /** a record has ended; what lies within it came before */
  closed(kind: XpweKind, fields: XpweFields): void;
  /** the XML isn't well formed here; what follows is read as far as it can be told */
  fault?(fault: XmlFault): void;
}

const group = ["DesSintetica", "DesEstesa", "Codice"];
const wbs = ["CU", "CUParent", "TITOLO", "CODICE"];

/** The records of XPWE, with those of their fields that we read. */
const fieldsOf = {
  PweDocumento: ["TipoDocumento", "FileNameDocumento"],
  PweDGDatiGenerali: ["Oggetto", "Comune", "Provincia"],
  PweDGConfigNumeri: ["Quantita"],
  DGSuperCapitoliItem: group,
  DGCapitoliItem: group,
  DGSubCapitoliItem: group,
  DGSuperCategorieItem: group,
  DGCategorieItem: group,
  DGSubCategorieItem: group,
  PweDGWBS: [],
  PweDGWBSCAP: [],
  DGWBSItem: wbs,
  DGWBSCAPItem: wbs,
  EPItem: [
    ...[
      "Tariffa",
      "Articolo",
      "DesRidotta",
      "DesEstesa",
      "DesBreve",
      "UnMisura",
      "Prezzo1",
      "Flags",
      "IncSIC",
      "IncMDO",
    ],
    ...["IDSpCap", "IDCap", "IDSbCap", "CodiceWBSCAP", "Data"],
  ],
  EPARItem: [],
  VCItem: ["IDEP", "Quantita", "DataMis", "Flags", "IDSpCat", "IDCat", "IDSbCat", "CodiceWBS"],
  RGItem: ["IDVV", "Descrizione", "PartiUguali", "Lunghezza", "Larghezza", "HPeso", "Quantita", "Flags"],
} as const;

export type XpweKind = keyof typeof fieldsOf;
type XpweField = (typeof fieldsOf)[XpweKind][number] | "ID";
/** The texts of a record's own fields by their names, and its `ID`. */
export type XpweFields = { [F in XpweField]?: string };

const kinds: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(fieldsOf).map(([kind, fields]) => [kind, new Set<string>(fields)]),
);

interface Frame {
  kind: XpweKind;
  known: ReadonlySet<string>;
  depth: number;
  fields: XpweFields;
}

/**
 * Reads XPWE as a stream of records. It holds one record at a time, works on a list instead of by recursion, and goes on after faults of
 * the XML: only records in which there is one lose fields.
 * `write` and `end` throw `UnreadableFile` as `XmlStream` does.
 */
export class XpweParser {
  private readonly xml: XmlStream;
  private readonly frames: Frame[] = [];
  private depth = 0;
  private field: string | null = null;
  private text = "";

  constructor(private readonly handlers: XpweHandlers) {
    this.xml = new XmlStream({
      open: (name, attribute) => this.open(name, attribute),
      text: (text) => this.take(text),
      close: (name) => this.close(name),
      fault: (fault) => handlers.fault?.(fault),
    });
  }

  write(bytes: Uint8Array): void {
    this.xml.write(bytes);
  }

  /** To be called at the end. Records in which the file breaks off are handed over as far as they go. */
  end(): void {
    this.xml.end();
    for (let frame = this.frames.pop(); frame; frame = this.frames.pop())
      this.handlers.closed(frame.kind, frame.fields);
  }

  private open(name: string, attribute: Attributes): void {
    this.text = "";
    this.field = null;
    this.depth++;
    const known = kinds.get(name);
    if (known) {
      const kind = name as XpweKind;
      const id = attribute("ID");
      this.frames.push({ kind, known, depth: this.depth, fields: id === undefined ? {} : { ID: id } });
      this.handlers.opened?.(kind, id);
      return;
    }
    const frame = this.frames.at(-1);
    if (frame && this.depth === frame.depth + 1 && frame.known.has(name)) this.field = name;
  }

  private take(text: string): void {
    if (this.field !== null) this.text = this.text === "" ? text : this.text + text;
  }

  private close(name: string): void {
    const frame = this.frames.at(-1);
    if (frame && frame.depth === this.depth) {
      this.frames.pop();
      this.handlers.closed(frame.kind, frame.fields);
    } else if (frame && this.field === name) frame.fields[name as XpweField] = this.text;
    this.depth--;
    this.field = null;
  }
}
