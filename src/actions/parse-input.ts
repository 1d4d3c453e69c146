import type { z } from "zod";
import { invalidInput, type Violation } from "../domain/errors.js";
import { jsonPointer } from "../domain/json-pointer.js";
import type { Action } from "./action.js";
import { checkJson } from "./check-json.js";

const maxValuesReportedInFull = 20_000;

/**
 * Parses an action's input.
 * @throws invalid_input with every violation; if the body has very many values, only with the first, since finding a million
 *   violations would block the process for half a minute
 */
export function parseInput(action: Action, body: unknown): unknown {
  const { errors, unreadable, values } = checkJson(body);
  if (unreadable) throw invalidInput(errors);
  // A setting of zod that its types don't offer here.
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
