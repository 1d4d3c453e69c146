import { aboutRow, type RowInput, type WakeableContract } from "./workflow-contract.js";

export type FetchFilesInput = RowInput<"messageId">;

/** Sent together with a start, to replace a workflow that was lost or ended by hand. An open workflow tries at once. */
export const fetchAgain = { name: "fetchAgain" } as const;

export const fetchFiles: WakeableContract<{ messageId: string }> = {
  ...aboutRow("fetchFiles", "fetch-files", "messageId"),
  wakeBy: fetchAgain,
  summary: () => "Fetches the files of a message that came",
};
