import type { ServerResponse } from "node:http";

/** Aborts when the client disconnects before it has its whole answer. */
export function disconnection(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}
