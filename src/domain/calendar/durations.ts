export const minuteMs = 60 * 1000;
export const hourMs = 60 * minuteMs;
/** A day of 24 hours. Calendar days are 23 or 25 hours long when the clocks change. */
export const dayMs = 24 * hourMs;
/** Records kept for a day are due an hour earlier, because the sweep that removes them runs once an hour. */
export const keptForADayMs = dayMs - hourMs;
