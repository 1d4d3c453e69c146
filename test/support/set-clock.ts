import { jest } from "@jest/globals";

/**
 * Does the work as if `passedMs` had passed and the machine's clock been set by `setMs` besides: by NTP, by hand, or because the machine
 * slept, which its monotonic clock doesn't count.
 */
export async function withClockSet<T>(
  { passedMs = 0, setMs }: { passedMs?: number; setMs: number },
  work: () => Promise<T>,
): Promise<T> {
  const [wall, passed] = [Date.now, performance.now.bind(performance)];
  const spies = [
    jest.spyOn(Date, "now").mockImplementation(() => wall() + passedMs + setMs),
    jest.spyOn(performance, "now").mockImplementation(() => passed() + passedMs),
  ];
  return work().finally(() => {
    for (const spy of spies) spy.mockRestore();
  });
}
