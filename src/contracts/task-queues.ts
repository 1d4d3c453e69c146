/** Workflows and what they do in the database. */
export const mainQueue = "pratica";

/** Handing e-mails over: a worker takes at most `maxHandOvers` at a time from it. */
export const emailQueue = "pratica-email";
export const maxHandOvers = 4;

/** Calls to language models: a worker makes at most `maxModelCalls` at a time. */
export const aiQueue = "pratica-ai";
export const maxModelCalls = 4;

/**
 * How long a workflow may think about one batch of news. Of the default, 5 s, thousands of signals that piled up while no worker ran
 * took all on a busy machine; and Node can't interrupt a workflow there without ending the worker.
 */
export const workflowTimeLimit = { isolateExecutionTimeout: "1 minute" };
