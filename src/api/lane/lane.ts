import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { Logger } from "pino";
import type { WaitOptions } from "../../actions/dispatch/end-waiter.js";
import type { Config } from "../../config.js";
import { ActionError, unavailable } from "../../domain/errors.js";
import { memberIdOf } from "../../domain/permissions.js";
import { megabyte } from "../../domain/sizes.js";
import { currentTrace } from "../../tracing/trace.js";
import { bytesOf } from "../bodies/body.js";
import { Turns } from "../turns.js";
import type { Ending, Job, Jobs, Kind, Message, Reply } from "./messages.js";

/** Built code also for the tests, which run the sources: a thread has no compiler. */
const program = new URL("../../../dist/api/lane/thread.js", import.meta.url);
/** The program takes 60 MB, a request of 32 MB with a million values 500 MB, a bill of 50,000 lines that is read 170 MB. */
const maxHeapMegabytes = 1_536;
/** Three times the 8 MB that half of the young may have. With 16, others waited as long for a core or longer, and nothing was faster. */
const youngMegabytes = 24;
/** A larger body makes a request heavy: its memory lets few be in the lane at once, and Postgres may write it for many seconds. */
const maxLightBytes = 4 * megabyte;
const waiting = { waiting: 500, waitingOfOne: 50, waitingOfMember: 25 };

/** A little longer than the sending of its last spans may take. */
const longestStopMs = 3_000;

interface Pending {
  resolve(answer: never): void;
  reject(error: unknown): void;
  endTurn(): void;
  options: WaitOptions;
}

/** A thread for requests that would keep others waiting: those with much to parse, to compute, or to write into their answer. */
export interface Lane {
  /**
   * @param begins is called once the job's turn has come
   * @throws what that or the job throws; rate_limited if too many wait; unavailable if the thread ends meanwhile
   */
  run<K extends Kind>(job: Job<K>, options: WaitOptions, begins?: () => Promise<void>): Promise<Jobs[K]["answer"]>;
  /** Answers those that wait for the end of their work, which continues. */
  stopWaiting(): void;
  stop(): Promise<void>;
}

/** The thread is started with the first job, which takes a second, and again when it has ended: also where it ran out of memory. */
export function createLane(config: Config, log: Logger, heapMegabytes = maxHeapMegabytes): Lane {
  // One at a time for each organization: else a firm would keep both the thread and Postgres busy. Light ones don't stand behind heavy ones.
  const heavyTurns = new Turns({ atOnce: 2, ofOne: 1, ...waiting });
  const lightTurns = new Turns({ atOnce: 3, ofOne: 1, ...waiting });
  const pending = new Map<number, Pending>();
  let thread: Worker | null = null;
  let latest = 0;

  const receive = (reply: Reply): void => {
    const job = pending.get(reply.id);
    if ("progress" in reply) job?.options.progress?.(reply.progress);
    else if ("waits" in reply) job?.endTurn();
    else if (job) {
      pending.delete(reply.id);
      settle(job, reply);
    }
  };

  const start = (): Worker => {
    const resourceLimits = { maxOldGenerationSizeMb: heapMegabytes, maxYoungGenerationSizeMb: youngMegabytes };
    const started = new Worker(program, { workerData: config, resourceLimits });
    started.on("message", receive);
    started.on("error", (err) => log.error({ err }, "the thread for large requests failed; the next one restarts it"));
    started.once("exit", () => {
      if (thread === started) thread = null;
      for (const { reject } of pending.values()) reject(ended());
      pending.clear();
    });
    // It must not keep a process alive that ends. After the listeners, which would undo it.
    started.unref();
    return started;
  };

  const send = (message: Message, transferred: ArrayBuffer[] = []) => thread?.postMessage(message, transferred);

  return {
    run<K extends Kind>({ kind, call }: Job<K>, options: WaitOptions, begins?: () => Promise<void>) {
      const carryOut = async (endTurn: () => void) => {
        await begins?.();
        return new Promise<Jobs[K]["answer"]>((resolve, reject) => {
          const id = ++latest;
          thread ??= start();
          pending.set(id, { resolve, reject, endTurn, options });
          const message = { id, kind, call, traceparent: currentTrace() } as Message;
          send(message, "body" in call ? call.body.map(({ buffer }) => buffer) : []);
          const abort = () => send({ abort: id });
          const signal = options.client?.signal;
          if (signal?.aborted) abort();
          else signal?.addEventListener("abort", abort, { once: true });
        });
      };
      const turns = "body" in call && bytesOf(call.body) > maxLightBytes ? heavyTurns : lightTurns;
      return turns.run(call.caller.organizationId, options.client, carryOut, memberIdOf(call.caller));
    },
    stopWaiting: () => send({ stopWaiting: true }),
    async stop() {
      const stopping = thread;
      if (!stopping) return;
      const late = new Promise((resolve) => setTimeout(resolve, longestStopMs).unref());
      const exit = once(stopping, "exit");
      send({ stop: true });
      await Promise.race([exit, late]);
      await stopping.terminate();
    },
  };
}

const ended = () => unavailable("The part of the server that answers large requests has restarted; try again.", 2);

function settle({ resolve, reject }: Pending, ending: Ending): void {
  if ("answer" in ending) resolve(ending.answer as never);
  else if ("failure" in ending) reject(ending.failure);
  else {
    const { code, message, extras, cause } = ending.refusal;
    reject(Object.assign(new ActionError(code, message, extras), { cause }));
  }
}
