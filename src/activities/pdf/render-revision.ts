import type { RevisionContent } from "../../domain/documents/revision.js";
import { withLogo } from "./logo.js";
import { sheetOf } from "./sheet.js";
import { compileTemplate } from "./typst.js";

/**
 * Renders a document on Italian A4 pages as PDF/A-2a. In one version of the program, the same content gives the same bytes on
 * every machine. It blocks its thread, for tens of milliseconds or, where the document is long, for seconds: `Typesetter` decides which thread.
 * @param isDraft whether it is marked as a draft on every page
 * @throws Error with the typesetter's messages if the document can't be typeset
 */
export const renderRevisionPdf = (content: RevisionContent, isDraft = false): Buffer =>
  withLogo(content.issuer.logo, (logo) => {
    const sheet = { ...sheetOf(content, logo?.name ?? null), isDraft };
    return compileTemplate("document.typ", sheet, { createdAt: content.issuedAt, logo });
  });
