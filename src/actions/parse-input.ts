import type { z } from "zod";
import { invalidInput, type Violation } from "../domain/errors.js";
import { jsonPointer } from "../domain/json-pointer.js";
import type { Action } from "./action.js";
import { checkJson } from "./check-json.js";

const maxValuesReportedInFull = 20_000;

/**
 * Reads an action's input.
 * @throws invalid_input with every violation; of a body of very many values with the first alone, since finding a million of
 *   them would keep the process from everything else for half a minute
 */
export function parseInput(action: Action, body: unknown): unknown {
  const { errors, unreadable, values } = checkJson(body);
  if (unreadable) throw invalidInput(errors);
  // zod's own setting, which its types keep to `validate`.
  const context = { abortEarly: values > maxValuesReportedInFull } as z.core.ParseContext<z.core.$ZodIssue>;
  const parsed = action.input.safeParse(body, context);
  if (parsed.success && errors.length === 0) return parsed.data;
  throw invalidInput([...errors, ...(parsed.success ? [] : parsed.error.issues.flatMap(violations))]);
}

function violations(issue: z.core.$ZodIssue): Violation[] {
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => ({ pointer: jsonPointer([...issue.path, key]), detail: "is not a property here" }));
  return [{ pointer: jsonPointer(issue.path), detail: issue.message }];
}
