import { wordsOf } from "../../db/error-code.js";

/** What one look at the installation found. */
export interface Finding {
  check: string;
  /** a warning is worth a look; a problem keeps Pratica from doing its work */
  state: "ok" | "warning" | "problem";
  says: string;
}

export const fine = (check: string, says: string): Finding => ({ check, state: "ok", says });
export const warning = (check: string, says: string): Finding => ({ check, state: "warning", says });
export const problem = (check: string, says: string): Finding => ({ check, state: "problem", says });

export const messageOf = (error: unknown): string => wordsOf(error).replaceAll("\n", " ");

/** Seconds as a person says them. */
export const inWords = (seconds: number): string =>
  seconds < 120
    ? `${Math.round(seconds)} s`
    : seconds < 7200
      ? `${Math.round(seconds / 60)} min`
      : `${Math.round(seconds / 3600)} h`;
