import type { Project } from "../db/entities/project.js";
import { forbidden } from "../domain/errors.js";
import type { ActionContext } from "./context.js";
import { idOf } from "./schemas.js";

/**
 * Keeps guests from moving a record out of the project through which they reach it.
 * @param project the record's new project; null: none; undefined: it stays
 * @throws forbidden
 */
export function requireSameProject(
  { caller }: ActionContext,
  what: string,
  { projectId }: { projectId: string | null },
  project: Project | null | undefined,
): void {
  if (caller.role === "guest" && project !== undefined && idOf(project) !== projectId)
    throw forbidden(`A guest can't take a ${what} out of its project; ask a member of the organization to move it.`);
}
