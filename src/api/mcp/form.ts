import type { ShownImage } from "../../actions/outside.js";
import { shortened } from "../../domain/text/shortened.js";
import { cutTo } from "./cut.js";

/** An answer up to this long, as JSON, is sent twice, as text and as structure: some clients show a model only the one, others the other. */
const maxTwiceChars = 10_000;
const maxDigestChars = 5_000;
const maxDigestText = 200;

/** The first revision of the protocol that has structured results. */
const firstWithStructure = "2025-06-18";

/** Whether a client knows structured results. @param revision that its request names; those before 2025-06-18 named none */
export const knowsStructure = (revision: string | null | undefined): boolean => (revision ?? "") >= firstWithStructure;

interface Structure extends Record<string, unknown> {
  result: unknown;
}

const note =
  "This text is a digest of a long answer; structuredContent has all of it. If you see only this text, ask for less: a smaller limit, narrower filters, or one record.";

/**
 * An answer in the form in which a client can use it. A short one is text and structure alike. A long one's text is a digest, so that a
 * model doesn't pay for it twice; clients that know no structure show the text alone, and get it whole.
 * @param image stands beside the text
 * @param whole its JSON, where the caller has it already
 * @returns the result of the call, as JSON
 */
export function formOf(
  structuredContent: Structure,
  isStructureKnown: boolean,
  image?: ShownImage,
  whole = JSON.stringify(structuredContent),
): string {
  const isDigested = isStructureKnown && whole.length > maxTwiceChars;
  const text = isDigested ? digestOf(structuredContent) : whole;
  const content = [{ type: "text", text }, ...(image ? [contentOf(image)] : [])];
  return `{"content":${JSON.stringify(content)},"structuredContent":${whole}}`;
}

const contentOf = ({ contentType, bytes }: ShownImage) => ({
  type: "image",
  data: bytes.toString("base64"),
  mimeType: contentType,
});

function digestOf({ result, ...rest }: Structure): string {
  const { value, missing } = cutTo(shorten(result, 0), maxDigestChars);
  const digest = [note, ...(missing.length > 0 ? [`Here ${missing.join("; ")}.`] : [])].join(" ");
  return JSON.stringify({ result: value, digest, ...rest });
}

/** What tells a record within another one, or in a list, from its neighbours. */
const telling = new Set([
  ...["id", "linkId", "userId", "number", "code", "name", "title", "subject", "desc"],
  ...["status", "kind", "total", "dueAt", "issuedAt", "revision", "index", "score"],
  // Of an import what its file says, and of prices what becomes of them.
  ...["totalInFile", "difference", "from", "to"],
]);
/** The parts that are never shortened: they say what went wrong, what is missing, and how to continue. */
const whole = new Set(["warnings", "omitted", "nextCursor"]);

/**
 * What stays of a value in a digest: of the main record all but the long texts, of those within it what tells them apart.
 * @param depth 0 for the main record
 */
function shorten(value: unknown, depth: number): unknown {
  if (typeof value === "string") return shortened(value, maxDigestText);
  if (Array.isArray(value)) return value.map((entry) => shorten(entry, Math.max(1, depth)));
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).filter(([name, field]) => depth === 0 || telling.has(name) || isList(field));
  return Object.fromEntries(
    fields.map(([name, field]) => {
      if (whole.has(name)) return [name, field];
      return depth > 0 && isList(field) ? [`${name}Count`, field.length] : [name, shorten(field, depth + 1)];
    }),
  );
}

const isList = (value: unknown): value is unknown[] => Array.isArray(value) && value.length > 0;
