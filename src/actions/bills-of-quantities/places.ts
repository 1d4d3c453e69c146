import type { BillOfQuantities } from "../../db/entities/bill-of-quantities.js";
import type { BillNode } from "../../domain/bill.js";
import { listAt, type Path, pathsOfSection } from "../../domain/bill-edit.js";
import { type ActionError, invalidInput } from "../../domain/errors.js";
import { onOneLine, shortened } from "../../domain/shortened.js";

const namedSections = 10;

/** The error for indexes that no line of the bill has. */
export const lineIndexOutOfRange = ({ lineCount }: BillOfQuantities, pointers: readonly string[]): ActionError =>
  invalidInput(pointers.map((pointer) => outOfRange(pointer, "bill", lineCount)));

/** What is wrong with an index that no line has. */
export const outOfRange = (pointer: string, what: "bill" | "document", lineCount: number) => ({
  pointer,
  detail:
    lineCount === 0
      ? `is out of range: the ${what} has no lines`
      : `must lie between 0 and ${lineCount - 1}, the ${what}'s lines`,
});

/** The ways to all sections with these titles; at least one. @throws invalid_input if there is none */
export function requireSections({ nodes }: BillOfQuantities, titles: readonly string[]): Path[] {
  const found = pathsOfSection(nodes, titles);
  if (found.length > 0) return found;
  const detail = `the bill has no such section; give its titles as they stand. ${sectionsThere(nodes, titles)}`;
  throw invalidInput([{ pointer: "/section", detail }]);
}

const quoted = (title: string): string => `"${shortened(onOneLine(title), 80)}"`;

/** The first sections of where titles lead, as far as they lead anywhere. */
function sectionsThere(nodes: BillNode[], titles: readonly string[]): string {
  const known = titles.findIndex((_, depth) => pathsOfSection(nodes, titles.slice(0, depth + 1)).length === 0);
  const lists = pathsOfSection(nodes, titles.slice(0, known)).map((path) => listAt(nodes, path));
  const sections = lists.flat().filter(({ type }) => type === "section");
  const named = sections.slice(0, namedSections).map(({ title = "" }) => quoted(title));
  const more = sections.length > named.length ? ` and ${sections.length - named.length} more` : "";
  const where = known === 0 ? "The bill" : `The section ${quoted(titles[known - 1] ?? "")}`;
  return named.length > 0 ? `${where} has ${named.join(", ")}${more}.` : `${where} has no sections.`;
}
