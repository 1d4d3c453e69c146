import type { Document } from "../../db/entities/document.js";
import type { RemovedLink } from "../../db/entities/quote-link.js";
import type { ActionContext } from "../context.js";
import { visibilityOf } from "./ai-runs.js";

/** The description of removed links in results. */
export const removedLinksText =
  "links to bills of quantities that were removed because their line no longer exists; only those to bills that the caller may see";

/** The links of a document to bills that the caller may see. */
export function visibleLinks<L extends Pick<RemovedLink, "projectId">>(
  ctx: ActionContext,
  { projectId }: Pick<Document, "projectId">,
  links: readonly L[],
): L[] {
  const { bills } = visibilityOf(ctx);
  return links.filter((link) => bills === "all" || (bills === "project" && link.projectId === projectId));
}

/** A removed link as callers see it. */
export const presentRemovedLink = ({ id, ...link }: RemovedLink) => ({ linkId: id, ...link });
