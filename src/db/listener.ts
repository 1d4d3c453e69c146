import pg from "pg";
import type { Logger } from "pino";

const reconnectMs = 2_000;

/** Hears what is notified on one of the database's channels; reconnects by itself, and its owner's own looks cover the gap. */
export function listenTo(
  channel: "outbox" | "ai_run",
  databaseUrl: string,
  heard: (payload: string) => void,
  log: Logger,
): { stop(): Promise<void> } {
  let stopped = false;
  let current: pg.Client | null = null;
  let retry: NodeJS.Timeout | undefined;
  const again = () => {
    clearTimeout(retry);
    if (!stopped) retry = setTimeout(connect, reconnectMs);
  };
  const connect = () => {
    const client = new pg.Client({
      connectionString: databaseUrl,
      keepAlive: true,
      application_name: `pratica ${channel}`,
    });
    current = client;
    client.on("notification", ({ payload }) => heard(payload ?? ""));
    const lost = () => {
      if (client === current) again();
    };
    client.on("error", lost);
    client.on("end", lost);
    client
      .connect()
      .then(() => client.query(`listen ${channel}`))
      .catch((error: unknown) => {
        log.debug({ err: error }, `not listening to ${channel}`);
        lost();
        // Connected, but refused to listen: it would stay open beside the next.
        client.end().catch(() => undefined);
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
