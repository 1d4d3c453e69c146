import type { RevisionContent } from "../../domain/revision.js";
import { type LogoFile, logoFile } from "./logo.js";
import { sheetOf } from "./sheet.js";
import { compileTemplate } from "./typst.js";

function render(content: RevisionContent, logo: LogoFile | null): Buffer {
  const data = Buffer.from(JSON.stringify(sheetOf(content, logo?.name ?? null)));
  const files = [{ name: "data.json", content: data }, ...(logo ? [logo] : [])];
  return compileTemplate(files, Math.floor(Date.parse(content.issuedAt) / 1000));
}

/**
 * The issued document as an Italian A4 page set in PDF/A-2a: the same content gives the same bytes, on every machine with
 * this version. Runs for tens of milliseconds without yielding, so it belongs in the worker.
 * @throws Error where the document can't be set, with the typesetter's reasons
 */
export function renderRevisionPdf(content: RevisionContent): Buffer {
  const logo = content.issuer.logo === null ? null : logoFile(content.issuer.logo);
  if (!logo) return render(content, null);
  try {
    return render(content, logo);
  } catch {
    // An image that can't be decoded gives way to the organization's name; any other fault comes up again without the image.
    return render(content, null);
  }
}
