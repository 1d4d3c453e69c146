import { wordSet } from "../../domain/text/word-set.js";
import { restoreWindows1252 } from "../windows-1252.js";
import { BoundedText } from "./bounded-text.js";

/** Groups that hold no text of the document. */
const unread = wordSet(
  "fonttbl colortbl stylesheet info pict object themedata colorschememapping datastore listtable listoverridetable generator xmlnstbl rsidtbl latentstyles fldinst",
);
const signs = new Map(
  Object.entries({
    par: "\n",
    line: "\n",
    sect: "\n",
    page: "\n",
    row: "\n",
    tab: "\t",
    cell: " | ",
    emdash: "—",
    endash: "–",
    lquote: "‘",
    rquote: "’",
    ldblquote: "“",
    rdblquote: "”",
    bullet: "•",
  }),
);
const maxDepth = 10_000;
const token = /\\'([0-9a-fA-F]{2})|\\([a-zA-Z]{1,32})(-?\d{1,10})? ?|\\([^a-zA-Z])|([{}])|([^\\{}\r\n]+)|[\r\n]+/g;

interface Group {
  isUnread: boolean;
  /** how many characters stand behind a \u for programs that don't know it */
  skip: number;
}

/** An RTF's text, without what its tables of fonts and styles, pictures and hidden parts hold. */
export function readRtf(rtf: string): BoundedText {
  const text = new BoundedText();
  let group: Group = { isUnread: false, skip: 1 };
  const outer: Group[] = [];
  let toSkip = 0;
  const put = (part: string) => {
    const kept = toSkip > 0 ? part.slice(toSkip) : part;
    toSkip = Math.max(0, toSkip - part.length);
    if (!group.isUnread) text.add(kept);
  };
  for (const [, hex, word, argument, symbol, brace, plain] of rtf.matchAll(token)) {
    if (text.isFull) break;
    if (plain !== undefined) put(restoreWindows1252(plain));
    else if (brace === "{") {
      if (outer.length < maxDepth) outer.push({ ...group });
    } else if (brace === "}") {
      group = outer.pop() ?? group;
      toSkip = 0;
    } else if (hex) put(restoreWindows1252(String.fromCharCode(Number.parseInt(hex, 16))));
    else if (word === "u") {
      // A number of 16 bits with a sign.
      put(String.fromCharCode(Number(argument) & 0xffff));
      toSkip = group.skip;
    } else if (word === "uc") group.skip = Math.min(10, Number(argument));
    else if (word === "v") group.isUnread ||= argument !== "0";
    else if (word !== undefined && unread.has(word)) group.isUnread = true;
    else if (word !== undefined) put(signs.get(word) ?? "");
    else if (symbol === "*") group.isUnread = true;
    else if (symbol === "~") put(" ");
    else if (symbol === "_") put("-");
    else if (symbol && "\\{}".includes(symbol)) put(symbol);
  }
  return text;
}
