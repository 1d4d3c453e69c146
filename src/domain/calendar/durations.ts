export const minuteMs = 60 * 1000;
export const hourMs = 60 * minuteMs;
/** A day of 24 hours. Calendar days are 23 or 25 hours long when the clocks change. */
export const dayMs = 24 * hourMs;
/** What is kept for a day is due an hour before: the sweep that removes it comes once an hour. */
export const keptForADayMs = dayMs - hourMs;
