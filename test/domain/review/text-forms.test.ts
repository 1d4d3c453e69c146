import { describe, expect, it } from "@jest/globals";
import type { ReviewInput } from "../../../src/domain/review/input.js";
import { faultyDocuments } from "./real-faulty.js";
import { rightDocuments } from "./real-right.js";
import { findings } from "./sample.js";

/** The same words as word processors, mail programs and other systems write them. */
const forms: [name: string, write: (text: string) => string][] = [
  ["decomposed accents", (text) => text.normalize("NFD")],
  ["spaces that don't break", (text) => text.replaceAll(" ", "\u00a0")],
  ["thin spaces after figures", (text) => text.replace(/(?<=\d) /g, "\u202f")],
  ["line ends of Windows", (text) => text.replaceAll("\n", "\r\n")],
  ["soft hyphens and spaces without a width", (text) => text.replace(/(?<=\p{L}{4})(?=\p{L}{4})/gu, "\u00ad\u200b")],
];

const written = (input: ReviewInput, write: (text: string) => string): ReviewInput => {
  const { document } = input;
  const { title, body, notes, lineItems } = document;
  return {
    ...input,
    document: {
      ...document,
      title: write(title),
      body: body && write(body),
      notes: notes && write(notes),
      lineItems: lineItems.map((line) => ({ ...line, desc: write(line.desc), unit: write(line.unit) })),
    },
  };
};
const codes = (input: ReviewInput) =>
  findings(input)
    .map(({ code, field }) => `${code} ${field}`)
    .sort();

describe.each(forms)("a document with %s", (_name, write) => {
  it.each([...rightDocuments, ...faultyDocuments] as [string, ReviewInput][])(
    "has the same findings: %s",
    (_title, input) => {
      expect(codes(written(input, write))).toEqual(codes(input));
    },
  );
});
