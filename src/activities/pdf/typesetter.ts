import { isPrintable, type RevisionContent } from "../../domain/documents/revision.js";
import { TurnsThread } from "../worker-threads/turns-thread.js";
import { renderRevisionPdf } from "./render-revision.js";
import type { Typeset, TypesetterTask } from "./thread.js";

/** A document of so many characters takes 0.2 s at most; the longest take 8 s. */
const maxShort = 8_000;

/**
 * Makes the PDFs of issued revisions, and of drafts. Short ones are set at once; long ones one after another in a thread, so that they
 * delay nothing else that the worker does.
 */
export class Typesetter {
  private readonly thread = new TurnsThread<TypesetterTask, Typeset>({
    program: new URL("../../../dist/activities/pdf/thread.js", import.meta.url),
    tasks: "sets long documents",
    maxJobs: 6,
    maxJobsOfOne: 2,
    laterMs: 10_000,
    busyType: "typesetter_busy",
  });

  /**
   * @param isDraft whether it is marked as a draft on every page
   * @returns an Error if the revision can't be set, now or ever
   * @throws as `TurnsThread.run`
   */
  async render(organizationId: string, content: RevisionContent, isDraft = false): Promise<Buffer | Error> {
    // Fifty thousand lines take more than 5 GB, which no limit of a thread bounds: they would end the whole worker, again and again.
    if (!isPrintable(content)) return new Error("The document is too long to become a PDF.");
    const { issuer, ...own } = content;
    if (JSON.stringify(own).length <= maxShort) return settled(() => renderRevisionPdf(content, isDraft));
    const typeset = await this.thread.run(organizationId, async () => ({ content, isDraft }));
    return "bytes" in typeset ? Buffer.from(typeset.bytes) : new Error(typeset.refusal);
  }

  async stop(): Promise<void> {
    await this.thread.stop();
  }
}

function settled(render: () => Buffer): Buffer | Error {
  try {
    return render();
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
