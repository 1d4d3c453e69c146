import { SaxesParser } from "saxes";
import { reasonOf, UnreadableFile } from "./file-text.js";

/** Gives the value of an attribute by its name without prefix. */
export type Attributes = (name: string) => string | undefined;

export interface XmlReader {
  /** @param name without its prefix */
  open?(name: string, attribute: Attributes): void;
  text?(text: string): void;
  close?(name: string): void;
  /** whether nothing more needs to be read */
  isDone?(): boolean;
}

const maxDepth = 1_000;
const localName = (name: string): string => name.slice(name.indexOf(":") + 1);

/**
 * Reads XML part by part. Office programs choose prefixes freely but never use a name twice, so names count without their prefixes.
 * @throws UnreadableFile for what is no XML, has a DTD (which no office program writes), or is nested too deep
 */
export async function readXml(chunks: AsyncIterable<Buffer>, reader: XmlReader): Promise<void> {
  const parser = new SaxesParser({ xmlns: false, position: false });
  let depth = 0;
  parser.on("error", (error) => {
    throw new UnreadableFile("damaged", `The file is damaged: ${reasonOf(error)}.`);
  });
  parser.on("doctype", () => {
    throw new UnreadableFile("damaged", "The file has a document type definition, which no office program writes.");
  });
  parser.on("opentag", ({ name, attributes }) => {
    depth++;
    if (depth > maxDepth) throw new UnreadableFile("damaged", "The file's elements are nested too deep.");
    reader.open?.(localName(name), (wanted) => {
      for (const key in attributes) if (localName(key) === wanted) return attributes[key];
      return undefined;
    });
  });
  parser.on("closetag", ({ name }) => {
    depth--;
    reader.close?.(localName(name));
  });
  if (reader.text) parser.on("text", (text) => reader.text?.(text));
  let decoder: TextDecoder | undefined;
  for await (const chunk of chunks) {
    decoder ??= new TextDecoder(chunk[0] === 0xff || chunk[1] === 0 ? "utf-16le" : "utf-8");
    parser.write(decoder.decode(chunk, { stream: true }));
    if (reader.isDone?.()) return;
  }
  if (decoder) parser.close();
}
