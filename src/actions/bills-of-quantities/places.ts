import { z } from "zod";
import type { BillOfQuantities } from "../../db/entities/bill-of-quantities.js";
import type { BillNode } from "../../domain/bill/bill.js";
import { listAt, type Path, pathOfLine, pathsOfSection, type Spot, spotAt } from "../../domain/bill/bill-edit.js";
import { type ActionError, invalidAt, invalidInput } from "../../domain/errors.js";
import { onOneLine, shortened } from "../../domain/text/shortened.js";
import { integer, words } from "../schemas.js";

const namedSections = 10;

/** Where a request puts lines: by default, at the end of the bill. */
export const spotFields = {
  section: z
    .array(words("title of a section"))
    .describe("path of the section's titles, outermost first; [] is the bill itself")
    .optional(),
  before: integer("index of the line to put them before, from 0, depth first, not counting sections").optional(),
};

interface SpotFields {
  section?: readonly string[] | undefined;
  before?: number | undefined;
}

/** Which section a request means. */
export const sectionFields = {
  section: z.array(words("title of a section")).min(1).describe("path of the section's titles, outermost first"),
  occurrence: integer("which of several sections with this path, from 0 in bill order").min(0).optional(),
};

interface SectionFields {
  section: readonly string[];
  occurrence?: number | undefined;
}

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

export const lineIndexes = z
  .array(integer("index of a line"))
  .describe("the lines' indexes, from 0, depth first, not counting sections");

/** @throws invalid_input if the bill lacks a line with one of these indexes */
export function requireLines(bill: BillOfQuantities, indexes: readonly number[]): void {
  const wrong = [...indexes.entries()].filter(([, index]) => index < 0 || index >= bill.lineCount);
  if (wrong.length === 0) return;
  throw lineIndexOutOfRange(
    bill,
    wrong.map(([place]) => `/indexes/${place}`),
  );
}

/** The ways to all sections with these titles; at least one. @throws invalid_input if there is none */
export function requireSections({ nodes }: BillOfQuantities, titles: readonly string[]): Path[] {
  const found = pathsOfSection(nodes, titles);
  if (found.length > 0) return found;
  const detail = `the bill has no such section; give its titles as they stand. ${sectionsThere(nodes, titles)}`;
  throw invalidAt("/section", detail);
}

/** A section and its place. @throws invalid_input if there is none, or if there are several and the request doesn't say which */
export function requireSection(
  bill: BillOfQuantities,
  { section, occurrence }: SectionFields,
): Spot & { list: BillNode[]; node: BillNode } {
  const found = requireSections(bill, section);
  const count = found.length;
  if (count > 1 && occurrence === undefined)
    throw invalidAt("/section", `${count} sections have these titles; say which, from 0 ("occurrence")`);
  const way = found[occurrence ?? 0];
  if (!way) throw invalidAt("/occurrence", `must lie between 0 and ${count - 1}, the sections with these titles`);
  const { path, place } = spotAt(way);
  const list = listAt(bill.nodes, path);
  return { path, place, list, node: list[place] as BillNode };
}

/** The place where lines are put. @throws invalid_input if there is no such section or line, or the line isn't in the section */
export function spotIn(bill: BillOfQuantities, { section, before }: SpotFields): Spot {
  const { nodes } = bill;
  const lineAt = before === undefined ? null : pathOfLine(nodes, before);
  if (before !== undefined && lineAt === null) throw lineIndexOutOfRange(bill, ["/before"]);
  if (section === undefined) return lineAt ? spotAt(lineAt) : { path: [], place: nodes.length };
  const found = requireSections(bill, section);
  if (lineAt) {
    const path = found.find((each) => each.every((place, depth) => lineAt[depth] === place));
    if (!path) throw invalidAt("/before", "this line is not in the section");
    return { path, place: lineAt[path.length] ?? 0 };
  }
  const [path = [], other] = found;
  if (other)
    throw invalidAt("/section", `${found.length} sections have these titles; say before which line ("before")`);
  return { path, place: listAt(nodes, path).length };
}

const quoted = (title: string): string => `"${shortened(onOneLine(title), 80)}"`;

/** For the error: the first sections in the deepest section that the titles name correctly. */
function sectionsThere(nodes: BillNode[], titles: readonly string[]): string {
  const known = titles.findIndex((_, depth) => pathsOfSection(nodes, titles.slice(0, depth + 1)).length === 0);
  const lists = pathsOfSection(nodes, titles.slice(0, known)).map((path) => listAt(nodes, path));
  const sections = lists.flat().filter(({ type }) => type === "section");
  const named = sections.slice(0, namedSections).map(({ title = "" }) => quoted(title));
  const more = sections.length > named.length ? ` and ${sections.length - named.length} more` : "";
  const where = known === 0 ? "The bill" : `The section ${quoted(titles[known - 1] ?? "")}`;
  return named.length > 0 ? `${where} has ${named.join(", ")}${more}.` : `${where} has no sections.`;
}
