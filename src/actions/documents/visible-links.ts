import type { Document } from "../../db/entities/document.js";
import type { RemovedLink } from "../../db/entities/quote-link.js";
import { visibilityOf } from "../../domain/ai-run.js";
import type { ActionContext } from "../context.js";

/** The description of removed links in results. */
export const removedLinksText =
  "links to bills of quantities that were removed because their line no longer exists; only those to bills that the caller may see";

/** The links of a document to bills that the caller may see. */
export function visibleLinks<L extends Pick<RemovedLink, "projectId">>(
  ctx: ActionContext,
  { projectId }: Pick<Document, "projectId">,
  links: readonly L[],
): L[] {
  const { bills } = visibilityOf(ctx.caller);
  return links.filter((link) => bills === "all" || (bills === "project" && link.projectId === projectId));
}

/** The removed links of a document as callers see them: only those to bills that the caller may see. */
export const presentRemovedLinks = (ctx: ActionContext, document: Document, links: readonly RemovedLink[] | null) =>
  visibleLinks(ctx, document, links ?? []).map(({ id, ...link }) => ({ linkId: id, ...link }));
