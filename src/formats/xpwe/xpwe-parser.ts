import { type Attributes, type XmlFault, XmlStream } from "../xml/xml-stream.js";

export interface XpweHandlers {
  opened?(kind: XpweKind, id: string | undefined): void;
  /** a record has ended; what lies within it came before */
  closed(kind: XpweKind, fields: XpweFields): void;
  /** the XML isn't well formed here; what follows is read as far as it can be told */
  fault?(fault: XmlFault): void;
}

const group = ["DesSintetica", "DesEstesa", "Codice"] as const;
const wbs = ["CU", "CUParent", "TITOLO", "CODICE"] as const;

/** The records of XPWE, with those of their fields that we read. */
const fieldsOf = {
  PweDocumento: ["TipoDocumento", "FileNameDocumento"],
  PweDGDatiGenerali: ["Oggetto", "Comune", "Provincia", "PercPrezzi"],
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
    ...["Tariffa", "Articolo", "DesRidotta", "DesEstesa", "DesBreve", "UnMisura"],
    ...["Prezzo1", "Prezzo2", "Prezzo3", "Prezzo4", "Prezzo5", "Flags", "IncSIC", "IncMDO"],
    ...["IDSpCap", "IDCap", "IDSbCap", "CodiceWBSCAP", "Data"],
  ],
  EPARItem: [],
  VCItem: ["IDEP", "Quantita", "DataMis", "Flags", "IDSpCat", "IDCat", "IDSbCat", "CodiceWBS"],
  RGItem: ["IDVV", "Descrizione", "PartiUguali", "Lunghezza", "Larghezza", "HPeso", "Quantita", "Flags"],
} as const;

export type XpweKind = keyof typeof fieldsOf;
type XpweField = (typeof fieldsOf)[XpweKind][number] | "ID";
/** The texts of a record's own fields by their names, and its `ID`. */
export type XpweFields = { [F in XpweField]?: string | undefined };

interface Kind {
  name: XpweKind;
  /** Each name by itself: a text from the file is slow as a key of an object, and this one isn't from the file. */
  known: ReadonlyMap<string, XpweField>;
  /** All fields, so that every record of a kind has one shape: without that, gathering them takes twice as long. */
  blank: XpweFields;
}

const kinds: ReadonlyMap<string, Kind> = new Map(
  Object.entries(fieldsOf).map(([kind, fields]) => {
    const blank = Object.fromEntries(["ID", ...fields].map((field) => [field, undefined])) as XpweFields;
    const known = new Map<string, XpweField>(fields.map((field) => [field, field]));
    return [kind, { name: kind as XpweKind, known, blank }];
  }),
);

interface Frame {
  kind: Kind;
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
  /** the record that is being read, and those around it */
  private frame: Frame | null = null;
  private readonly outer: Frame[] = [];
  private depth = 0;
  private field: XpweField | null = null;
  private text = "";

  constructor(private readonly handlers: XpweHandlers) {
    this.xml = new XmlStream({
      open: (name, attribute) => this.open(name, attribute),
      text: (text) => this.take(text),
      close: () => this.close(),
      fault: (fault) => handlers.fault?.(fault),
    });
  }

  write(bytes: Uint8Array): void {
    this.xml.write(bytes);
  }

  /** To be called at the end. Records in which the file breaks off are handed over as far as they go. */
  end(): void {
    this.xml.end();
    while (this.frame) this.endRecord(this.frame);
  }

  private open(name: string, attribute: Attributes): void {
    this.text = "";
    this.depth++;
    const { frame } = this;
    this.field = (frame !== null && this.depth === frame.depth + 1 && frame.kind.known.get(name)) || null;
    if (this.field !== null) return;
    const kind = kinds.get(name);
    if (!kind) return;
    const id = attribute("ID");
    if (frame) this.outer.push(frame);
    this.frame = { kind, depth: this.depth, fields: { ...kind.blank, ID: id } };
    this.handlers.opened?.(kind.name, id);
  }

  private take(text: string): void {
    if (this.field !== null) this.text = this.text === "" ? text : this.text + text;
  }

  private close(): void {
    const { frame } = this;
    if (frame !== null && frame.depth === this.depth) this.endRecord(frame);
    else if (frame !== null && this.field !== null) frame.fields[this.field] = this.text;
    this.depth--;
    this.field = null;
  }

  private endRecord({ kind, fields }: Frame): void {
    this.frame = this.outer.pop() ?? null;
    this.handlers.closed(kind.name, fields);
  }
}
