/** The name of a notice of this date alone: it may be moved, and each date has notices of its own. */
export const nameForDate = (name: string, date: Date): string => `${name} for ${date.toISOString()}`;

/** Whether a notice is about this date; null: its name says of none. */
export function isForDate(name: string | null, date: Date): boolean | null {
  const [, written] = / for (\S+)$/.exec(name ?? "") ?? [];
  return written === undefined ? null : written === date.toISOString();
}
