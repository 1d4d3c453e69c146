import { fileURLToPath } from "node:url";
import { NodeCompiler } from "@myriaddreamin/typst-ts-node-compiler";
import { fonts } from "./fonts.js";
import type { LogoFile } from "./logo.js";

/**
 * For archives (ISO 19005-2): level A has structure for screen readers; level U has not. Of a thousand pages the structure alone would
 * take 80 MB of the file, and as much again of memory.
 */
const standards = { structured: "a-2a", plain: "a-2u" };
/** Of so many rows the structure still takes less than a megabyte. */
export const maxStructuredRows = 1_500;
// Documents share only the fonts: caching anything else for the next one takes 60 MB and saves no time.
const cacheGenerations = 0;

const workspace = fileURLToPath(new URL(".", import.meta.url));
let compiler: NodeCompiler | undefined;

export type Template = "bill.typ" | "comparison.typ" | "document.typ";

interface Setting {
  /** ISO 8601 instant, which the file says */
  createdAt: string;
  /** an image that the template finds by its name */
  logo?: LogoFile | null;
  /** whether it has structure for screen readers */
  isStructured?: boolean;
}

/**
 * Compiles a template of this folder with what it shows, as files that exist only in memory. What people wrote is data in these files, never
 * Typst source. The same sheet, logo and creation time give the same bytes. Native memory is freed when the event loop turns, so a loop
 * over many documents must await something between them.
 * @param sheet what the template shows, as texts ready to be typeset
 * @throws Error with the compiler's diagnostics
 */
export function compileTemplate(
  template: Template,
  sheet: object,
  { createdAt, logo = null, isStructured = true }: Setting,
): Buffer {
  compiler ??= NodeCompiler.create({ workspace, fontArgs: [{ fontBlobs: fonts }] });
  try {
    compiler.mapShadow(`${workspace}data.json`, Buffer.from(JSON.stringify(sheet)));
    if (logo) compiler.mapShadow(`${workspace}${logo.name}`, logo.content);
    const compiled = compiler.compile({ mainFilePath: `${workspace}${template}`, resetRead: true });
    if (!compiled.result) {
      const error = compiled.takeError();
      const messages = error ? compiler.fetchDiagnostics(error).map((diagnostic) => String(diagnostic.message)) : [];
      throw new Error(`The document can't be set: ${messages.join("; ")}`);
    }
    return compiler.pdf(compiled.result, {
      pdfStandard: isStructured ? standards.structured : standards.plain,
      pdfTags: isStructured,
      creationTimestamp: Math.floor(Date.parse(createdAt) / 1000),
    });
  } finally {
    compiler.resetShadow();
    compiler.evictCache(cacheGenerations);
  }
}
