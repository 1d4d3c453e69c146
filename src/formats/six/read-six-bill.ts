import { type BillMeasurement, type BillNode, linesOf } from "../../domain/bill/bill.js";
import { usualQuantityDecimals } from "../../domain/bill/bill-measurements.js";
import { isWithinBounds } from "../../domain/number-limits.js";
import type { BillFile } from "../bills/bill-file.js";
import { warnOfPercent } from "../bills/percent-unit.js";
import { type MeasuredLine, neutralise, pointToLines, settleQuantities } from "../bills/quantities.js";
import { maxSteps, type PathStep, SectionTree } from "../bills/section-tree.js";
import { HeadingTexts } from "../price-lists/heading-texts.js";
import { listNumber } from "../price-lists/list-number.js";
import { joinedTexts, ownText } from "../price-lists/list-text.js";
import { shortenedText } from "../shortened-text.js";
import { partsOf } from "../small-parts.js";
import { UnreadableFile } from "../unreadable-file.js";
import { type Warn, WarningList } from "../warning-list.js";
import { XmlStream } from "../xml/xml-stream.js";
import { SixCatalogue, type SixProduct } from "./six-catalogue.js";
import { type SixBill, type SixLine, SixLines } from "./six-lines.js";
import { measurementsOf } from "./six-rows.js";

const maxProducts = 300_000;
/** Of the texts of headings in a whole bill: a small file could repeat a long one for each of its lines. */
const maxHeadingCharacters = 32_000_000;

class SixDocument {
  readonly warnings = new WarningList();
  readonly headings = new HeadingTexts();
  readonly products = new Map<string, SixProduct>();
  readonly lines = new SixLines();
  readonly catalogue: SixCatalogue;
  headingCharacters = 0;

  constructor(bytes: Uint8Array) {
    this.catalogue = new SixCatalogue(
      (product) => this.#take(product),
      () => stream.line,
    );
    const stream: XmlStream = new XmlStream({
      open: (name, attribute) => {
        if (!this.lines.open(name, attribute)) this.catalogue.open(name, attribute);
      },
      text: (part) => this.catalogue.text(part),
      close: (name) => {
        this.lines.close(name);
        this.catalogue.close(name);
      },
      fault: ({ code, line, detail }) => this.warnings.add(code, `line ${line} of the XML`, detail),
    });
    for (const part of partsOf(bytes)) stream.write(part);
    stream.end();
  }

  #take(product: SixProduct): void {
    if (product.quotations.every(([, value]) => !listNumber(value))) this.headings.add(product.code, product.text);
    if (this.products.size >= maxProducts || this.products.has(product.id)) return;
    this.products.set(ownText(product.id), { ...product, code: ownText(product.code), text: ownText(product.text) });
  }
}

/**
 * Reads a bill of quantities from SIX, the schema of STR: the first `preventivo` that has lines, its price list from the
 * document, its sections from the groups of its lines (or of their products). In time and memory proportional to the file.
 * No public description of this part exists; it is read as public readers of real files agree
 * (docs/decisions/0083-price-lists-by-content.md).
 * @throws UnreadableFile where it has a document type definition, holds no bill, or more than a bill can hold
 */
export function readSixBill(bytes: Uint8Array): BillFile {
  const document = new SixDocument(bytes);
  const { bills, rows } = document.lines;
  const [bill, ...others] = bills.filter(({ lines }) => lines.length > 0);
  if (!bill) {
    throw document.products.size > 0
      ? new UnreadableFile("empty", "The file is a price list: it holds no bill. Import it with import_price_book.")
      : new UnreadableFile(
          "empty",
          "The file holds no bill of quantities (preventivo). Export it again, with its bill.",
        );
  }
  for (const { name, lines } of others) {
    const detail = `Its ${lines.length} lines are left out: only the first bill of a file is read.`;
    document.warnings.add("several_bills", (name ?? "preventivo").slice(0, 200), detail);
  }
  const measurements = others.length > 0 ? bill.lines.reduce((sum, line) => sum + line.rows.length, 0) : rows;
  return {
    format: "six",
    name: bill.name ?? document.catalogue.title,
    nodes: nodesOf(document, bill),
    quantityDecimals: null,
    measurements,
    totalInFile: null,
    warnings: document.warnings.kept,
    warningCount: document.warnings.count,
  };
}

function nodesOf(document: SixDocument, { lines }: SixBill): BillNode[] {
  const { warnings } = document;
  const measured = measuredLines(lines, warnings);
  const quantities = settleQuantities(measured, usualQuantityDecimals, warnings);
  const hasGroups = lines.some(({ groupIds }) => groupIds.some((id) => document.catalogue.hasGroup(id)));
  const tree = new SectionTree();
  const nodes = lines.map((line, at) => {
    const product = document.products.get(line.productId);
    const rows = measured[at]?.rows ?? [];
    const node = nodeOf(document, line, product, rows, quantities[at] ?? 0);
    tree.add(pathOf(document.catalogue, hasGroups ? line.groupIds : (product?.groupIds ?? [])), node);
    return node;
  });
  pointToLines(linesOf(tree.nodes), nodes, measured);
  return tree.nodes;
}

