import type { Tool } from "@modelcontextprotocol/server";
import { z } from "zod";
import { type Caller, reachOf } from "../../domain/permissions.js";
import type { Action } from "../action.js";
import { actions } from "../actions/index.js";
import { isReadOnlyFor } from "../dispatch.js";
import { answerJsonSchema, inputJsonSchema } from "../json-schema.js";

/** Whether a caller may use an action at all: only then it is a tool. */
export const isPermitted = (action: Action, caller: Caller): boolean =>
  !isReadOnlyFor(action, caller) && action.permissions.every((permission) => reachOf(caller, permission) !== "none");

/** The four hints, derived from what the action does to the world. An update overwrites, so it isn't only additive. */
export function hintsOf({ title, effect, idempotent }: Action): Required<NonNullable<Tool["annotations"]>> {
  return {
    title,
    readOnlyHint: effect === "read",
    destructiveHint: effect === "update" || effect === "delete",
    idempotentHint: idempotent ?? (effect === "read" || effect === "delete"),
    openWorldHint: effect === "send",
  };
}

const cut = z.string().optional().describe("where the result was shortened: what is missing, how to get it");

const toTool = (action: Action): Tool => ({
  name: action.name,
  title: action.title,
  description: action.description,
  inputSchema: inputJsonSchema(action) as Tool["inputSchema"],
  outputSchema: answerJsonSchema(action, { cut }) as NonNullable<Tool["outputSchema"]>,
  annotations: hintsOf(action),
});

let known: readonly { action: Action; tool: Tool }[] | undefined;

/** The tools of a caller, in the registry's order. Their schemas are made once. */
export function toolsFor(caller: Caller): Tool[] {
  known ??= actions.map((action) => ({ action, tool: toTool(action) }));
  return known.filter(({ action }) => isPermitted(action, caller)).map(({ tool }) => tool);
}
