import { italianDate, wholeDay } from "./time.js";

/** The title of the task that is opened when a deadline passes with no outcome. */
export const overdueTaskTitle = (deadline: Date, timezone: string): string =>
  `Termine decorso: verificare le condizioni e chiedere l'attestazione all'ente (${italianDate(new Date(wholeDay(deadline, timezone)), timezone)})`;
