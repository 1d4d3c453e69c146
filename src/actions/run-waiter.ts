import type { Logger } from "pino";
import type { Queries } from "../db/database.js";
import { listenTo } from "../db/listener.js";
import { isUnreachable } from "../db/unreachable.js";

/** How an answer is waited for. */
export interface WaitOptions {
  /** ends the waiting, and nothing else, when the client has gone away */
  signal?: AbortSignal | undefined;
  /** called from time to time meanwhile */
  progress?: ((told: { elapsedMs: number; message: string }) => void) | undefined;
  /** where the client waits for less than a minute itself */
  limitMs?: number | undefined;
}

/** Waits for the end of AI runs, on their rows. */
export interface RunWaiter {
  /**
   * What `read` gives once the run has ended, or went with its document; null where that takes longer than the limit. A database
   * that can't be reached is asked again until then.
   */
  waitForEnd<T>(
    organizationId: string,
    workflowId: string,
    waiting: WaitOptions,
    read: () => Promise<T>,
  ): Promise<T | null>;
  /** Ends all waiting, as at the limit. */
  stop(): Promise<void>;
}

const answerLimitMs = 60_000;
/** So often the row is looked at without news, which may be lost with a connection. */
const lookMs = 4_000;

const messages: Record<string, string> = {
  queued: "Waiting for a worker to take the request to the language model",
  running: "The language model is working",
};

/** One listener for all that wait in this process, from the first on. */
export function createRunWaiter(
  queries: Queries,
  databaseUrl: string,
  log: Logger,
  limitMs = answerLimitMs,
): RunWaiter {
  const news = new EventTarget();
  const stopping = new AbortController();
  let listener: ReturnType<typeof listenTo> | null = null;
  const statusOf = async (organizationId: string, workflowId: string): Promise<string | null> => {
    const [run] = await queries.query<{ status: string }>(
      "select status from ai_run where organization_id = $1 and workflow_id = $2",
      [organizationId, workflowId],
    );
    return run?.status ?? null;
  };
  const look = async <T>(
    organizationId: string,
    workflowId: string,
    read: () => Promise<T>,
  ): Promise<{ message: string } | { value: T }> => {
    try {
      const message = messages[(await statusOf(organizationId, workflowId)) ?? ""];
      return message ? { message } : { value: await read() };
    } catch (error) {
      if (!isUnreachable(error)) throw error;
      log.debug({ err: error }, "a run can't be looked at");
      return { message: "The database can't be reached: looking again" };
    }
  };
  return {
    async waitForEnd(organizationId, workflowId, { signal: left, progress, limitMs: ownLimitMs = limitMs }, read) {
      if (!stopping.signal.aborted)
        listener ??= listenTo("ai_run", databaseUrl, (payload) => news.dispatchEvent(new Event(payload)), log);
      const signal = AbortSignal.any([stopping.signal, ...(left ? [left] : [])]);
      const end = Date.now() + Math.min(limitMs, ownLimitMs);
      const began = Date.now();
      for (;;) {
        const leftMs = end - Date.now();
        // Before the look, so that what happens just after it is heard.
        const heard = nextEvent(news, workflowId, Math.min(lookMs, Math.max(0, leftMs)), signal);
        const seen = await look(organizationId, workflowId, read);
        if ("value" in seen) return seen.value;
        if (leftMs <= 0 || signal.aborted) return null;
        progress?.({ elapsedMs: Date.now() - began, message: seen.message });
        await heard;
      }
    },
    async stop() {
      stopping.abort();
      await listener?.stop();
    },
  };
}

/** Resolves at the event, after so many ms, or at the signal. */
function nextEvent(target: EventTarget, name: string, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      clearTimeout(timer);
      target.removeEventListener(name, settle);
      signal.removeEventListener("abort", settle);
      resolve();
    };
    const timer = setTimeout(settle, ms);
    target.addEventListener(name, settle);
    signal.addEventListener("abort", settle);
    if (signal.aborted) settle();
  });
}
