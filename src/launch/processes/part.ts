import type { ChildProcess } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import { messageOf, type Say } from "../say.js";
import { type KnownProcess, knownProcess } from "./known-process.js";

/** How one process of the product is started, known to be ready, and stopped. */
export interface PartSpec {
  name: string;
  spawn(): ChildProcess;
  /** Resolves once the process serves. `signal` aborts when the process has ended or must stop. */
  ready(child: ChildProcess, signal: AbortSignal): Promise<void>;
  stopSignal: NodeJS.Signals;
  /** How long it may take to end after `stopSignal`, before SIGKILL. */
  graceMs: number;
  /** Called at each start. @returns what gives the last lines of its log since then, shown if it ends while starting */
  tailSinceNow?(): () => string;
}

interface RunningProcess {
  child: ChildProcess;
  known: KnownProcess | null;
  startedAt: number;
  /** resolves when the process is gone, with its exit code or signal in words */
  ended: Promise<string>;
}

const shortestPauseMs = 1_000;
const longestPauseMs = 30_000;
/** A process that ran for at least this long was healthy: the next restart waits only the shortest pause. */
const soundAfterMs = 60_000;
const waitingMessageAfterMs = 5_000;

/** Keeps one process running: if it ends by itself, it is started again after 1 s, then after twice as long each time, up to 30 s. */
export class Part {
  private running: RunningProcess | null = null;
  private readonly stopping = new AbortController();
  private keeping: Promise<void> | null = null;

  constructor(
    private readonly spec: PartSpec,
    private readonly say: Say,
    private readonly onChange: () => void,
  ) {}

  get name(): string {
    return this.spec.name;
  }

  /** The process, while it is alive. */
  get process(): KnownProcess | null {
    return this.running?.known ?? null;
  }

  /**
   * Starts the process and, once it serves, keeps it running.
   * @throws Error if it doesn't start; then no process is left
   */
  async start(): Promise<void> {
    await this.startOnce();
    this.keeping = this.keepRunning();
  }

  /** Starts the process, and tries again whenever that fails. Resolves once it serves. */
  async startWithRetries(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.keeping = this.keepRunning(resolve);
    });
  }

  /** Ends the process for good: by its signal, after `graceMs` by SIGKILL. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.endProcess();
    await this.keeping;
  }

  private async endProcess(): Promise<void> {
    const { running } = this;
    if (!running) return;
    running.child.kill(this.spec.stopSignal);
    const killTimer = setTimeout(() => running.child.kill("SIGKILL"), this.spec.graceMs);
    await running.ended;
    clearTimeout(killTimer);
  }

  /** Starts the process and waits until it serves. @throws Error if it ends before or is not ready in time */
  private async startOnce(): Promise<void> {
    this.stopping.signal.throwIfAborted();
    const logTail = this.spec.tailSinceNow?.();
    const { child, ended, endSignal } = this.spawn();
    const stopMessages = this.sayWhileWaiting();
    const endedEarly = ended.then((how) => {
      throw new Error([`${this.name} ended while starting (${how})`, logTail?.()].filter(Boolean).join(":\n"));
    });
    try {
      await Promise.race([this.spec.ready(child, AbortSignal.any([endSignal, this.stopping.signal])), endedEarly]);
    } catch (error) {
      await this.endProcess();
      throw error;
    } finally {
      stopMessages();
      endedEarly.catch(() => undefined);
    }
  }

  /** @returns the process as started, and a signal that aborts when it ends */
  private spawn(): RunningProcess & { endSignal: AbortSignal } {
    const child = this.spec.spawn();
    const end = new AbortController();
    const ended = new Promise<string>((resolve) => {
      child.once("error", (error) => resolve(error.message));
      child.once("exit", (code, signal) => resolve(signal ?? `code ${code}`));
    }).then((how) => {
      end.abort();
      this.running = null;
      this.onChange();
      return how;
    });
    this.running = { child, known: child.pid ? knownProcess(child.pid) : null, startedAt: Date.now(), ended };
    this.onChange();
    return { ...this.running, endSignal: end.signal };
  }

  /** Says that this part is waited for, after 5 s and then after twice as long each time. @returns what stops that */
  private sayWhileWaiting(): () => void {
    let timer: NodeJS.Timeout;
    const sayAfter = (ms: number) => {
      timer = setTimeout(() => {
        this.say(`  waiting for ${this.name}`);
        sayAfter(ms * 2);
      }, ms);
    };
    sayAfter(waitingMessageAfterMs);
    return () => clearTimeout(timer);
  }

  /** Starts the process again whenever it ends, until the part is stopped. @param onFirstStart called instead of a message */
  private async keepRunning(onFirstStart?: () => void): Promise<void> {
    let pauseMs = shortestPauseMs;
    let onStart = onFirstStart ?? this.sayIsBack;
    for (;;) {
      let problem: string;
      if (this.running) {
        const { startedAt, ended } = this.running;
        problem = `${this.name} ended (${await ended}): starting it again`;
        if (Date.now() - startedAt > soundAfterMs) pauseMs = shortestPauseMs;
      } else {
        try {
          await this.startOnce();
          onStart();
          onStart = this.sayIsBack;
          continue;
        } catch (error) {
          problem = `${messageOf(error)}: trying again`;
        }
      }
      if (this.stopping.signal.aborted) return;
      this.say(`${problem} in ${pauseMs / 1000} s`);
      if (!(await this.pause(pauseMs))) return;
      pauseMs = Math.min(pauseMs * 2, longestPauseMs);
    }
  }

  private readonly sayIsBack = (): void => this.say(`${this.name} is back`);

  /** @returns false if the part was stopped meanwhile */
  private pause(ms: number): Promise<boolean> {
    return wait(ms, true, { signal: this.stopping.signal }).catch(() => false);
  }
}
