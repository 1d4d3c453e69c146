import type { Logger } from "pino";
import { idIn } from "../../contracts/workflow-contract.js";
import type { Queries } from "../../db/database.js";
import { listenTo } from "../../db/listener.js";
import { endChannel } from "../../db/tell-of-end.js";
import { isUnreachable } from "../../db/unreachable.js";

/** The client that asked. Its signal takes 3 µs to make and few requests need it, so it is made on demand. */
export interface Client {
  /** aborts when the client has gone away */
  readonly signal: AbortSignal;
}

/** How to wait for an answer. */
export interface WaitOptions {
  /** the client; the waiting ends once it has gone away, but started work goes on */
  client?: Client | undefined;
  /** called from time to time while waiting */
  progress?: ((report: { elapsedMs: number; message: string }) => void) | undefined;
  /** called when only the waiting remains */
  waits?: (() => void) | undefined;
  /** the limit for a client that itself waits less than a minute */
  limitMs?: number | undefined;
}

/** Waits for work that goes on in a workflow to end, by its row: runs of a language model, renderings, exports, imports. */
export interface EndWaiter {
  /** how long a request waits at most */
  readonly limitMs: number;
  /**
   * Waits until the work has ended, or its row was deleted. While the database is unreachable, it keeps trying.
   * @returns the value of `read` then; null if it takes longer than the limit
   */
  waitForEnd<T>(
    organizationId: string,
    workflowId: string,
    options: WaitOptions,
    read: () => Promise<T>,
  ): Promise<T | null>;
  /** Ends all waiting, as if the limit had been reached. */
  stop(): Promise<void>;
}

const defaultLimitMs = 60_000;
/** How often a row is read without a notification, since a notification may be lost together with a connection. */
const pollMs = 4_000;

/** The message to a client about work that is still open, by its status. */
const openMessages: Record<string, string> = {
  queued: "Waiting for a worker to take the request to the language model",
  running: "The language model is working",
  rendering: "The file is being made",
  importing: "The price list is being read",
};

/** All requests of this process that wait share one listener, which is started with the first. */
export function createEndWaiter(
  queries: Queries,
  databaseUrl: string,
  log: Logger,
  maxLimitMs = defaultLimitMs,
): EndWaiter {
  const notifications = new EventTarget();
  const stopping = new AbortController();
  let listener: ReturnType<typeof listenTo> | null = null;
  return {
    limitMs: maxLimitMs,
    async waitForEnd(organizationId, workflowId, { client, progress, waits, limitMs = maxLimitMs }, read) {
      waits?.();
      if (!stopping.signal.aborted)
        listener ??= listenTo(endChannel, databaseUrl, (id) => notifications.dispatchEvent(new Event(id)), log);
      const signal = AbortSignal.any([stopping.signal, ...(client ? [client.signal] : [])]);
      const startedAt = performance.now();
      const endsAt = startedAt + Math.min(maxLimitMs, limitMs);
      for (;;) {
        const remainingMs = endsAt - performance.now();
        // Listens before reading the row, so that no notification in between is missed.
        const notified = nextEvent(notifications, workflowId, Math.min(pollMs, Math.max(0, remainingMs)), signal);
        const attempt = await readIfEnded(queries, log, organizationId, workflowId, read);
        if ("value" in attempt) return attempt.value;
        if (remainingMs <= 0 || signal.aborted) return null;
        progress?.({ elapsedMs: performance.now() - startedAt, message: attempt.message });
        await notified;
      }
    },
    async stop() {
      stopping.abort();
      await listener?.stop();
    },
  };
}

/** @returns the value of `read` if the work is no longer open; else the message for the client */
async function readIfEnded<T>(
  queries: Queries,
  log: Logger,
  organizationId: string,
  workflowId: string,
  read: () => Promise<T>,
): Promise<{ value: T } | { message: string }> {
  try {
    const [row] = await queries.query<{ status: string }>(
      `select status from ai_run where organization_id = $1 and workflow_id = $2
       union all select 'rendering' from rendering where organization_id = $1 and id = $3 and done_at is null
       union all select 'importing' from price_book_import where organization_id = $1 and id = $3 and status = 'running'`,
      [organizationId, workflowId, idIn(workflowId)],
    );
    const message = row && openMessages[row.status];
    return message === undefined ? { value: await read() } : { message };
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    log.debug({ err: error }, "the status of work in a workflow can't be read");
    return { message: "The database can't be reached; trying again" };
  }
}

/** Resolves at the event, after this many milliseconds, or when the signal aborts. */
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
