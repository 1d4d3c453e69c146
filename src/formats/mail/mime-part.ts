import { type HeaderFields, headerFields } from "./header-fields.js";
import { type StructuredValue, structuredValue } from "./structured-value.js";

/** One part of a message as it stands in the bytes. The message in a `message/rfc822` part is content, not a part. */
export interface MimePart {
  header: HeaderFields;
  /** in lower case, such as `text/plain` */
  type: string;
  typeParameters: StructuredValue["parameters"];
  /** `attachment`, `inline`, another word or `""` */
  disposition: string;
  dispositionParameters: StructuredValue["parameters"];
  /** where its header begins, where its content begins, and where both end (without the line end before the boundary) */
  start: number;
  bodyStart: number;
  end: number;
  children: MimePart[];
}

export interface MimeTree {
  root: MimePart;
  /** parts were left out, since there are too many or they are nested too deeply */
  isCut: boolean;
  /** the end of a multipart is missing */
  isUnfinished: boolean;
  isHeaderCut: boolean;
}

const maxParts = 1000;
const maxDepth = 100;
/** 10,000 recipients with their names take half of it. */
const maxHeaderBytes = 1_000_000;
const maxBoundaryLength = 200;
const lineFeed = 10;
const carriageReturn = 13;
const dash = 45;

interface OpenPart {
  part: MimePart;
  boundary: string | null;
}

/**
 * The parts of a message, with their places in the bytes. Anything is read as far as it goes: never throws.
 * It goes through the lines once, so time grows with the length.
 */
export function mimeTree(raw: Buffer): MimeTree {
  const open: OpenPart[] = [];
  const depths = new Map<string, number>();
  const tree = { isCut: false, isUnfinished: false, isHeaderCut: false };
  let count = 0;
  let inHeader = false;
  let previousLineEnd = 0;

  const begin = (start: number, parentType: string): OpenPart => {
    count += 1;
    inHeader = true;
    const type = parentType === "multipart/digest" ? "message/rfc822" : "text/plain";
    const part: MimePart = {
      header: new Map(),
      type,
      typeParameters: {},
      disposition: "",
      dispositionParameters: {},
      start,
      bodyStart: start,
      end: raw.length,
      children: [],
    };
    const opened = { part, boundary: null };
    open.push(opened);
    return opened;
  };
  const endHeader = (headerEnd: number, bodyStart: number): void => {
    inHeader = false;
    const opened = open.at(-1);
    if (!opened) return;
    const { part } = opened;
    part.bodyStart = bodyStart;
    if (headerEnd - part.start > maxHeaderBytes) tree.isHeaderCut = true;
    part.header = headerFields(raw.subarray(part.start, Math.min(headerEnd, part.start + maxHeaderBytes)));
    const contentType = structuredValue(part.header.get("content-type")?.[0] ?? "");
    if (/^[\w.+-]+\/[\w.+-]+$/.test(contentType.value)) part.type = contentType.value;
    part.typeParameters = contentType.parameters;
    const disposition = structuredValue(part.header.get("content-disposition")?.[0] ?? "");
    part.disposition = disposition.value;
    part.dispositionParameters = disposition.parameters;
    const { boundary } = contentType.parameters;
    if (!part.type.startsWith("multipart/") || !boundary || boundary.length > maxBoundaryLength) return;
    if (open.length >= maxDepth) {
      tree.isCut = true;
      return;
    }
    opened.boundary = boundary.trimEnd();
    if (!depths.has(opened.boundary)) depths.set(opened.boundary, open.length - 1);
  };
  /** Ends all parts that are open below this depth. */
  const closeTo = (depth: number, end: number): void => {
    while (open.length > depth) {
      const closed = open.pop();
      if (!closed) return;
      closed.part.end = Math.max(end, closed.part.bodyStart);
      if (closed.boundary !== null && depths.get(closed.boundary) === open.length) depths.delete(closed.boundary);
    }
  };

  /** The multipart whose boundary a line is, by its depth; null: it is none. */
  const boundaryIn = (start: number, lineEnd: number): { depth: number; isLast: boolean } | null => {
    const mayBe = raw[start] === dash && raw[start + 1] === dash && depths.size > 0;
    if (!mayBe || lineEnd - start > maxBoundaryLength + 100) return null;
    const text = raw.toString("latin1", start + 2, lineEnd).trimEnd();
    const isLast = !depths.has(text) && text.endsWith("--");
    const depth = depths.get(isLast ? text.slice(0, -2) : text);
    return depth === undefined ? null : { depth, isLast };
  };

  const root = begin(firstLine(raw), "").part;
  for (let at = root.start; at < raw.length; ) {
    const next = raw.indexOf(lineFeed, at);
    const lineEnd = next < 0 ? raw.length : next;
    const afterLine = next < 0 ? raw.length : next + 1;
    const boundary = boundaryIn(at, lineEnd);
    if (boundary) {
      if (inHeader) endHeader(previousLineEnd, at);
      closeTo(boundary.depth + 1, previousLineEnd);
      const parent = open[boundary.depth];
      if (boundary.isLast && parent) {
        if (parent.boundary !== null) depths.delete(parent.boundary);
        parent.boundary = null;
      } else if (count >= maxParts) {
        tree.isCut = true;
        break;
      } else if (parent) parent.part.children.push(begin(afterLine, parent.part.type).part);
      previousLineEnd = at;
    } else {
      const contentEnd = lineEnd > at && raw[lineEnd - 1] === carriageReturn ? lineEnd - 1 : lineEnd;
      if (inHeader && contentEnd === at) endHeader(at, afterLine);
      previousLineEnd = contentEnd;
    }
    at = afterLine;
  }
  if (inHeader) endHeader(raw.length, raw.length);
  tree.isUnfinished = open.some(({ boundary }) => boundary !== null);
  closeTo(0, raw.length);
  if (root.header.size === 0) root.bodyStart = root.start;
  return { root, ...tree };
}

/** Where the header begins: after empty lines and the `From ` line that mailboxes in files put above. */
function firstLine(raw: Buffer): number {
  let at = 0;
  while (raw[at] === carriageReturn || raw[at] === lineFeed) at += 1;
  if (raw.toString("latin1", at, at + 5) !== "From ") return at;
  const next = raw.indexOf(lineFeed, at);
  return next < 0 ? raw.length : next + 1;
}
