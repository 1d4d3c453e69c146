import {
  type BillMeasurement,
  type BillNode,
  expressionFaults,
  maxBillLevels,
  maxBillNodes,
} from "../../domain/bill/bill.js";
import { greatestLength, maxPropertyLength } from "../../domain/bill/bill-sizes.js";
import { maxExpressionLength } from "../../domain/bill/expression.js";
import { cutKey } from "../../domain/bill/shortened-bill.js";
import { isWithinBounds } from "../../domain/number-limits.js";
import { maxCharacters } from "../../domain/text/text-limits.js";

type Values = Record<string, unknown>;
type IsPlain = (value: unknown) => boolean;
/** The properties that a schema names, with their places in it. */
type Fields = ReadonlyMap<string, { place: number; isPlain: IsPlain }>;

const fieldsOf = (checks: Record<string, IsPlain>): Fields =>
  new Map(Object.entries(checks).map(([name, isPlain], place) => [name, { place, isPlain }]));

const isNumber: IsPlain = (value) => typeof value === "number" && isWithinBounds(value);
const isShare: IsPlain = (value) => typeof value === "number" && value >= 0 && value <= 100;
const isBoolean: IsPlain = (value) => typeof value === "boolean";
const text =
  (most: number): IsPlain =>
  (value) =>
    typeof value === "string" && value.length <= most;
const words = text(maxCharacters.name);
const expression = text(maxExpressionLength);

/** Of a row, in the order of its schema. */
const rowFields = fieldsOf({
  desc: text(maxCharacters.shortNote),
  count: isNumber,
  length: isNumber,
  width: isNumber,
  height: isNumber,
  countExpression: expression,
  lengthExpression: expression,
  widthExpression: expression,
  heightExpression: expression,
  sameAs: isRepeat,
  kind: (value) => value === "row" || value === "note" || value === "partial",
  negative: isBoolean,
});

/** Of a line or section, in the order of their schema. */
const nodeFields = fieldsOf({
  type: (value) => value === "line" || value === "section",
  desc: text(maxCharacters.note),
  unit: words,
  qty: isNumber,
  price: isNumber,
  code: words,
  listPrice: isNumber,
  priceBook: words,
  measurements: Array.isArray,
  labourPct: isShare,
  safetyPct: isShare,
  safety: isBoolean,
  title: words,
  children: Array.isArray,
});

function isRepeat(value: unknown): boolean {
  if (!isObject(value)) return false;
  const [line, factor, ...others] = Object.keys(value);
  const isOurs = line === "line" && (factor === undefined || (factor === "factor" && isNumber(value.factor)));
  return isOurs && others.length === 0 && Number.isSafeInteger(value.line) && (value.line as number) >= 0;
}

const isObject = (value: unknown): value is Values =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Checks and copies plainly valid nodes of a bill in one walk, instead of one walk for each check. The result equals that of the schema
 * `nodes`: copies with their properties in the order of the schema, and unknown properties last.
 * @returns undefined if anything is wrong or unusually long: the schema then decides
 */
export function plainNodes(sent: unknown): BillNode[] | undefined {
  let count = 0;

  const takeList = (list: readonly unknown[], level: number): BillNode[] | undefined => {
    count += list.length;
    if (level > maxBillLevels || count > maxBillNodes) return undefined;
    const nodes: BillNode[] = [];
    for (const each of list) {
      const node = takeNode(each, level);
      if (!node) return undefined;
      nodes.push(node);
    }
    return nodes;
  };

  const takeNode = (sentNode: unknown, level: number): BillNode | undefined => {
    if (!isObject(sentNode) || lengthOfPlain(sentNode, nodeFields) > maxPropertyLength) return undefined;
    const node = inOrder(sentNode, nodeFields) as BillNode;
    if (node.type === undefined || (node.type === "line" && node.children)) return undefined;
    if (node.measurements) {
      const rows = takeRows(node.measurements);
      if (!rows) return undefined;
      node.measurements = rows;
      if (expressionFaults(node).length > 0) return undefined;
    }
    if (node.children) {
      const children = takeList(node.children, level + 1);
      if (!children) return undefined;
      node.children = children;
    }
    return node;
  };

  return Array.isArray(sent) ? takeList(sent, 1) : undefined;
}

/** The rows of a line; rows whose properties are already in order aren't copied. */
function takeRows(sent: readonly unknown[]): BillMeasurement[] | undefined {
  let length = 0;
  const rows: BillMeasurement[] = [];
  for (const row of sent) {
    if (!isObject(row)) return undefined;
    length += lengthOfPlain(row, rowFields);
    if (length > maxPropertyLength) return undefined;
    rows.push(isInOrder(row, rowFields) ? row : inOrder(row, rowFields));
  }
  return rows;
}

/** An upper bound for the length of a plain object's JSON, without its rows and children; infinite if the object isn't plain. */
function lengthOfPlain(object: Values, fields: Fields): number {
  let length = 0;
  for (const key in object) {
    const value = object[key];
    const field = fields.get(key);
    if (field ? !field.isPlain(value) : key === cutKey || key === "__proto__") return Number.POSITIVE_INFINITY;
    // Rows and children are measured separately, and `computed` isn't stored as sent.
    const isApart = field ? Array.isArray(value) : key === "computed" && fields === nodeFields;
    if (!isApart) length += 6 * key.length + 4 + greatestLength(value);
  }
  return length;
}

/** Whether the properties of an object are in the order of the schema, with unknown ones last. */
function isInOrder(object: Values, fields: Fields): boolean {
  let last = -1;
  for (const key in object) {
    const place = fields.get(key)?.place ?? fields.size;
    if (place < last) return false;
    last = place;
  }
  return true;
}

/** A copy of an object with its properties in the order of the schema. */
function inOrder(object: Values, fields: Fields): Values {
  const copy: Values = {};
  for (const name of fields.keys()) if (object[name] !== undefined) copy[name] = object[name];
  for (const key in object) if (!fields.has(key)) copy[key] = object[key];
  return copy;
}
