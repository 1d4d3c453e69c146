import type pg from "pg";

export interface SentStatement {
  name?: string;
  text: string;
  values?: unknown[];
}

/** What is written behind the answers: it may come at any time. */
const writtenMeanwhile = /rate_count|insert into security_event/;

/**
 * Shows each statement that a pool's connections are about to send, but for what is written behind the answers.
 * @param note may change it
 * @returns a function that ends this
 */
export function watchStatements(pool: pg.Pool, note: (statement: SentStatement) => void): () => void {
  const watched = new Map<pg.PoolClient, pg.PoolClient["query"]>();
  const watch = (client: pg.PoolClient) => {
    if (watched.has(client)) return;
    const { query } = client;
    watched.set(client, query);
    client.query = ((...args: unknown[]) => {
      const [sent] = args as [SentStatement & { statements?: SentStatement[] }];
      for (const statement of sent.statements ?? [sent])
        if (statement.text !== undefined && !writtenMeanwhile.test(statement.text)) note(statement);
      return (query as (...args: unknown[]) => unknown).apply(client, args);
    }) as typeof query;
  };
  pool.on("acquire", watch);
  return () => {
    pool.off("acquire", watch);
    for (const [client, query] of watched) client.query = query;
  };
}
