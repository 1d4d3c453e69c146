import type { Logger } from "pino";
import type { DataSource } from "typeorm";
import { poolOf } from "../db/data-source.js";
import { listenTo } from "./listener.js";

/** How an answer is waited for. */
export interface Waiting {
  /** ends the waiting, and nothing else, when the client has gone away */
  signal?: AbortSignal | undefined;
  /** called from time to time meanwhile */
  progress?: ((told: { elapsedMs: number; message: string }) => void) | undefined;
}

/** Waits for the end of AI runs, on their rows. */
export interface RunWaiter {
  /** Has the run ended, or does it within the limit? Also where it went with its document. */
  ended(organizationId: string, workflowId: string, waiting: Waiting): Promise<boolean>;
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
  dataSource: DataSource,
  databaseUrl: string,
  log: Logger,
  limitMs = answerLimitMs,
): RunWaiter {
  const news = new EventTarget();
  let listener: ReturnType<typeof listenTo> | null = null;
  const statusOf = async (organizationId: string, workflowId: string): Promise<string | null> => {
    const text = "select status from ai_run where organization_id = $1 and workflow_id = $2";
    const { rows } = await poolOf(dataSource).query<{ status: string }>({
      name: "ai-run-status",
      text,
      values: [organizationId, workflowId],
    });
    return rows[0]?.status ?? null;
  };
  return {
    async ended(organizationId, workflowId, { signal, progress }) {
      listener ??= listenTo("ai_run", databaseUrl, (payload) => news.dispatchEvent(new Event(payload)), log);
      const began = Date.now();
      for (;;) {
        const leftMs = began + limitMs - Date.now();
        // Before the look, so that what happens just after it is heard.
        const heard = nextEvent(news, workflowId, Math.min(lookMs, Math.max(0, leftMs)), signal);
        const status = await statusOf(organizationId, workflowId);
        const message = messages[status ?? ""];
        if (!message) return true;
        if (leftMs <= 0 || signal?.aborted) return false;
        progress?.({ elapsedMs: Date.now() - began, message });
        await heard;
      }
    },
    async stop() {
      await listener?.stop();
    },
  };
}

/** Resolves at the event, after so many ms, or at the signal. */
function nextEvent(target: EventTarget, name: string, ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      clearTimeout(timer);
      target.removeEventListener(name, settle);
      signal?.removeEventListener("abort", settle);
      resolve();
    };
    const timer = setTimeout(settle, ms);
    target.addEventListener(name, settle);
    signal?.addEventListener("abort", settle);
    if (signal?.aborted) settle();
  });
}
