import type { OrganizationQuery } from "../organization-query.js";

/**
 * Has the words of the price-book entries that this transaction writes counted once, by `countWrittenWords`, which it calls last:
 * statement by statement, they would keep others waiting for the organization's vocabulary from the first part to the last.
 */
export const countWordsLater = (execute: OrganizationQuery): Promise<unknown> =>
  execute("select set_config('pratica.count_words_later', 'on', true) where $1::uuid is not null");

/** Counts the words of all entries that this transaction has written to a book. @param first the least of their ids */
export const countWrittenWords = (execute: OrganizationQuery, bookId: string, first: string): Promise<unknown> =>
  execute("select count_written_words($1, $2, $3)", bookId, first);
