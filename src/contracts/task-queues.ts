/** Workflows, and the activities that work on the database. */
export const mainQueue = "pratica";

/**
 * Handing e-mails over to mail servers: a worker hands at most `maxHandOvers` at a time to each, and has slots for many servers, since
 * some may hang.
 */
export const emailQueue = "pratica-email";
export const maxHandOvers = 4;
export const handOverSlots = 50;

/** Calls to language models: a worker makes at most `maxModelCalls` at a time. */
export const aiQueue = "pratica-ai";
export const maxModelCalls = 4;

/** Reading whole price lists: a worker reads at most `maxImports` at a time, since each takes a core, and one of Postgres. */
export const importQueue = "pratica-imports";
export const maxImports = 2;

/**
 * How long a workflow may compute on one batch of events. The default is 5 s. On a busy machine, thousands of signals that had
 * piled up while no worker ran took all of it; and Node can't interrupt a workflow in mid-computation without ending the worker.
 */
export const workflowTimeLimit = { isolateExecutionTimeout: "1 minute" };
