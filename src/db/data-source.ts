import pg from "pg";
import { DataSource, DefaultNamingStrategy } from "typeorm";
import { entities } from "./entities/index.js";
import { parseJsonColumn } from "./json-text.js";
import { migrations } from "./migrations/index.js";
import { withSessionSettings } from "./session-settings.js";

// Counts and money are read as numbers. The limits on input keep both within what a double holds exactly.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);
pg.types.setTypeParser(pg.types.builtins.JSON, parseJsonColumn);
// In the machine's zone they would lose the seconds by which clocks were set apart until about 1930.
pg.defaults.parseInputDatesAsUTC = true;

class SnakeCase extends DefaultNamingStrategy {
  override columnName(propertyName: string, customName: string | undefined): string {
    return (
      customName ||
      propertyName.replace(/[A-Z0-9]+/g, (part, at) => (at > 0 && /[A-Z]/.test(part) ? "_" : "") + part.toLowerCase())
    );
  }
}

/**
 * The longest that a statement of an action or activity may take. A Postgres that accepts statements and never answers counts
 * as unreachable.
 */
const statementTimeoutMs = 60_000;
/**
 * Postgres itself ends a statement of ours before that, and a transaction that does nothing: otherwise a program that is gone would hold
 * its rows. Waiting for a lock ends sooner still, in an error of its own.
 */
const server = { statement_timeout: 45_000, lock_timeout: 30_000, idle_in_transaction_session_timeout: 60_000 };
/** For migrations, which may take as long as they need. */
const unlimited = { ...server, statement_timeout: 0 };

/**
 * Connections that stay open while nothing is asked: a new one has to plan every statement again. The others are closed after ten seconds, since
 * each takes 7 to 17 MB of Postgres by then.
 */
const kept = 2;
/** How long connecting may take, and how soon a connection that died silently is noticed. */
export const patience = { connectionTimeoutMillis: 5_000, keepAlive: true, keepAliveInitialDelayMillis: 60_000 };

/**
 * TypeORM's connection to Postgres.
 * @param poolSize the most connections at a time
 * @param timeoutMs the longest that a statement may take; 0: no limit, as for migrations
 * @param upTo the migrations that it knows; fewer than all, to restore an older backup
 */
export const createDataSource = (
  url: string,
  poolSize = 20,
  timeoutMs = statementTimeoutMs,
  upTo = migrations,
): DataSource =>
  new DataSource({
    type: "postgres",
    url: withSessionSettings(url, timeoutMs === 0 ? unlimited : server),
    entities,
    migrations: upTo,
    migrationsTransactionMode: "each",
    synchronize: false,
    namingStrategy: new SnakeCase(),
    extra: {
      max: poolSize,
      min: poolSize > kept ? kept : 0,
      ...patience,
      query_timeout: timeoutMs,
      application_name: "pratica",
    },
  });

/** Does work on a database as its owner, without a limit of time. @param upTo the migrations that it knows */
export async function withMigrations(
  ownerUrl: string,
  upTo: typeof migrations,
  work: (dataSource: DataSource) => Promise<unknown>,
): Promise<void> {
  const dataSource = createDataSource(ownerUrl, 2, 0, upTo);
  await dataSource.initialize();
  try {
    await work(dataSource);
  } finally {
    await dataSource.destroy();
  }
}
