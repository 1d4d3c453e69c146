import { ActionError } from "../domain/errors.js";
import type { Action } from "./action.js";
import { billActions } from "./bills-of-quantities/index.js";
import { contactActions } from "./contacts/index.js";
import { deletionActions } from "./deletions/index.js";
import { documentActions } from "./documents/index.js";
import { fileActions } from "./files/index.js";
import { inboxActions } from "./inbox/index.js";
import { memberActions } from "./members/index.js";
import { priceBookActions } from "./price-books/index.js";
import { projectActions } from "./projects/index.js";
import { reminderActions } from "./reminders/index.js";
import { searchActions } from "./search/index.js";
import { taskActions } from "./tasks/index.js";

/** The registry: every action, in the order in which interfaces and documents list them. */
export const actions = [
  ...projectActions,
  ...taskActions,
  ...inboxActions,
  ...billActions,
  ...contactActions,
  ...reminderActions,
  ...documentActions,
  ...fileActions,
  ...searchActions,
  ...priceBookActions,
  ...memberActions,
  ...deletionActions,
] as unknown as readonly Action[];

export const actionsByName: ReadonlyMap<string, Action> = new Map(actions.map((action) => [action.name, action]));

/** @throws unknown_action */
export function actionNamed(name: string): Action {
  const action = actionsByName.get(name);
  if (!action) throw new ActionError("unknown_action", "There is no such action; /docs lists them all.");
  return action;
}
