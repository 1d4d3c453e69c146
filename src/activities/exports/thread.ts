import type { ExportKind } from "../../domain/exports.js";
import { answerTasks, type Refusal } from "../answer-tasks.js";
import { ExportRefused, type MadeFile } from "./made-file.js";
import { type ContentOf, writers } from "./writers.js";

export interface ExportTask<K extends ExportKind = ExportKind> {
  kind: K;
  content: ContentOf<K>;
}

/** What became of an export: its file, or why there is none. `isSaid`: in words for its user */
export type Exported = MadeFile | (Refusal & { isSaid?: true });

const write = <K extends ExportKind>({ kind, content }: ExportTask<K>): Promise<MadeFile> => writers[kind](content);

answerTasks<ExportTask, Exported>((task) =>
  write(task).catch((error: unknown): Exported => {
    if (error instanceof ExportRefused) return { refusal: error.message, isSaid: true };
    throw error;
  }),
);
