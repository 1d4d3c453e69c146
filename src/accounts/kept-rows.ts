/** So many rows take some 10 MB. */
const maxKept = 10_000;

/**
 * The rows of keys or tokens that were used last, as they were read. They may have changed since: whoever answers by one of them has its
 * guard prove that it hasn't.
 */
export class KeptRows<Row extends object> {
  private readonly rows = new Map<string, Row>();

  /** The row with this id, if it was read before. */
  find(id: string): Row | null {
    const row = this.rows.get(id);
    if (row) this.keep(id, row);
    return row ?? null;
  }

  /** Keeps a row as it was just read; null: there is none any more. */
  keep(id: string, row: Row | null): void {
    this.rows.delete(id);
    if (row) this.rows.set(id, row);
    const [oldest] = this.rows.keys();
    if (this.rows.size > maxKept && oldest !== undefined) this.rows.delete(oldest);
  }
}