const placeOf = (line: SixLine, at: number): string => `prvRilevazione ${line.number.slice(0, 20) || at + 1}`;

function measuredLines(lines: SixLine[], warnings: WarningList): MeasuredLine[] {
  const byNumber = new Map<string, number>();
  const twice = new Set<string>();
  for (const [at, { number }] of lines.entries()) {
    const key = String(Number(number));
    if (number && byNumber.has(key)) twice.add(key);
    else if (number) byNumber.set(key, at);
  }
  return lines.map((line, at) => {
    const place = placeOf(line, at);
    const measured: MeasuredLine = { place, rows: [], stated: null };
    let isNegative = false;
    for (const [index, six] of line.rows.entries()) {
      if (six.sign === "-") isNegative = true;
      else if (six.sign === "+") isNegative = false;
      for (const { row, repeats } of measurementsOf(six, isNegative, warnings.at(`${place}, row ${index + 1}`))) {
        measured.rows.push(row);
        if (repeats === null) continue;
        const target = byNumber.get(repeats);
        if (target !== undefined) {
          row.sameAs = { line: target };
          if (twice.has(repeats))
            warnings.add(
              "duplicate_id",
              place,
              `it repeats line ${repeats}, of which there are several; the first is meant`,
            );
        } else {
          neutralise(row);
          warnings.add("missing_line", place, `it repeats line ${repeats}, which is missing; the row counts 0`);
        }
      }
    }
    return measured;
  });
}

function nodeOf(
  document: SixDocument,
  line: SixLine,
  product: SixProduct | undefined,
  rows: BillMeasurement[],
  quantity: number,
): BillNode {
  const { warnings, catalogue } = document;
  const warn = warnings.at(`prvRilevazione ${line.number.slice(0, 20)}`.trim());
  const node: BillNode = { type: "line", desc: "", unit: "" };
  if (!product) {
    const detail = `its product ${line.productId.slice(0, 40)} is missing: it has no description, unit and price`;
    warn("missing_price_item", detail);
  } else {
    if (product.code) node.code = shortenedText(product.code, "name", warn);
    node.desc = shortenedText(textOf(document, product, warn), "note", warn);
    node.unit = shortenedText(catalogue.unit(product.unitId) ?? product.unitId ?? "", "name", warn);
    const price = priceOf(catalogue, product, line.levelId, warn);
    if (typeof price === "number" && isWithinBounds(price) && isWithinBounds(quantity * price)) node.price = price;
    else warn("missing_price", "its product has no price that can be read");
    warnOfPercent(node, quantity, warn);
    const labourPct = listNumber(product.labourPct);
    if (labourPct && labourPct > 0 && labourPct <= 100) node.labourPct = labourPct;
    const safety = listNumber(product.safety);
    if (safety && price && safety > 0 && safety <= price) node.safetyPct = Number(((safety / price) * 100).toFixed(4));
  }
  if (rows.length > 0) node.measurements = rows;
  else node.qty = 0;
  return node;
}

function textOf(document: SixDocument, product: SixProduct, warn: Warn): string {
  const above = document.headings.above(product.code);
  document.headingCharacters += above.reduce((sum, text) => sum + text.length, 0);
  if (document.headingCharacters <= maxHeadingCharacters) return joinedTexts([...above, product.text]);
  warn("texts_left_out", "The texts of its headings are left out: there are too many of them.");
  return product.text;
}

/** The price of the line's level, else the latest; that it is another's is said. */
function priceOf(
  catalogue: SixCatalogue,
  { quotations }: SixProduct,
  levelId: string | undefined,
  warn: Warn,
): number | null {
  const own = quotations.find(([id]) => id === levelId);
  const latest = catalogue.byLatest(quotations)[0];
  if (levelId && !own && latest) {
    const lists = `${levelId.slice(0, 40)}; ${latest[1].slice(0, 40)}, of the list ${latest[0].slice(0, 40)}, is taken`;
    warn("missing_price", `its product has no price of the list ${lists}`);
  }
  return listNumber((own ?? latest)?.[1]) ?? null;
}

function pathOf(catalogue: SixCatalogue, groupIds: readonly string[]): PathStep[] {
  const steps: PathStep[] = [];
  for (const { order, code, title, desc, above } of catalogue.groupPaths(groupIds)) {
    for (const [at, outer] of above.entries()) {
      steps.push({ key: `${order} ${at} ${outer}`, title: outer.slice(0, 300), code: null });
    }
    steps.push({ key: `${order} ${code}`, title: title.slice(0, 300), code: code || null, desc });
  }
  return steps.slice(0, maxSteps);
}
