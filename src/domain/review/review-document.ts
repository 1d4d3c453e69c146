import { wordsOfMarkdown } from "../markdown/plain-text.js";
import { gulpease, type Readability, textFigures } from "../text/gulpease.js";
import { inItalian } from "../text/italian-numbers.js";
import { type ChecksOf, checks, checksOfSource } from "./checks/index.js";
import type { Fault, Finding, Severity } from "./finding.js";
import { type ReviewInput, writtenInOneForm } from "./input.js";

const penalties: Record<Severity, number> = { error: 20, warning: 5, info: 1 };
/** A thousand equal faults in a document don't need a thousand findings. */
const maxFindingsPerCode = 20;

/** What the fixed checks found in a document. */
export interface Review {
  /** false where any finding is an error */
  ready: boolean;
  /** 0 to 100: 100 less 20 for each error, 5 for each warning, 1 for each info */
  score: number;
  readability: Readability;
  findings: Finding[];
}

/** The first findings of each code. @returns `counts`: how many of each there are in all */
export function firstOfEachCode<F extends Fault>(findings: readonly F[]): { kept: F[]; counts: Map<string, number> } {
  const counts = new Map<string, number>();
  const kept = findings.filter(({ code }) => {
    const count = (counts.get(code) ?? 0) + 1;
    counts.set(code, count);
    return count <= maxFindingsPerCode;
  });
  return { kept, counts };
}

const moreCases = (count: number): string =>
  count === 1 ? "E un altro caso come questo." : `E altri ${inItalian(count)} casi come questo.`;

function abridged(findings: Finding[]): Finding[] {
  const { kept, counts } = firstOfEachCode(findings);
  return kept.map((finding, index) => {
    const more = (counts.get(finding.code) ?? 0) - maxFindingsPerCode;
    const isLast = more > 0 && kept.findLastIndex(({ code }) => code === finding.code) === index;
    return isLast ? { ...finding, message: `${finding.message} (${moreCases(more)})` } : finding;
  });
}

/** The score of a document with these findings, 0 to 100. */
export const scoreOf = (findings: readonly Finding[]): number =>
  Math.max(0, 100 - findings.reduce((total, { severity }) => total + penalties[severity], 0));

/** Whether a document with these findings can be issued without changes. */
export const isReady = (findings: readonly Finding[]): boolean =>
  findings.every(({ severity }) => severity !== "error");

/** A document as its reader sees it: the words of its Markdown. */
function asRead({ document, ...around }: ReviewInput): ReviewInput {
  const words = (text: string | null): string | null => text && wordsOfMarkdown(text);
  return { ...around, document: { ...document, body: words(document.body), notes: words(document.notes) } };
}

const findingsOf = (all: readonly ChecksOf[], input: ReviewInput): Finding[] =>
  all.flatMap(([category, some]) =>
    some.flatMap((check) => check(input)).map((fault): Finding => ({ category, ...fault })),
  );

/** Runs all fixed checks on a document. They use no model and no clock: the same input gives the same findings. */
export function reviewDocument(input: ReviewInput): Review {
  const read = asRead(writtenInOneForm(input));
  const findings = abridged([...findingsOf(checks, read), ...findingsOf(checksOfSource, input)]);
  return {
    ready: isReady(findings),
    score: scoreOf(findings),
    readability: gulpease(textFigures(read.document.body ?? "")),
    findings,
  };
}
