import type { ServerResponse } from "node:http";

/** Does `work` once a client has its whole answer, or is gone: at once where that is so already. */
export function onceClosed(response: ServerResponse, work: () => void): void {
  if (response.closed) work();
  else response.once("close", work);
}
