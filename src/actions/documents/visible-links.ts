import type { Document } from "../../db/entities/document.js";
import type { RemovedLink } from "../../db/entities/quote-link.js";
import type { ActionContext } from "../context.js";
import { visibilityOf } from "./ai-runs.js";

/** Of a document's links those to bills that the caller may see. */
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
