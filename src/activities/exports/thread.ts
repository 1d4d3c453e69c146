import { parentPort } from "node:worker_threads";
import type { ExportKind } from "../../domain/exports.js";
import { lowerPriority } from "../lower-priority.js";
import { ExportRefused, type Made } from "./made.js";
import { type ContentOf, writers } from "./writers.js";

export interface ExportTask<K extends ExportKind = ExportKind> {
  kind: K;
  content: ContentOf<K>;
}

/** What became of an export: its file, or why there is none. `isSaid`: in words for its user */
export type Exported = Made | { refusal: string; isSaid?: boolean };

lowerPriority();

const write = <K extends ExportKind>({ kind, content }: ExportTask<K>): Promise<Made> => writers[kind](content);

parentPort?.on("message", async (task: ExportTask) => {
  let outcome: Exported;
  try {
    outcome = await write(task);
  } catch (error) {
    const refusal = error instanceof Error ? error.message : String(error);
    outcome = { refusal, isSaid: error instanceof ExportRefused };
  }
  parentPort?.postMessage(outcome, "bytes" in outcome ? [outcome.bytes.buffer] : []);
});
