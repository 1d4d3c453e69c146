import { parentPort } from "node:worker_threads";
import { lowerPriority } from "../../lower-priority.js";

/** Why a thread could not carry out its task. */
export interface Refusal {
  refusal: string;
}

/** The thread's side of a `TurnsThread`: carries out each task that comes and answers with its file, or with why there is none. */
export function answerTasks<Task, Outcome extends { bytes: Uint8Array<ArrayBuffer> } | Refusal>(
  work: (task: Task) => Outcome | Promise<Outcome>,
): void {
  lowerPriority();
  parentPort?.on("message", async (task: Task) => {
    let outcome: Outcome | Refusal;
    try {
      outcome = await work(task);
    } catch (error) {
      outcome = { refusal: error instanceof Error ? error.message : String(error) };
    }
    parentPort?.postMessage(outcome, "bytes" in outcome ? [outcome.bytes.buffer] : []);
  });
}
