import type { SharedCounts } from "./shared-counts.js";

interface LimiterOptions {
  /** so many events are let through in each window */
  points: number;
  windowSeconds: number;
  /** true: asks Postgres about no single event, so that for a second each process lets through what it has not heard of */
  isLoose?: boolean;
}

const believedMs = 1_000;

/** One limit on how often something happens, by a key, in windows of time. It holds for all API processes together. */
export class Limiter {
  private readonly windowMs: number;

  constructor(
    private readonly counts: SharedCounts,
    private readonly name: string,
    private readonly options: LimiterOptions,
  ) {
    this.windowMs = options.windowSeconds * 1_000;
  }

  /** Counts one event. @returns 0 if it is let through; else the milliseconds until the next one is */
  async consume(key: string): Promise<number> {
    const { points, isLoose } = this.options;
    const count = this.countOf(key);
    const leftMs = () => Math.max(1, count.endsAt - performance.now());
    // So a flood above the limit costs nothing. What another process took back is seen a second later.
    const isKnown = isLoose || performance.now() - count.exchangedAt < believedMs;
    if (isKnown && count.offset + count.own > points) return leftMs();
    return (await this.penalty(key)) > points ? leftMs() : 0;
  }

  /** Counts so many events, whatever the limit. @returns how many there are now */
  async penalty(key: string, points = 1): Promise<number> {
    const count = this.countOf(key);
    this.counts.add(count, points);
    // Others may count here meanwhile; this event keeps its place among them.
    const { own } = count;
    if (!this.options.isLoose) await this.counts.exchange();
    return count.offset + own;
  }

  /** Takes one event back. */
  async reward(key: string): Promise<void> {
    await this.penalty(key, -1);
  }

  /** Takes all events back. */
  delete(key: string): Promise<void> {
    return this.counts.forget(this.countOf(key));
  }

  private countOf(key: string) {
    return this.counts.of(`${this.name} ${key}`, this.windowMs);
  }
}
