import { SaxesParser } from "saxes";
import { UnreadableFile, withDoctype } from "../unreadable-file.js";
import { restoreWindows1252 } from "../windows-1252.js";
import { XmlDecoder } from "./xml-decoder.js";

/** Gives the value of an attribute by its name without prefix. */
export type Attributes = (name: string) => string | undefined;

/** What is not well formed. Reading goes on behind it as well as it can. */
export interface XmlFault {
  /** `truncated`: the file breaks off */
  code: "damaged_xml" | "truncated";
  /** from 1 */
  line: number;
  detail: string;
}

export interface XmlReader {
  /** @param name without its prefix */
  open?(name: string, attribute: Attributes): void;
  /** of an element's text, each part between two tags, comments, or sections of CDATA */
  text?(text: string): void;
  close?(name: string): void;
  /** whether nothing more needs to be read */
  isDone?(): boolean;
  /** Called for each fault, of which there may be thousands. Without it the first fault ends the reading. */
  fault?(fault: XmlFault): void;
}

const maxDepth = 1_000;
const maxFaults = 10_000;
/** characters between two tags, and of a tag with its attributes */
const maxPiece = 8_000_000;
const localName = (name: string): string => name.slice(name.indexOf(":") + 1);

function attributesOf(attributes: Record<string, string>): Attributes {
  return (wanted) => {
    const value = attributes[wanted];
    if (value !== undefined) return value;
    const ending = `:${wanted}`;
    for (const key in attributes) if (key.endsWith(ending)) return attributes[key];
    return undefined;
  };
}

/** Whether a part may have a character escaped by its number, or end within one. */
const hasEscapes = (part: string): boolean => part.includes("&#") || part.endsWith("&");

/** The library makes an error for each fault, with its stack: of millions of them that would take minutes. */
class QuickParser extends SaxesParser {
  onFault: ((message: string) => void) | undefined;

  override fail(message: string): this {
    this.onFault?.(message);
    return this;
  }
}

/**
 * Reads XML as its bytes arrive, in the encoding that they are in. The programs that write these files choose prefixes
 * freely, and forget to declare them, but never use a name twice; so names count without their prefixes.
 * `write` and `end` throw `UnreadableFile`: `doctype` for a document type definition, with which come entities of the
 * file's own; `too_large` for depth beyond 1,000 and 8 million characters without a tag; `damaged` without `fault`.
 */
export class XmlStream {
  readonly #parser = new QuickParser({ xmlns: false, position: false });
  readonly #decoder = new XmlDecoder();
  readonly #reader: XmlReader;
  #faults = 0;
  #isBegun = false;
  #isEnding = false;
  #isTruncated = false;
  #pieceLength = 0;
  /** Programs that count characters as Windows-1252 does escape them by its numbers: `&#146;` for an apostrophe. */
  #hasEscapes = false;

  constructor(reader: XmlReader) {
    this.#reader = reader;
    const parser = this.#parser;
    let depth = 0;
    parser.onFault = (message) => this.#fault(message);
    const next = () => {
      this.#pieceLength = 0;
    };
    parser.on("doctype", () => {
      throw withDoctype();
    });
    parser.on("opentag", ({ name, attributes }) => {
      next();
      if (++depth > maxDepth) throw new UnreadableFile("too_large", "The file's elements are nested too deep.");
      if (this.#hasEscapes) {
        for (const key in attributes) attributes[key] = restoreWindows1252(attributes[key] ?? "");
      }
      reader.open?.(localName(name), attributesOf(attributes));
    });
    parser.on("closetag", ({ name }) => {
      next();
      depth--;
      reader.close?.(localName(name));
    });
    if (!reader.text) return;
    parser.on("text", (part) => reader.text?.(this.#hasEscapes ? restoreWindows1252(part) : part));
    parser.on("cdata", (part) => reader.text?.(part));
  }

  /** the line that is being read, from 1 */
  get line(): number {
    return this.#parser.line;
  }

  write(bytes: Uint8Array): void {
    this.#parse(this.#decoder.write(bytes));
  }

  /** Tells of a file that breaks off as of one fault. */
  end(): void {
    this.#parse(this.#decoder.end());
    this.#isEnding = true;
    this.#parser.close();
  }

  #parse(text: string): void {
    // Blanks before the declaration, which some exports have, aren't well formed.
    const rest = this.#isBegun ? text : text.trimStart();
    if (rest) this.#isBegun = true;
    this.#hasEscapes ||= hasEscapes(rest);
    this.#pieceLength += rest.length;
    if (rest) this.#parser.write(rest);
    if (this.#pieceLength > maxPiece) throw new UnreadableFile("too_large", "One text in the file is far too long.");
  }

  #fault(message: string): void {
    const { fault } = this.#reader;
    const reason = message.replace(/\.$/, "").slice(0, 200);
    if (!fault) throw new UnreadableFile("damaged", `The file is damaged: ${reason}.`);
    if (this.#isTruncated) return;
    if (++this.#faults > maxFaults) throw new UnreadableFile("damaged", "The file is damaged in too many places.");
    this.#isTruncated = this.#isEnding;
    if (this.#isEnding) fault({ code: "truncated", line: this.line, detail: `The file ends too early: ${reason}` });
    else fault({ code: "damaged_xml", line: this.line, detail: reason });
  }
}
