import { parentPort } from "node:worker_threads";
import type { RevisionContent } from "../../domain/revision.js";
import { lowerPriority } from "../lower-priority.js";
import { renderRevisionPdf } from "./render-revision.js";

export interface TypesetterTask {
  content: RevisionContent;
  isDraft: boolean;
}

/** What became of a revision. */
export type Typeset = { pdf: Uint8Array<ArrayBuffer> } | { refusal: string };

lowerPriority();

function typeset({ content, isDraft }: TypesetterTask): Typeset {
  try {
    return { pdf: new Uint8Array(renderRevisionPdf(content, isDraft)) };
  } catch (error) {
    return { refusal: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.on("message", (task: TypesetterTask) => {
  const outcome = typeset(task);
  parentPort?.postMessage(outcome, "pdf" in outcome ? [outcome.pdf.buffer] : []);
});
