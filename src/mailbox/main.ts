import pg from "pg";
import { loadConfig } from "../config.js";
import { createLog } from "../log.js";
import { createMailboxServer } from "./server.js";

const config = loadConfig();
const log = createLog("mailbox", config.LOG_LEVEL);
if (!config.DATABASE_URL || config.MAILBOX_SMTP_PORT === undefined) {
  throw new Error("DATABASE_URL or MAILBOX_SMTP_PORT is not set; npm start sets both.");
}

const pool = new pg.Pool({
  connectionString: config.DATABASE_URL,
  max: 2,
  connectionTimeoutMillis: 5_000,
  query_timeout: 30_000,
});
pool.on("error", (error) => log.warn({ err: error }, "the database closed an idle connection"));

const server = createMailboxServer(pool, log);
const listener = server.listen(config.MAILBOX_SMTP_PORT, "127.0.0.1", () => {
  log.info({ address: listener.address() }, "local mailbox ready");
  process.send?.({ type: "ready" });
});
listener.once("error", (error) => {
  log.fatal({ err: error }, "the local mailbox can't listen");
  process.exitCode = 1;
  stop();
});

let stopping = false;
/** Ends the process after the open messages have been answered. */
function stop(): void {
  if (stopping) return;
  stopping = true;
  server.close(async () => {
    await pool.end();
    process.exit();
  });
}
process.once("SIGTERM", stop);
process.once("SIGINT", stop);
process.once("disconnect", stop);
