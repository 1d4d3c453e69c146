import type { ServerResponse } from "node:http";
import type { Client } from "../../actions/dispatch/end-waiter.js";
import { onceClosed } from "./once-closed.js";

/** A client that is connected until it has its whole answer; its signal aborts where it leaves before. */
export class Connected implements Client {
  private leaving: AbortController | undefined;

  constructor(private readonly response: ServerResponse) {}

  get signal(): AbortSignal {
    this.leaving ??= this.listen();
    return this.leaving.signal;
  }

  private listen(): AbortController {
    const { response } = this;
    const leaving = new AbortController();
    onceClosed(response, () => {
      if (!response.writableFinished) leaving.abort();
    });
    return leaving;
  }
}
