import { fileURLToPath } from "node:url";
import { NodeCompiler } from "@myriaddreamin/typst-ts-node-compiler";
import { fonts } from "./fonts.js";

/** For archives, with structure for screen readers (ISO 19005-2, level A). */
const pdfStandard = "a-2a";
// Documents share only the fonts: caching anything else for the next one takes 60 MB and saves no time.
const cacheGenerations = 0;

const template = fileURLToPath(new URL("document.typ", import.meta.url));
const workspace = fileURLToPath(new URL(".", import.meta.url));
let compiler: NodeCompiler | undefined;

interface TemplateFile {
  name: string;
  content: Buffer;
}

/**
 * Compiles document.typ together with these files, which exist only in memory. What people wrote is data in these files, never Typst
 * source. The same files and creation time give the same bytes. Native memory is freed when the event loop turns, so a loop over many
 * documents must await something between them.
 * @param createdAtS seconds since 1970
 * @throws Error with the compiler's diagnostics
 */
export function compileTemplate(files: TemplateFile[], createdAtS: number): Buffer {
  compiler ??= NodeCompiler.create({ workspace, fontArgs: [{ fontBlobs: fonts }] });
  try {
    for (const { name, content } of files) compiler.mapShadow(`${workspace}${name}`, content);
    const compiled = compiler.compile({ mainFilePath: template, resetRead: true });
    if (!compiled.result) {
      const error = compiled.takeError();
      const messages = error ? compiler.fetchDiagnostics(error).map((diagnostic) => String(diagnostic.message)) : [];
      throw new Error(`The document can't be set: ${messages.join("; ")}`);
    }
    return compiler.pdf(compiled.result, { pdfStandard, creationTimestamp: createdAtS });
  } finally {
    compiler.resetShadow();
    compiler.evictCache(cacheGenerations);
  }
}
