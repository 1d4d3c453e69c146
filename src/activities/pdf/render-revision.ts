import type { RevisionContent } from "../../domain/revision.js";
import { type LogoFile, logoFile } from "./logo.js";
import { sheetOf } from "./sheet.js";
import { compileTemplate } from "./typst.js";

function render(content: RevisionContent, logo: LogoFile | null, isDraft: boolean): Buffer {
  const data = Buffer.from(JSON.stringify({ ...sheetOf(content, logo?.name ?? null), isDraft }));
  const files = [{ name: "data.json", content: data }, ...(logo ? [logo] : [])];
  return compileTemplate(files, Math.floor(Date.parse(content.issuedAt) / 1000));
}

/**
 * Renders an issued document on Italian A4 pages as PDF/A-2a. In one version of the program, the same content gives the same bytes on
 * every machine. It blocks its thread, for tens of milliseconds or, where the document is long, for seconds: `Typesetter` decides which thread.
 * @throws Error with the typesetter's messages if the document can't be typeset
 */
export const renderRevisionPdf = (content: RevisionContent): Buffer => renderPdf(content, false);

/** Renders what a document would be if it were issued now, marked as a draft on every page. */
export const renderDraftPdf = (content: RevisionContent): Buffer => renderPdf(content, true);

function renderPdf(content: RevisionContent, isDraft: boolean): Buffer {
  const logo = content.issuer.logo === null ? null : logoFile(content.issuer.logo);
  if (!logo) return render(content, null, isDraft);
  try {
    return render(content, logo, isDraft);
  } catch {
    // If the logo can't be decoded, the organization's name takes its place. Any other error occurs again without the logo.
    return render(content, null, isDraft);
  }
}
