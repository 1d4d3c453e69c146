import type { ServerResponse } from "node:http";
import type { Client } from "../actions/end-waiter.js";

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
    const leave = () => {
      if (!response.writableFinished) leaving.abort();
    };
    if (response.closed) leave();
    else response.once("close", leave);
    return leaving;
  }
}
