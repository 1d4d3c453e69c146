import type { TestOrganization, TestRecord } from "./factories.js";

/** What was deleted of a kind, or of all, latest first. */
export const deletions = async (org: TestOrganization, kind?: string): Promise<TestRecord[]> =>
  (await org.ok("list_deleted", { kind })).items;

/** @throws where the record wasn't deleted */
export async function deletionOf(org: TestOrganization, recordId: string): Promise<TestRecord> {
  const found = (await deletions(org)).find(({ id }) => id === recordId);
  if (!found) throw new Error(`no deletion of ${recordId}`);
  return found;
}

export const restoreDeleted = async (org: TestOrganization, recordId: string): Promise<TestRecord> =>
  org.ok("restore_record", { deletionId: (await deletionOf(org, recordId)).deletionId });

/** Restores what was deleted last of a kind, or of all; or what was deleted so many before it. */
export const restoreLast = async (org: TestOrganization, kind?: string, before = 0): Promise<TestRecord> =>
  org.ok("restore_record", { deletionId: (await deletions(org, kind))[before]?.deletionId });
