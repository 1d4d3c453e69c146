import { z } from "zod";
import type { Document } from "../../db/entities/document.js";
import type { QuoteLink } from "../../db/entities/quote-link.js";
import { removedLink } from "../../db/quote-links.js";
import type { Warning } from "../../domain/warning.js";
import { quoteLinkResult } from "../bills-of-quantities/results.js";
import type { ActionContext } from "../context.js";
import { omitted } from "../embedded-records.js";
import { warningResult } from "../warning-results.js";
import { presentDocument } from "./fields.js";
import { documentResult } from "./results.js";
import { presentRemovedLinks, removedLinksText } from "./visible-links.js";

export const carriedOutWarnings = z
  .array(warningResult)
  .describe("what is probably wrong; it was carried out all the same");

/** A document after its content was changed. */
export const editedDocument = documentResult.extend({
  removedLinks: z.array(quoteLinkResult).describe(removedLinksText),
  warnings: carriedOutWarnings,
  omitted,
});

export const presentEdited = (
  ctx: ActionContext,
  document: Document,
  removed: readonly QuoteLink[],
  warnings: Warning[],
) => ({
  ...presentDocument(document),
  removedLinks: presentRemovedLinks(ctx, document, removed.map(removedLink)),
  warnings,
});
