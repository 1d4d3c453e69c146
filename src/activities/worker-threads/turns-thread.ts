import { Worker } from "node:worker_threads";
import { ApplicationFailure } from "@temporalio/common";

interface Options {
  /** the built program: a thread has no compiler, also where the tests run the sources */
  program: URL;
  /** what its tasks are, in words, for errors */
  tasks: string;
  /** how many are taken in at a time, of all and of one organization: each keeps an activity's slot of the worker */
  maxJobs: number;
  maxJobsOfOne: number;
  /** after how long a refused one comes again */
  laterMs: number;
  /** the error's type for those that come later */
  busyType: string;
  /** megabytes that its heap may take; unset: as Node decides */
  maxHeapMb?: number;
}

interface Job<Task, Outcome> {
  organizationId: string;
  begin(): Promise<Task>;
  resolve(outcome: Outcome): void;
  reject(error: unknown): void;
}

/** A thread ended before it answered: it was stopped, or took more memory than it may. */
export class ThreadEnded extends Error {}

/** Carries tasks out one after another in a thread, which is started with the first. Organizations take turns. */
export class TurnsThread<Task, Outcome> {
  private thread: Worker | null = null;
  private current: Job<Task, Outcome> | null = null;
  private readonly waiting: Job<Task, Outcome>[] = [];
  /** the number of each organization's latest turn, while it has jobs */
  private readonly turns = new Map<string, number>();
  private turnsTaken = 0;

  constructor(private readonly options: Options) {}

  /**
   * @param begin called when its turn comes; it gives what the thread is to do
   * @throws ApplicationFailure, to be retried later, if many wait; ThreadEnded if the thread ended meanwhile; as `begin`
   */
  async run(organizationId: string, begin: () => Promise<Task>): Promise<Outcome> {
    const { maxJobs, maxJobsOfOne } = this.options;
    const jobs = [...this.waiting, ...(this.current ? [this.current] : [])];
    const ofOne = jobs.filter((job) => job.organizationId === organizationId);
    if (jobs.length >= maxJobs || ofOne.length >= maxJobsOfOne) throw this.busy();
    return new Promise((resolve, reject) => {
      this.waiting.push({ organizationId, begin, resolve, reject });
      this.next();
    });
  }

  async stop(): Promise<void> {
    await this.thread?.terminate();
  }

  /** Begins the job of the organization whose latest turn is longest ago. */
  private next(): void {
    if (this.current || this.waiting.length === 0) return;
    const latest = ({ organizationId }: Job<Task, Outcome>) => this.turns.get(organizationId) ?? 0;
    const job = this.waiting.reduce((first, one) => (latest(one) < latest(first) ? one : first));
    this.waiting.splice(this.waiting.indexOf(job), 1);
    this.turns.set(job.organizationId, ++this.turnsTaken);
    this.current = job;
    this.thread ??= this.start();
    void this.begin(job, this.thread);
  }

  /** Gives the thread its task, unless it ended in the meantime, with the job. */
  private async begin(job: Job<Task, Outcome>, thread: Worker): Promise<void> {
    try {
      const task = await job.begin();
      if (this.current === job) thread.postMessage(task);
    } catch (error) {
      if (this.current === job) this.end(({ reject }) => reject(error));
    }
  }

  private end(settle: (job: Job<Task, Outcome>) => void): void {
    const job = this.current;
    this.current = null;
    if (job) settle(job);
    if (this.waiting.length === 0) this.turns.clear();
    this.next();
  }

  private start(): Worker {
    const { program, tasks, maxHeapMb } = this.options;
    const thread = new Worker(
      program,
      maxHeapMb === undefined ? {} : { resourceLimits: { maxOldGenerationSizeMb: maxHeapMb } },
    );
    let failure = new ThreadEnded(`the thread that ${tasks} ended`);
    thread.on("message", (outcome: Outcome) => this.end(({ resolve }) => resolve(outcome)));
    thread.on("error", (cause) => {
      failure = new ThreadEnded(cause.message, { cause });
    });
    thread.once("exit", () => {
      this.thread = null;
      this.end(({ reject }) => reject(failure));
    });
    // The process may end while the thread has nothing to do, and activities are waited for anyway.
    thread.unref();
    return thread;
  }

  private busy(): ApplicationFailure {
    return ApplicationFailure.create({
      type: this.options.busyType,
      message: "Others of this kind are being worked on; this one follows.",
      nextRetryDelay: this.options.laterMs,
    });
  }
}
