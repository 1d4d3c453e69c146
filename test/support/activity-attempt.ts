import { MockActivityEnvironment } from "@temporalio/testing";
import { DefaultLogger } from "@temporalio/worker";

/** How an attempt of an activity went, and what its last heartbeat tells the next one. */
export interface Attempt<T> {
  result: Promise<T>;
  heartbeatDetails(): unknown;
  /** as a worker that stops does with what it is at */
  stopWorker(): void;
  /** as Temporal does when an attempt has taken too long */
  timeOut(): void;
}

/** Runs one attempt of an activity, as a worker would, by default the first. @param heartbeatDetails of the attempt before */
export function attempt<I, T>(
  activity: (input: I) => Promise<T>,
  input: I,
  heartbeatDetails?: unknown,
  number = 1,
): Attempt<T> {
  const environment = new MockActivityEnvironment(
    { heartbeatDetails, attempt: number },
    { logger: new DefaultLogger("ERROR") },
  );
  let last = heartbeatDetails;
  environment.on("heartbeat", (details) => {
    last = details;
  });
  return {
    result: environment.run(activity, input),
    heartbeatDetails: () => last,
    stopWorker: () => environment.cancel("WORKER_SHUTDOWN"),
    timeOut: () => environment.cancel("TIMED_OUT"),
  };
}
