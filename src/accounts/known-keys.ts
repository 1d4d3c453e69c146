import { type ApiKey, isOf, type KeyRow } from "./callers.js";

/** So many rows take some 10 MB. */
const maxKnown = 10_000;

/**
 * The rows of keys that were used last, as they were read. They may have changed since: whoever answers by one of them has its guard
 * prove that it hasn't.
 */
export class KnownKeys {
  private readonly rows = new Map<string, KeyRow>();

  /** The row of a key with the right secret, if it was read before. */
  find(key: ApiKey): KeyRow | null {
    const row = this.rows.get(key.keyId);
    if (!row || !isOf(row, key)) return null;
    this.keep(key, row);
    return row;
  }

  /** Keeps a row as it was just read; null: the key isn't valid. */
  keep({ keyId }: ApiKey, row: KeyRow | null): void {
    this.rows.delete(keyId);
    if (row) this.rows.set(keyId, row);
    const [oldest] = this.rows.keys();
    if (this.rows.size > maxKnown && oldest !== undefined) this.rows.delete(oldest);
  }
}
