import pg from "pg";
import type { Logger } from "pino";

const reconnectMs = 2_000;

/** Hears of orders that other processes committed; reconnects by itself, and the relay's poll covers the gap. */
export function listenToOutbox(databaseUrl: string, heard: () => void, log: Logger): { stop(): Promise<void> } {
  let stopped = false;
  let current: pg.Client | null = null;
  let retry: NodeJS.Timeout | undefined;
  const again = () => {
    clearTimeout(retry);
    if (!stopped) retry = setTimeout(connect, reconnectMs);
  };
  const connect = () => {
    const client = new pg.Client({ connectionString: databaseUrl, keepAlive: true, application_name: "pratica relay" });
    current = client;
    client.on("notification", heard);
    client.on("error", again);
    client.on("end", again);
    client
      .connect()
      .then(() => client.query("listen outbox"))
      .catch((error: unknown) => {
        log.debug({ err: error }, "not listening to the outbox");
        again();
      });
  };
  connect();
  return {
    async stop() {
      stopped = true;
      clearTimeout(retry);
      await current?.end().catch(() => undefined);
    },
  };
}
