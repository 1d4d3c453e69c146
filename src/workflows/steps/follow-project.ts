import { patched, upsertSearchAttributes, workflowInfo } from "@temporalio/workflow";
import { searchAttributes } from "../../contracts/search-attributes.js";

/**
 * Has the workflow found in the Temporal UI under the project that its record stands in now.
 * @param projectId as a look at the record gave it: null for none, undefined in histories of earlier releases
 */
export function followProject(projectId: string | null | undefined): void {
  const { project: key } = searchAttributes;
  const before = workflowInfo().typedSearchAttributes.get(key) ?? null;
  if (projectId === undefined || projectId === before) return;
  // While containers are replaced, an old one may have gone on without this after a look by a new one: such a history has no marker.
  if (patched("follow-project")) upsertSearchAttributes([{ key, value: projectId }]);
}
