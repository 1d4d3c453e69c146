export const maxExpressionLength = 200;

// Most expressions of a bill are a single number, which needs no parser.
const plainNumber = /^[+-]?\d{1,15}(?:[.,]\d{1,10})?$/;
const token = /\s*(?:(\d+(?:[.,]\d*)?|[.,]\d+)|([-+*/()]))\s*/y;

// Values are integers in units of 10^-40: thirds survive a further product, and what is cut off is far beyond the digits of a number. A decimal
// library takes 1 ms for 200 characters, and a request may contain a hundred thousand such expressions.
const decimals = 40;
const one = 10n ** BigInt(decimals);

/** @param text digits, with at most one comma or point */
function unitsOf(text: string): bigint {
  const [whole = "", fraction = ""] = text.split(/[.,]/);
  return BigInt(`${whole}${fraction.slice(0, decimals).padEnd(decimals, "0")}`);
}

type Operator = "+" | "-" | "*" | "/" | "negate";
const precedence: Record<Operator, number> = { "+": 1, "-": 1, "*": 2, "/": 2, negate: 3 };

/** Applies an operator to the two topmost values. @returns false if it would divide by 0 */
function apply(operator: Operator, values: bigint[]): boolean {
  const right = values.pop() as bigint;
  if (operator === "negate") {
    values.push(-right);
    return true;
  }
  const left = values.pop() as bigint;
  if (operator === "/" && right === 0n) return false;
  if (operator === "+") values.push(left + right);
  else if (operator === "-") values.push(left - right);
  else if (operator === "*") values.push((left * right) / one);
  else values.push((left * one) / right);
  return true;
}

/**
 * The value of an expression as surveyors write dimensions: `3,20+1,15`, `((0.35+0.26)/2)-0.15`, `4x8`, `2(3+4)`. Comma and point are
 * the decimal mark; `x`, `×` and `*` multiply, and so does a bracket beside a factor; a factor may have a sign. Computed in decimals.
 * @returns null where it can't be read: other characters, two numbers side by side, two marks in one number (which may be thousands),
 * a division by zero, more than 200 characters
 */
export function evaluateExpression(text: string): number | null {
  if (text.length > maxExpressionLength) return null;
  const written = text.trim();
  if (plainNumber.test(written)) return Number(written.replace(",", "."));
  const source = written.replace(/[xX×]/g, "*");
  const values: bigint[] = [];
  const open: (Operator | "(")[] = [];

  /** Applies the operators that bind at least as strongly as the one that follows, back to the last bracket. */
  const settle = (least: number): boolean => {
    for (let top = open.at(-1); top && top !== "(" && precedence[top] >= least; top = open.at(-1)) {
      open.pop();
      if (!apply(top, values)) return false;
    }
    return true;
  };
  const operate = (operator: Operator): boolean => {
    if (!settle(precedence[operator])) return false;
    open.push(operator);
    return true;
  };

  let last: "nothing" | "operator" | "sign" | "number" | ")" = "nothing";
  for (let at = 0; at < source.length; at = token.lastIndex) {
    token.lastIndex = at;
    const [, number, symbol] = token.exec(source) ?? [];
    const isComplete = last === "number" || last === ")";
    if (number !== undefined) {
      if (last === "number" || (last === ")" && !operate("*"))) return null;
      values.push(unitsOf(number));
      last = "number";
    } else if (symbol === "(") {
      if (isComplete && !operate("*")) return null;
      open.push("(");
      last = "nothing";
    } else if (symbol === ")") {
      if (!isComplete || !settle(0) || open.pop() !== "(") return null;
      last = ")";
    } else if (isComplete && symbol !== undefined) {
      if (!operate(symbol as Operator)) return null;
      last = "operator";
    } else if ((symbol === "-" || symbol === "+") && last !== "sign") {
      if (symbol === "-") open.push("negate");
      last = "sign";
    } else return null;
  }
  const isComplete = last === "number" || last === ")";
  const [value] = isComplete && settle(0) && open.length === 0 ? values : [];
  return value === undefined ? null : Number(`${value}e-${decimals}`);
}
