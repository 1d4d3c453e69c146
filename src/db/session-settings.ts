/**
 * The settings that our sessions need, whatever was set for the server, the database, the role or in the address: dates that are read back as they
 * were written, days of 24 hours, the tables' own schema, statements that see what others have committed meanwhile, and no end for what only
 * waits. The other time limits are set for each connection.
 */
const ours = {
  datestyle: "ISO",
  intervalstyle: "postgres",
  timezone: "UTC",
  search_path: "public",
  default_transaction_isolation: "read committed",
  transaction_timeout: 0,
  idle_session_timeout: 0,
};

/** The address of a database with the settings of our sessions. @param timeouts in milliseconds, by Postgres' names; 0: none */
export function withSessionSettings(databaseUrl: string, timeouts: Record<string, number>): string {
  const url = new URL(databaseUrl);
  const settings = Object.entries({ ...ours, ...timeouts }).map(
    ([name, value]) => `-c ${name}=${String(value).replaceAll(" ", "\\ ")}`,
  );
  const given = url.searchParams.get("options") ?? "";
  url.searchParams.set("options", [given, ...settings].join(" ").trim());
  return url.href;
}
