import pg from "pg";
import { DataSource, DefaultNamingStrategy } from "typeorm";
import { entities } from "./entities/index.js";
import { migrations } from "./migrations/index.js";

// Counts and money come back as JSON numbers: both fit a double by the limits on input.
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

/** The longest that any statement of an action or activity may take; a Postgres that accepts them and never answers is out of reach. */
const statementTimeoutMs = 60_000;

/** TypeORM's connection to Postgres; `poolSize` connections at most. Migrations may take longer than other statements. */
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
      // A wait for a lock ends as an error rather than holding a connection for good.
      options: "-c lock_timeout=30000 -c idle_in_transaction_session_timeout=60000",
    },
  });
