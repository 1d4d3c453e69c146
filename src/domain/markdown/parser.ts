import MarkdownIt from "markdown-it";

/** Lists and quotations are nested as deeply as this counts levels (a list has two). What is deeper stays as typed. */
const maxBlockLevel = 8;
const maxInlineLevel = 20;
const shortestUnderline = 3;
/** Runs of marks from this length on are blanks to be filled in (`____`) or hide something (`****`). */
const blankLength = 4;

const maxAddressLength = 2_000;
const allowedLink = /^(?:https?:\/\/[^/?#]|mailto:[^?]|tel:[+\d])/i;

/** CommonMark and tables. HTML and images are not markup here, and nothing is ever fetched. */
const parser = new MarkdownIt("commonmark", { html: false, maxNesting: maxInlineLevel }).enable("table");
parser.validateLink = (address) => address.length <= maxAddressLength && allowedLink.test(address);

/** A rule of the parser's own, before another takes its place. */
const ruleOf = (name: string) => parser.block.ruler.getRules("").find((rule) => rule.name === name);

/** A text underlined with fewer than three characters is no heading: `--` begins the signature of a mail. */
const underlined = ruleOf("lheading");
parser.block.ruler.at("lheading", (state, startLine, endLine, silent) => {
  const { level, tokens } = state;
  const count = tokens.length;
  if (!underlined?.(state, startLine, endLine, silent)) return false;
  const isHeading = state.getLines(state.line - 1, state.line, 0, false).trim().length >= shortestUnderline;
  if (!isHeading) {
    tokens.length = count;
    state.level = level;
    state.line = startLine;
  }
  return isHeading;
});

/** Several blanks in a line are where several people sign, and no rule across the page. */
const severalBlanks = /^\s*_{4,}(?:\s+_{4,})+\s*$/;
const ruled = ruleOf("hr");
parser.block.ruler.at(
  "hr",
  (state, startLine, endLine, silent) =>
    !severalBlanks.test(state.getLines(startLine, startLine + 1, 0, false)) &&
    (ruled?.(state, startLine, endLine, silent) ?? false),
  { alt: ["paragraph", "reference", "blockquote", "list"] },
);

const firstLookAhead = 32;
/**
 * A quotation looks ahead over all lines that might belong to it, though it may end at the first. So it sees a few at first, and more only
 * where they all were its own: else many short ones would take time by the square of their number.
 */
const quoted = ruleOf("blockquote");
parser.block.ruler.at(
  "blockquote",
  (state, startLine, endLine, silent) => {
    const { env, level, lineMax, tokens } = state;
    const { references = {} } = env;
    const count = tokens.length;
    for (let lines = firstLookAhead; ; lines *= 8) {
      const end = Math.min(endLine, startLine + lines);
      if (end < endLine) state.lineMax = end;
      // Apart, since the last line of a part may look like the definition of a link, and be a table's first with the next.
      env.references = Object.create(references);
      const isQuotation = quoted?.(state, startLine, end, silent) ?? false;
      state.lineMax = lineMax;
      if (!isQuotation || silent || end === endLine || state.line < end) {
        env.references = Object.assign(references, env.references);
        return isQuotation;
      }
      tokens.length = count;
      state.level = level;
    }
  },
  { alt: ["paragraph", "reference", "blockquote", "list"] },
);

/** Beyond the deepest level the lines become a paragraph as typed; the parser itself would drop them. */
const tokenize = parser.block.tokenize.bind(parser.block);
parser.block.tokenize = (state, startLine, endLine) => {
  if (state.level < maxBlockLevel) return tokenize(state, startLine, endLine);
  let end = startLine;
  while (end < endLine && (state.isEmpty(end) || (state.sCount[end] ?? 0) >= state.blkIndent)) end++;
  state.push("paragraph_open", "p", 1);
  const inline = state.push("inline", "", 0);
  inline.content = state.getLines(startLine, end, state.blkIndent, false).trim();
  inline.children = [];
  state.push("paragraph_close", "p", -1);
  state.line = end;
};

const isDigit = (character: string | undefined): boolean => character !== undefined && /\d/.test(character);

/** Marks that are none: blanks to be filled in, and the sign of multiplication in `3*2,50`. */
parser.inline.ruler.before("emphasis", "typed_marks", (state, silent) => {
  const mark = state.src[state.pos];
  if (mark !== "_" && mark !== "*") return false;
  let end = state.pos;
  while (end < state.posMax && state.src[end] === mark) end++;
  const isProduct =
    mark === "*" && end === state.pos + 1 && isDigit(state.src[state.pos - 1]) && isDigit(state.src[end]);
  if (!isProduct && end - state.pos < blankLength) return false;
  if (!silent) state.pending += state.src.slice(state.pos, end);
  state.pos = end;
  return true;
});

export type Token = ReturnType<typeof parser.parse>[number];

const lineEnds = /\r\n|[\r\v\f\u0085\u2028\u2029]/g;

/** The tokens of a text, and the addresses that it defines by name. Takes time in proportion to the text. */
export function tokensOf(text: string): { tokens: Token[]; definitions: ReadonlyMap<string, string> } {
  const env: Parameters<typeof parser.parse>[1] = {};
  const tokens = parser.parse(text.replace(lineEnds, "\n"), env);
  const definitions = Object.entries(env.references ?? {}).map(([name, { href }]) => [name, href] as const);
  return { tokens, definitions: new Map(definitions) };
}

/** Where the links of a text lead that stand behind other words. */
export function linksIn(text: string): string[] {
  const inline = tokensOf(text).tokens.flatMap((token) => token.children ?? []);
  return inline
    .filter(({ type, markup }) => type === "link_open" && markup !== "autolink")
    .map((token) => String(token.attrGet("href")));
}
