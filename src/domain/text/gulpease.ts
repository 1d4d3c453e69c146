import { singleSpaced } from "./normalized.js";
import { shortened } from "./shortened.js";
import { wordSet } from "./word-set.js";

const abbreviations = wordSet(
  "art artt n nn nr num p pp pag pagg par tab tav fig all cfr es ecc sig sigg sigra dott dottssa ing geom arch avv prof rag",
  "mq mc ml fg part map mapp sub civ loc fraz vs tel cell fisc dpr dlgs dm dl lr spett egr gent gentmo preg rif prot reg cat lett c co",
);
const hardSentenceWords = 40;
/** For fewer words the index means nothing. */
export const minRatedWords = 30;

export const readabilityLevels = ["not_rated", "easy", "medium", "hard", "very_hard"] as const;
type ReadabilityLevel = (typeof readabilityLevels)[number];

export interface Readability {
  index: "gulpease";
  /** 0 (hardest) to 100, one decimal; null for fewer than 30 words */
  value: number | null;
  level: ReadabilityLevel;
}

export interface TextFigures {
  words: number;
  sentences: number;
  letters: number;
  uppercaseLetters: number;
  /** the beginnings of the sentences of more than 40 words */
  longSentences: string[];
}

const listItem = /^\s*(?:[-–—•*·]|\(?\d{1,3}[.)]|\(?[a-z][.)])\s/i;
const word = /[\p{L}\p{N}]+(?:[.,]\p{N}+)*/gu;

/** Whether the full stop after `before` belongs to an abbreviation: `art.`, `D.P.R.`, an initial. */
function isAbbreviation(before: string): boolean {
  const last = /[\p{L}.]{1,20}$/u.exec(before.slice(-20))?.[0].toLowerCase() ?? "";
  if (abbreviations.has(last.replaceAll(".", ""))) return true;
  return /(^|\.)\p{L}$/u.test(last);
}

function sentencesOf(paragraph: string): string[] {
  const sentences: string[] = [];
  let start = 0;
  for (const { 0: mark, index } of paragraph.matchAll(/[.!?;:]["”»')\]]{0,3}(?=\s|$)/g)) {
    if (mark.startsWith(".") && isAbbreviation(paragraph.slice(Math.max(start, index - 20), index))) continue;
    sentences.push(paragraph.slice(start, index));
    start = index + mark.length;
  }
  sentences.push(paragraph.slice(start));
  return sentences;
}

/** Groups of lines that belong together: a blank line or a list item ends a sentence that has no full stop. */
function paragraphsOf(text: string): string[] {
  const paragraphs: string[] = [];
  let lines: string[] = [];
  const close = (): void => {
    if (lines.length > 0) paragraphs.push(lines.join("\n"));
    lines = [];
  };
  for (const line of text.split(/\r\n|\r|\n/)) {
    const marker = listItem.exec(line)?.[0];
    if (marker !== undefined || line.trim() === "") close();
    if (line.trim() !== "") lines.push(line.slice(marker?.length ?? 0));
  }
  close();
  return paragraphs;
}

/** Counts words, sentences and letters as the Gulpease index defines them; numbers are words without letters. */
export function textFigures(text: string): TextFigures {
  const figures: TextFigures = { words: 0, sentences: 0, letters: 0, uppercaseLetters: 0, longSentences: [] };
  for (const sentence of paragraphsOf(text).flatMap(sentencesOf)) {
    let words = 0;
    for (const [token] of sentence.matchAll(word)) {
      words++;
      figures.letters += token.replace(/\P{L}/gu, "").length;
      figures.uppercaseLetters += token.replace(/\P{Lu}/gu, "").length;
    }
    if (words === 0) continue;
    figures.words += words;
    figures.sentences++;
    if (words > hardSentenceWords) figures.longSentences.push(shortened(singleSpaced(sentence), 61));
  }
  return figures;
}

function levelOf(value: number): ReadabilityLevel {
  if (value >= 80) return "easy";
  if (value >= 60) return "medium";
  return value >= 40 ? "hard" : "very_hard";
}

/**
 * The Gulpease index of an Italian text: 89 + (300 × sentences − 10 × letters) / words, between 0 and 100. A text below 80 is
 * hard for readers who left school after primary school, below 60 after middle school, below 40 after high school (GULP, University
 * of Rome, 1988).
 */
export function gulpease({ words, sentences, letters }: TextFigures): Readability {
  if (words < minRatedWords) return { index: "gulpease", value: null, level: "not_rated" };
  const raw = 89 + (300 * sentences - 10 * letters) / words;
  const value = Math.round(Math.min(100, Math.max(0, raw)) * 10) / 10;
  return { index: "gulpease", value, level: levelOf(value) };
}
