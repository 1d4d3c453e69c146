/** Values by their keys, of which only so many are kept: those used last. */
export class LastUsed<Value> {
  private readonly values = new Map<string, Value>();

  constructor(private readonly most: number) {}

  find(key: string): Value | undefined {
    const value = this.values.get(key);
    if (value !== undefined) this.keep(key, value);
    return value;
  }

  keep(key: string, value: Value): void {
    this.values.delete(key);
    this.values.set(key, value);
    const [oldest] = this.values.keys();
    if (this.values.size > this.most && oldest !== undefined) this.values.delete(oldest);
  }

  forget(key: string): void {
    this.values.delete(key);
  }
}
