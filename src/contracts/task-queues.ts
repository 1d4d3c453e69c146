import { minuteMs } from "../domain/calendar/durations.js";

/** Workflows, and the activities that work on the database. */
export const mainQueue = "pratica";

/** Handing e-mails over to mail servers: a worker hands at most `maxHandOvers` at a time to each. */
export const emailQueue = "pratica-email";
export const maxHandOvers = 4;
const handOverSlots = 50;
/** What one host may have of a worker's slots, in all: many firms' mailboxes stand at one provider, which may hang. */
export const maxHandOversToHost = handOverSlots / 2;
/** Nothing is handed over for longer: 30 MB take 10 minutes on a slow line, and a server that never comes to an end must let go of its slot. */
export const longestHandOverMs = 30 * minuteMs;

/** Calls to language models. */
export const aiQueue = "pratica-ai";

/** Reading whole price lists. */
export const importQueue = "pratica-imports";

/** The queues of activities beside the main one. `slots`: how many a worker carries out at a time. */
export const sideQueues = [
  // For many servers, since some may hang.
  { taskQueue: emailQueue, slots: handOverSlots },
  { taskQueue: aiQueue, slots: 4 },
  // Each takes a core, and one of Postgres.
  { taskQueue: importQueue, slots: 2 },
];

/**
 * How long a workflow may compute on one batch of events. The default is 5 s. On a busy machine, thousands of signals that had
 * piled up while no worker ran took all of it; and Node can't interrupt a workflow in mid-computation without ending the worker.
 */
export const workflowTimeLimit = { isolateExecutionTimeout: "1 minute" };
