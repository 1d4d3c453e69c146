import pg from "pg";
import type { Logger } from "pino";
import { patience } from "./data-source.js";
import { withSessionSettings } from "./session-settings.js";
import type { endChannel } from "./tell-of-end.js";

const reconnectMs = 2_000;

/**
 * Listens on one of the database's notification channels, and reconnects by itself. Notifications sent while it is not
 * connected are lost, so the caller must also poll.
 */
export function listenTo(
  channel: "outbox" | typeof endChannel,
  databaseUrl: string,
  onNotification: (payload: string) => void,
  log: Logger,
): { stop(): Promise<void> } {
  let stopped = false;
  let current: pg.Client | null = null;
  let retry: NodeJS.Timeout | undefined;
  const scheduleReconnect = () => {
    clearTimeout(retry);
    if (!stopped) retry = setTimeout(connect, reconnectMs);
  };
  const connect = () => {
    const client = new pg.Client({
      connectionString: withSessionSettings(databaseUrl, {}),
      ...patience,
      application_name: `pratica ${channel}`,
    });
    current = client;
    client.on("notification", ({ payload }) => onNotification(payload ?? ""));
    const onLost = () => {
      if (client === current) scheduleReconnect();
    };
    client.on("error", onLost);
    client.on("end", onLost);
    client
      .connect()
      .then(() => client.query(`listen ${channel}`))
      .catch((error: unknown) => {
        log.debug({ err: error }, `not listening to ${channel}`);
        onLost();
        // If it connected and only `listen` failed, it would stay open beside the next client.
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
