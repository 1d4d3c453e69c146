import { italianDay } from "./time.js";

/** The title of the task that is opened when a deadline passes with no outcome. */
export const overdueTaskTitle = (deadline: Date, timezone: string): string =>
  `Termine decorso: verificare le condizioni e chiedere l'attestazione all'ente (${italianDay(deadline, timezone)})`;
