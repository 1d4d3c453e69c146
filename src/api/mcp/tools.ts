import type { Tool } from "@modelcontextprotocol/server";
import { type Action, asksModel, changesNothing } from "../../actions/action.js";
import { isPermitted } from "../../actions/dispatch/authorize.js";
import { actions } from "../../actions/index.js";
import { LastUsed } from "../../domain/last-used.js";
import { maxNumber } from "../../domain/number-limits.js";
import type { Rights } from "../../domain/permissions.js";
import { inputJsonSchema, type JsonSchema } from "../json-schema.js";
import { outputSchemaOf } from "./output-schema.js";

/**
 * MCP's four hints, derived from the action's effect. An update counts as destructive because it overwrites, sending because it can't
 * be undone.
 */
export function hintsOf(action: Action): Required<NonNullable<Tool["annotations"]>> {
  const { title, effect, idempotent } = action;
  return {
    title: title.en,
    readOnlyHint: changesNothing(action),
    destructiveHint: effect === "update" || effect === "delete" || effect === "send",
    idempotentHint: idempotent ?? (effect === "read" || effect === "delete"),
    openWorldHint: effect === "send" || asksModel(action),
  };
}

/** Whether a keyword states a limit that hardly any call meets: models pay tokens for every tool's schema, and a refusal names the limit. */
const isFarLimit = ([keyword, value]: [string, unknown]): boolean =>
  keyword === "maxLength" || ((keyword === "minimum" || keyword === "maximum") && Math.abs(Number(value)) >= maxNumber);

/** Whether further properties may have any value, as they may where nothing is said of them. */
const saysNothing = ([keyword, value]: [string, unknown]): boolean =>
  keyword === "additionalProperties" && JSON.stringify(value) === "{}";

/** An input's schema as models get it. */
function forModels(schema: JsonSchema): JsonSchema {
  const part = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(part);
    return typeof value === "object" && value !== null ? forModels(value as JsonSchema) : value;
  };
  const kept = Object.entries(schema).filter((entry) => !isFarLimit(entry) && !saysNothing(entry));
  const shown = kept.map(([keyword, value]) => [keyword, part(keyword === "properties" ? named(value) : value)]);
  return withoutEmptyChoice(Object.fromEntries(shown));
}

/** Fields of which those have no description whose name says the same: `docId` and “the document”, `length` and “length”. */
const named = (properties: unknown): Record<string, JsonSchema> =>
  Object.fromEntries(
    Object.entries(properties as Record<string, JsonSchema>).map(([name, { description, ...schema }]) => {
      const subject = name.replace(/Id$/, "").toLowerCase();
      const isSaid = new RegExp(`^(?:the )?(?:price )?${subject}[a-z]*$`).test(String(description));
      return [name, isSaid || description === undefined ? schema : { ...schema, description }];
    }),
  );

/** Gemini refuses a whole request if one of its enums has an empty text, so that choice is given beside the enum. */
function withoutEmptyChoice(schema: JsonSchema): JsonSchema {
  const { type, enum: choices, ...others } = schema;
  if (!Array.isArray(choices) || !choices.includes("")) return schema;
  const named = { type, enum: choices.filter((choice) => choice !== "") };
  return { ...others, anyOf: [named, { type: "string", maxLength: 0 }] };
}

const toTool = (action: Action): Tool => ({
  name: action.name,
  title: action.title.en,
  description: action.description,
  inputSchema: forModels(inputJsonSchema(action)) as Tool["inputSchema"],
  outputSchema: outputSchemaOf(action) as NonNullable<Tool["outputSchema"]>,
  annotations: hintsOf(action),
});

let allTools: readonly { action: Action; tool: Tool; text: Buffer }[] | undefined;

function permittedTo(caller: Rights) {
  allTools ??= actions.map((action) => {
    const tool = toTool(action);
    return { action, tool, text: Buffer.from(JSON.stringify(tool)) };
  });
  return allTools.filter(({ action }) => isPermitted(action, caller));
}

/** The tools of a caller, in the registry's order. Their schemas are built once. */
export const toolsFor = (caller: Rights): Tool[] => permittedTo(caller).map(({ tool }) => tool);

const comma = Buffer.from(",");
const texts = new LastUsed<Buffer<ArrayBuffer>>(32);

/** The same as JSON bytes, some 130 KB. They are put together once for all callers with the same rights, who share them. */
export function toolsText(caller: Rights): Buffer<ArrayBuffer> {
  const { mode, role, strongestShare, keyPermissions } = caller;
  const rights = [mode, role, strongestShare, keyPermissions ? [...keyPermissions].sort().join() : "all"].join(" ");
  const known = texts.find(rights);
  if (known) return known;
  const parts = permittedTo(caller).flatMap(({ text }, index) => (index === 0 ? [text] : [comma, text]));
  const text = Buffer.concat([Buffer.from("["), ...parts, Buffer.from("]")]);
  texts.keep(rights, text);
  return text;
}
