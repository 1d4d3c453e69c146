import type { RevisionContent } from "../../domain/documents/revision.js";
import { answerTasks, type Refusal } from "../worker-threads/answer-tasks.js";
import { renderRevisionPdf } from "./render-revision.js";

export interface TypesetterTask {
  content: RevisionContent;
  isDraft: boolean;
}

/** What became of a revision: its PDF, or why there is none. */
export type Typeset = { bytes: Uint8Array<ArrayBuffer> } | Refusal;

answerTasks<TypesetterTask, Typeset>(({ content, isDraft }) => ({
  bytes: new Uint8Array(renderRevisionPdf(content, isDraft)),
}));
