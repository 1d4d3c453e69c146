import { readXml } from "../xml/read-xml.js";

/** Each takes memory beside its characters, also where it is empty. */
const maxParts = 4_000_000;

/** The texts that an XLSX's cells refer to by number. Beyond `maxChars` in all they are left empty. */
export async function readSharedStrings(chunks: AsyncIterable<Uint8Array>, maxChars: number): Promise<string[]> {
  const strings: string[] = [];
  let string = "";
  let chars = 0;
  let parts = 0;
  let isText = false;
  let phonetics = 0;
  await readXml(chunks, {
    isDone: () => chars > maxChars || parts > maxParts,
    open(name) {
      if (name === "t") isText = true;
      else if (name === "rPh") phonetics++;
    },
    text(part) {
      if (!isText || phonetics > 0) return;
      string += part;
      chars += part.length;
      parts++;
    },
    close(name) {
      if (name === "t") isText = false;
      else if (name === "rPh") phonetics--;
      else if (name === "si") {
        strings.push(string);
        parts++;
        string = "";
      }
    },
  });
  return strings;
}
