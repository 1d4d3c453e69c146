import { SaxesParser } from "saxes";
import { UnreadableFile } from "../unreadable-file.js";

/** The texts of a record's own fields by their names, and its `ID`. */
export type XpweFields = Record<string, string | undefined>;

export interface XpweHandlers {
  opened?(kind: XpweKind): void;
  /** a record has ended; what lies within it came before */
  closed(kind: XpweKind, fields: XpweFields): void;
  /** the XML isn't well formed here; what follows is read as far as it can be told */
  damaged?(detail: string): void;
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

const kinds: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(fieldsOf).map(([kind, fields]) => [kind, new Set<string>(fields)]),
);

const maxDepth = 100;
const maxAttributes = 100;
const maxFaults = 10_000;
/** Nobody writes more into one element; without this, one would be held whole, however large. */
const maxCharsWithoutElement = 4_000_000;

interface Frame {
  kind: XpweKind;
  known: ReadonlySet<string>;
  depth: number;
  fields: XpweFields;
}

/** Ends the reading where a file can't be followed further; what came before stands. */
export class BrokenXml extends Error {}

/**
 * Reads XPWE as a stream of records. It holds one record at a time, works on a list instead of by recursion, and goes on after faults of
 * the XML: only records in which there is one lose fields.
 * @throws UnreadableFile for a document type definition; BrokenXml where nothing further can be made of the file
 */
export class XpweParser {
  private readonly xml = new SaxesParser({ xmlns: false, position: false });
  private readonly frames: Frame[] = [];
  private depth = 0;
  private field: string | null = null;
  private text = "";
  private attributes = 0;
  private faults = 0;
  private charsWithoutElement = 0;

  constructor(private readonly handlers: XpweHandlers) {
    this.xml.on("doctype", () => refuseDoctype());
    this.xml.on("attribute", () => {
      if (++this.attributes > maxAttributes) throw new BrokenXml("an element has too many attributes");
    });
    this.xml.on("opentag", ({ name, attributes }) => this.open(name, attributes));
    this.xml.on("closetag", ({ name }) => this.close(name));
    this.xml.on("text", (text) => this.take(text));
    this.xml.on("cdata", (text) => this.take(text));
    this.xml.on("error", ({ message }) => {
      if (++this.faults > maxFaults) throw new BrokenXml("the XML has too many faults");
      handlers.damaged?.(message);
    });
  }

  write(chunk: string): void {
    this.charsWithoutElement += chunk.length;
    if (this.charsWithoutElement > maxCharsWithoutElement) throw new BrokenXml("an element is too long");
    this.xml.write(chunk);
  }

  /** To be called at the end. @returns whether the file broke off: the records in which it did are handed over as far as they go */
  end(): boolean {
    const brokeOff = this.depth > 0;
    for (let frame = this.frames.pop(); frame; frame = this.frames.pop())
      this.handlers.closed(frame.kind, frame.fields);
    return brokeOff;
  }

  private open(name: string, attributes: Record<string, string>): void {
    this.attributes = 0;
    this.charsWithoutElement = 0;
    this.text = "";
    this.field = null;
    if (++this.depth > maxDepth) throw new BrokenXml("its elements are nested too deep");
    const known = kinds.get(name);
    if (known) {
      const kind = name as XpweKind;
      this.frames.push({
        kind,
        known,
        depth: this.depth,
        fields: attributes["ID"] === undefined ? {} : { ID: attributes["ID"] },
      });
      this.handlers.opened?.(kind);
      return;
    }
    const frame = this.frames.at(-1);
    if (frame && this.depth === frame.depth + 1 && frame.known.has(name)) this.field = name;
  }

  private take(text: string): void {
    if (this.field !== null) this.text = this.text === "" ? text : this.text + text;
  }

  private close(name: string): void {
    this.charsWithoutElement = 0;
    const frame = this.frames.at(-1);
    if (frame && frame.depth === this.depth) {
      this.frames.pop();
      this.depth--;
      this.handlers.closed(frame.kind, frame.fields);
    } else {
      this.depth--;
      if (frame && this.field === name) frame.fields[name] = this.text;
    }
    this.field = null;
  }
}

export function refuseDoctype(): never {
  throw new UnreadableFile(
    "doctype",
    "The file has a document type definition (DOCTYPE), which no exchange file needs and which can do harm. Export it again as XPWE.",
  );
}
