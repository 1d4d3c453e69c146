import pg from "pg";
import { DataSource, DefaultNamingStrategy } from "typeorm";
import { entities } from "./entities/index.js";
import { migrations } from "./migrations/index.js";

// Counts and money are read as numbers. The limits on input keep both within what a double holds exactly.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);

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
 * TypeORM's connection to Postgres.
 * @param poolSize the most connections at a time
 * @param timeoutMs the longest that a statement may take; 0: no limit, as for migrations
 */
export const createDataSource = (url: string, poolSize = 10, timeoutMs = statementTimeoutMs): DataSource =>
  new DataSource({
    type: "postgres",
    url,
    entities,
    migrations,
    migrationsTransactionMode: "each",
    synchronize: false,
    namingStrategy: new SnakeCase(),
    extra: {
      max: poolSize,
      connectionTimeoutMillis: 5_000,
      query_timeout: timeoutMs,
      keepAlive: true,
      application_name: "pratica",
      // Waiting for a lock must end in an error rather than hold a connection for ever.
      options: "-c lock_timeout=30000 -c idle_in_transaction_session_timeout=60000",
    },
  });
