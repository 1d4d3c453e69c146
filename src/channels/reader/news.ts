import type { ImapFlow } from "imapflow";

/** New mail in an open mailbox. */
export interface News {
  /** Whatever was told before is known. */
  forget(): void;
  /** Waits for new mail, for the end of the connection, or so long. */
  wait(longestMs: number, signal: AbortSignal): Promise<void>;
}

/** Watches a mailbox: with IDLE its server tells of new mail at once. */
export function newsOf(client: ImapFlow): News {
  let isNew = false;
  let wake = (): void => undefined;
  const tell = () => {
    isNew = true;
    wake();
  };
  client.on("exists", tell);
  client.on("close", tell);
  return {
    forget() {
      isNew = false;
    },
    async wait(longestMs, signal) {
      if (isNew || signal.aborted || !client.usable) return;
      // It ends with the next command; a server that refuses it, or breaks the connection, is asked again after the wait anyway.
      if (client.capabilities.has("IDLE")) client.idle().catch(() => undefined);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(done, longestMs);
        function done() {
          clearTimeout(timer);
          signal.removeEventListener("abort", done);
          resolve();
        }
        wake = done;
        signal.addEventListener("abort", done);
      });
    },
  };
}
