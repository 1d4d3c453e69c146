import type { Logger } from "pino";
import { codeOf } from "./error-code.js";
import { isUnreachable } from "./unreachable.js";

/**
 * Says of work that is done again and again that it fails: once, and anew where the cause is another, such as a right that is lacking once
 * Postgres is back. Says, too, that it is done again.
 */
export function sayOnce(log: Logger, words: { fails: string; isDone: string }) {
  let said: string | null = null;
  return {
    failed(err: unknown): void {
      const cause = isUnreachable(err) ? "unreachable" : codeOf(err) || String(err);
      if (cause !== said) log.warn({ err }, words.fails);
      said = cause;
    },
    done(): void {
      if (said !== null) log.info(words.isDone);
      said = null;
    },
  };
}
