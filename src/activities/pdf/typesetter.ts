import { Worker } from "node:worker_threads";
import { ApplicationFailure } from "@temporalio/common";
import type { RevisionContent } from "../../domain/revision.js";
import { renderDraftPdf, renderRevisionPdf } from "./render-revision.js";
import type { Sheet, Typeset } from "./thread.js";

/** Built code also for the tests, which run the sources: a thread has no compiler. */
const program = new URL("../../../dist/activities/pdf/thread.js", import.meta.url);
/** A document of so many characters takes 0.2 s at most; the longest take 8 s. */
const maxShort = 8_000;
/** How many long ones are taken in at a time: each keeps an activity's slot of the worker. */
const maxJobs = 6;
const maxJobsOfOne = 2;
const laterMs = 10_000;

interface Job {
  organizationId: string;
  sheet: Sheet;
  resolve(pdf: Buffer | Error): void;
  reject(error: Error): void;
}

/**
 * Makes the PDFs of issued revisions, and of drafts. Short ones are set at once; long ones one after another in a thread, which is started with the first,
 * so that they delay nothing else that the worker does. Organizations take turns there.
 */
export class Typesetter {
  private thread: Worker | null = null;
  private current: Job | null = null;
  private readonly waiting: Job[] = [];
  /** the number of each organization's latest turn, while it has jobs */
  private readonly turns = new Map<string, number>();
  private turnsTaken = 0;

  /**
   * @param isDraft whether it is marked as a draft on every page
   * @returns an Error if the revision can't be set, now or ever
   * @throws ApplicationFailure, to be retried later, if many long ones wait; Error if the thread ended meanwhile
   */
  async render(organizationId: string, content: RevisionContent, isDraft = false): Promise<Buffer | Error> {
    const { issuer, ...own } = content;
    if (JSON.stringify(own).length <= maxShort)
      return settled(() => (isDraft ? renderDraftPdf : renderRevisionPdf)(content));
    const jobs = [...this.waiting, ...(this.current ? [this.current] : [])];
    const ofOne = jobs.filter((job) => job.organizationId === organizationId);
    if (jobs.length >= maxJobs || ofOne.length >= maxJobsOfOne) throw busy();
    return new Promise((resolve, reject) => {
      this.waiting.push({ organizationId, sheet: { content, isDraft }, resolve, reject });
      this.next();
    });
  }

  async stop(): Promise<void> {
    await this.thread?.terminate();
  }

  /** Begins the job of the organization whose latest turn is longest ago. */
  private next(): void {
    if (this.current || this.waiting.length === 0) return;
    const latest = ({ organizationId }: Job) => this.turns.get(organizationId) ?? 0;
    const job = this.waiting.reduce((first, one) => (latest(one) < latest(first) ? one : first));
    this.waiting.splice(this.waiting.indexOf(job), 1);
    this.turns.set(job.organizationId, ++this.turnsTaken);
    this.current = job;
    this.thread ??= this.start();
    this.thread.postMessage(job.sheet);
  }

  private end(settle: (job: Job) => void): void {
    const job = this.current;
    this.current = null;
    if (job) settle(job);
    if (this.waiting.length === 0) this.turns.clear();
    this.next();
  }

  private start(): Worker {
    const thread = new Worker(program);
    let failure = new Error("the thread that sets long documents ended");
    thread.on("message", (typeset: Typeset) =>
      this.end(({ resolve }) => resolve("pdf" in typeset ? Buffer.from(typeset.pdf) : new Error(typeset.refusal))),
    );
    thread.on("error", (error) => {
      failure = error;
    });
    thread.once("exit", () => {
      this.thread = null;
      this.end(({ reject }) => reject(failure));
    });
    // The process may end while the thread has nothing to do, and activities are waited for anyway.
    thread.unref();
    return thread;
  }
}

function settled(render: () => Buffer): Buffer | Error {
  try {
    return render();
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

const busy = () =>
  ApplicationFailure.create({
    type: "typesetter_busy",
    message: "Other long documents are being set; this one follows.",
    nextRetryDelay: laterMs,
  });
