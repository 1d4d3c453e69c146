import { answerTasks, type Refusal } from "../worker-threads/answer-tasks.js";
import { type BillContent, writeBillExport } from "./bill/write-bill.js";
import type { ComparisonContent } from "./comparison/comparison-content.js";
import { writeComparison } from "./comparison/write-comparison.js";
import { ExportRefused, type MadeFile } from "./made-file.js";

/** What an export is made of, as the worker read it; the thread makes the file of it. */
export type ExportTask =
  | { kind: "bill"; content: BillContent }
  | { kind: "quote_comparison"; content: ComparisonContent };

/** What became of an export: its file, or why there is none. `isSaid`: in words for its user */
export type Exported = MadeFile | (Refusal & { isSaid?: true });

const write = ({ kind, content }: ExportTask): Promise<MadeFile> =>
  kind === "bill" ? writeBillExport(content) : writeComparison(content);

answerTasks<ExportTask, Exported>((task) =>
  write(task).catch((error: unknown): Exported => {
    if (error instanceof ExportRefused) return { refusal: error.message, isSaid: true };
    throw error;
  }),
);
