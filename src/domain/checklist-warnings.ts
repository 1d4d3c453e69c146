import { listed } from "./text/listed.js";
import { normalized } from "./text/normalized.js";
import { shortened } from "./text/shortened.js";
import type { Warning } from "./warning.js";

export interface ChecklistItem {
  text: string;
  done: boolean;
}

const mostNamed = 30;

/**
 * What a checklist loses when it is replaced. Who meant to tick one item may have sent that one alone, or a list from before a
 * colleague's change; nothing keeps the former one.
 */
export function checklistWarnings(before: readonly ChecklistItem[], after: readonly ChecklistItem[]): Warning[] {
  const now = new Map<string, boolean>();
  for (const { text, done } of after) now.set(normalized(text), done || now.get(normalized(text)) === true);
  const gone = before.filter(({ text }) => !now.has(normalized(text)));
  const undone = before.filter(({ text, done }) => done && now.get(normalized(text)) === false);
  return [
    ...warningOf(
      "items_gone",
      "No longer on the list",
      gone.map((item) => quoted(item) + (item.done ? " (done)" : "")),
      "If somebody still needs them, call again with the whole list.",
    ),
    ...warningOf(
      "items_undone",
      "Done before, and not done now",
      undone.map(quoted),
      "If they are done all the same, call again with the whole list, and these as done.",
    ),
  ];
}

const warningOf = (code: string, says: string, names: readonly string[], suggestion: string): Warning[] =>
  names.length === 0
    ? []
    : [
        {
          code,
          pointer: "/checklist",
          detail: `${says}: ${listed(names, mostNamed)}.`,
          suggestion,
        },
      ];

const quoted = ({ text }: ChecklistItem): string => JSON.stringify(shortened(text, 200));
