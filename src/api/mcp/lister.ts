import { z } from "zod";
import { type Action, fieldsOf } from "../../actions/action.js";
import { actions, actionsByName } from "../../actions/index.js";

/** What an action reads or lists, in the singular and without its blanks: "pricebook" for list_price_books and for get_price_book. */
const subjectOf = (name: string): string =>
  name
    .replace(/^(get|list)_/, "")
    .replace(/s(?=_|$)/g, "")
    .replaceAll("_", "");

const lists = new Map(
  actions.filter(({ name }) => name.startsWith("list_")).map((action) => [subjectOf(action.name), action] as const),
);

/** The lists by what ids are called: after what is listed, or as the action calls its id that reads one record of the list. */
const listsByName: ReadonlyMap<string, Action> = new Map([
  ...lists,
  ...actions.flatMap((action) => {
    const list = action.name.startsWith("get_") ? lists.get(subjectOf(action.name)) : undefined;
    const field = list && Object.keys(fieldsOf(action)).find((one) => one.endsWith("Id"));
    return list && field ? [[field.slice(0, -2).toLowerCase(), list] as const] : [];
  }),
]);

/** What the parts of a record are called in the plural: `submissions`, `entries`. */
const pluralOf = (word: string): string => `${word.replace(/y$/, "ie")}s`;

/** The action that reads a record together with such parts of it, which no list has: get_project for its submissions. */
const holderOf = (part: string): Action | undefined =>
  actions.find(
    ({ name, result }) => name.startsWith("get_") && result instanceof z.ZodObject && pluralOf(part) in result.shape,
  );

const descriptionOf = (field: unknown): string =>
  (field instanceof z.ZodType && field.description) ||
  (field instanceof z.ZodOptional ? descriptionOf(field.unwrap()) : "");

/**
 * The action that gives the ids which an action takes in a field: the one that the field's description names, else the list of what the
 * field is called after, such as list_contacts for `clientContactId`, or what reads the record that they belong to.
 */
export function listerOf(action: Action, field: string): Action | undefined {
  const named = /\b(?:list|search)_\w+/.exec(descriptionOf(fieldsOf(action)[field]))?.[0] ?? "";
  const words = field.replace(/Ids?$/, "").split(/(?=[A-Z])/);
  const byName = words.map((_, first) => listsByName.get(words.slice(first).join("").toLowerCase())).find(Boolean);
  return actionsByName.get(named) ?? byName ?? holderOf(words.join("").toLowerCase());
}
