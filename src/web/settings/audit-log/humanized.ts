import { capitalized } from "../../../domain/text/capitalized.js";

/** "decision_deadline" and "decisionDeadline" as "Decision deadline". */
export function humanized(name: string): string {
  const words = name.replace(/_/g, " ").replace(/([a-z])([A-Z])/g, (_, a, b) => `${a} ${b.toLowerCase()}`);
  return capitalized(words);
}
