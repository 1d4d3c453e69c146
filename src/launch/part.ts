import type { ChildProcess } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import { type KnownProcess, knownProcess } from "./known-process.js";
import { type Say, words } from "./say.js";

/** One process of the running product: how it starts, when it is up, how it ends. */
export interface PartSpec {
  name: string;
  spawn(): ChildProcess;
  /** Resolves once the process serves; `signal` is aborted when it ended or is to end. */
  ready(child: ChildProcess, signal: AbortSignal): Promise<void>;
  stopSignal: NodeJS.Signals;
  /** Time to end by itself after the signal; then SIGKILL. */
  graceMs: number;
  /** The end of its log, told when it ends unasked. */
  lastWords?(): string;
}

interface Life {
  child: ChildProcess;
  known: KnownProcess | null;
  began: number;
  /** Resolves, with how, when the process is gone. */
  ended: Promise<string>;
}

const shortestPauseMs = 1_000;
const longestPauseMs = 30_000;
const soundAfterMs = 60_000;
const waitingAfterMs = 5_000;

/** Keeps one process running: ended unasked, it is started again after 1 s, after twice as long each time, up to 30 s. */
export class Part {
  private life: Life | null = null;
  private readonly stopping = new AbortController();
  private kept: Promise<void> | null = null;

  constructor(
    private readonly spec: PartSpec,
    private readonly say: Say,
    private readonly onChange: () => void,
  ) {}

  get name(): string {
    return this.spec.name;
  }

  /** The process, while it lives. */
  get process(): KnownProcess | null {
    return this.life?.known ?? null;
  }

  /**
   * Starts the process, and keeps it running once it serves.
   * @throws Error where it doesn't come up: then nothing of it is left
   */
  async start(): Promise<void> {
    await this.live();
    this.kept = this.keep();
  }

  /** Starts the process, again and again where it doesn't come up. Resolves once it serves. */
  async startPatiently(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.kept = this.keep(resolve);
    });
  }

  /** Ends the process for good, in its time or by force. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.end();
    await this.kept;
  }

  private async end(): Promise<void> {
    const life = this.life;
    if (!life) return;
    life.child.kill(this.spec.stopSignal);
    const impatient = setTimeout(() => life.child.kill("SIGKILL"), this.spec.graceMs);
    await life.ended;
    clearTimeout(impatient);
  }

  /** Starts a process and waits until it serves. */
  private async live(): Promise<void> {
    this.stopping.signal.throwIfAborted();
    const child = this.spec.spawn();
    const over = new AbortController();
    const ended = new Promise<string>((resolve) => {
      child.once("error", (error) => resolve(error.message));
      child.once("exit", (code, signal) => resolve(signal ?? `code ${code}`));
    }).then((how) => {
      over.abort();
      this.life = null;
      this.onChange();
      return how;
    });
    this.life = { child, known: child.pid ? knownProcess(child.pid) : null, began: Date.now(), ended };
    this.onChange();
    let slow: NodeJS.Timeout | undefined;
    const sayAfter = (ms: number) => {
      slow = setTimeout(() => {
        this.say(`  waiting for ${this.name}`);
        sayAfter(ms * 2);
      }, ms);
    };
    sayAfter(waitingAfterMs);
    const diedEarly = ended.then((how) => {
      throw new Error(
        [`${this.name} ended while starting (${how})`, this.spec.lastWords?.()].filter(Boolean).join(":\n"),
      );
    });
    try {
      await Promise.race([this.spec.ready(child, AbortSignal.any([over.signal, this.stopping.signal])), diedEarly]);
    } catch (error) {
      await this.end();
      throw error;
    } finally {
      clearTimeout(slow);
      diedEarly.catch(() => undefined);
    }
  }

  /** Until it is stopped: waits for the end of the process and starts the next one. */
  private async keep(up?: () => void): Promise<void> {
    let pauseMs = shortestPauseMs;
    for (;;) {
      if (this.life) {
        const { began, ended } = this.life;
        const how = await ended;
        if (this.stopping.signal.aborted) return;
        if (Date.now() - began > soundAfterMs) pauseMs = shortestPauseMs;
        this.say(`${this.name} ended (${how}): starting it again in ${pauseMs / 1000} s`);
        if (!(await this.pause(pauseMs))) return;
        pauseMs = Math.min(pauseMs * 2, longestPauseMs);
      }
      try {
        await this.live();
        if (up) up();
        else this.say(`${this.name} is back`);
        up = undefined;
      } catch (error) {
        if (this.stopping.signal.aborted) return;
        this.say(`${words(error)}: trying again in ${pauseMs / 1000} s`);
        if (!(await this.pause(pauseMs))) return;
        pauseMs = Math.min(pauseMs * 2, longestPauseMs);
      }
    }
  }

  /** False where the part was stopped meanwhile. */
  private pause(ms: number): Promise<boolean> {
    return wait(ms, true, { signal: this.stopping.signal }).catch(() => false);
  }
}
