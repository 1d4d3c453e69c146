import { storedNode } from "../../actions/bills-of-quantities/results.js";
import { saveBillOfQuantitiesLines } from "../../actions/bills-of-quantities/save-bill-of-quantities-lines.js";
import { updateBillLine } from "../../actions/bills-of-quantities/update-bill-line.js";
import { rowFaultCodes } from "../../domain/bill/bill-measurements.js";
import { inputJsonSchema, type JsonSchema, jsonSchemaOf } from "../json-schema.js";

/** Limits for requests. Imported nodes, and those saved before there were limits, may exceed them. */
const limits = new Set(["maxLength", "minimum", "maximum"]);

/**
 * What the answers' schemas say of a node: its type alone, since nothing of what is stored is checked or dropped, and models pay for each
 * word in the list of tools. Code that is generated from the OpenAPI document would know nothing else of a line.
 */
export const looseNodes = (): JsonSchema[] => [
  jsonSchemaOf(storedNode, "output"),
  jsonSchemaOf(updateBillLine.result.shape.line, "output"),
];

/** A node of a bill as answers have it: what can be saved, and the figures that are computed of it and its measurements. */
export function billNode(): JsonSchema {
  const [saved] = Object.values(inputJsonSchema(saveBillOfQuantitiesLines).$defs as Record<string, JsonSchema>);
  const node = answered(saved) as WithProperties;
  const measurements = node.properties.measurements as JsonSchema & { items: WithProperties };
  const items = withFigures(measurements.items, rowFigures);
  return withFigures(
    { ...node, properties: { ...node.properties, measurements: { ...measurements, items } } },
    nodeFigures,
  );
}

type WithProperties = JsonSchema & { properties: Record<string, JsonSchema> };

const withFigures = ({ properties, ...others }: WithProperties, computed: JsonSchema): JsonSchema => ({
  ...others,
  properties: { ...properties, computed },
});

function answered(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(answered);
  if (typeof part !== "object" || part === null) return part;
  if ("$ref" in part) return { $ref: "#/components/schemas/BillNode" };
  const kept = Object.entries(part).filter(([keyword]) => !limits.has(keyword));
  return Object.fromEntries(kept.map(([keyword, value]) => [keyword, answered(value)]));
}

const figure = (description: string): JsonSchema => ({ type: "number", description });

const nodeFigures: JsonSchema = {
  type: "object",
  properties: {
    index: figure("of a line: its place among all lines, from 0, sections not counted"),
    quantity: figure("of a line"),
    unitPrice: figure("of a line, in euro"),
    amount: figure("of a line, in euro"),
    total: figure("of a section, in euro"),
  },
  additionalProperties: false,
  description: "the figures of the node; ignored when sent in",
};

const rowFigures: JsonSchema = {
  type: "object",
  properties: {
    quantity: figure("what the row adds to its line"),
    runningTotal: figure("of a partial: the sum of the rows since the last one"),
    fault: { type: "string", enum: rowFaultCodes, description: "why the row counts 0" },
  },
  additionalProperties: false,
  description: "the figures of a row that says more than numbers; ignored when sent in",
};
