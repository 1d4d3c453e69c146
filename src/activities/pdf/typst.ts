import { fileURLToPath } from "node:url";
import { NodeCompiler } from "@myriaddreamin/typst-ts-node-compiler";
import { fonts } from "./fonts.js";

/** Archival, with structure for screen readers (ISO 19005-2, level A). */
const pdfStandard = "a-2a";
// Documents share nothing but the fonts: what is kept for the next one costs 60 MB and saves no time.
const cacheGenerations = 0;

const template = fileURLToPath(new URL("document.typ", import.meta.url));
const workspace = fileURLToPath(new URL(".", import.meta.url));
let compiler: NodeCompiler | undefined;

interface TemplateFile {
  name: string;
  content: Buffer;
}

/**
 * Sets document.typ with these files beside it, which exist in memory alone. What a person wrote comes only as data in
 * them, never as Typst source. The same files and second give the same bytes. Native memory is given back once the event
 * loop turns, so a loop over many documents must await something between them.
 * @param createdAtS seconds since 1970
 * @throws Error with the compiler's diagnostics
 */
export function compileTemplate(files: TemplateFile[], createdAtS: number): Buffer {
  compiler ??= NodeCompiler.create({ workspace, fontArgs: [{ fontBlobs: fonts }] });
  try {
    for (const { name, content } of files) compiler.mapShadow(`${workspace}${name}`, content);
    const compiled = compiler.compile({ mainFilePath: template, resetRead: true });
    if (!compiled.result) {
      const fault = compiled.takeError();
      const messages = fault ? compiler.fetchDiagnostics(fault).map((each) => String(each.message)) : [];
      throw new Error(`The document can't be set: ${messages.join("; ")}`);
    }
    return compiler.pdf(compiled.result, { pdfStandard, creationTimestamp: createdAtS });
  } finally {
    compiler.resetShadow();
    compiler.evictCache(cacheGenerations);
  }
}
