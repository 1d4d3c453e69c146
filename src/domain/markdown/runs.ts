import type { Line, Run } from "./nodes.js";
import type { Token } from "./parser.js";

/** The words that stand for an image, which is never shown. */
const alternative = (token: Token): string =>
  (token.children ?? []).map((child) => (child.type === "softbreak" ? " " : child.content)).join("");

/** The lines of a paragraph, heading or cell. Both of Markdown's line breaks are one here: what was typed on two lines stays on two. */
export function linesOf(inline: Token | undefined): Line[] {
  const lines: Line[] = [[]];
  let [strong, emphasis] = [0, 0];
  let href: string | null = null;
  const add = (text: string, code?: true): void => {
    if (text === "") return;
    const run: Run = { text };
    if (strong > 0) run.strong = true;
    if (emphasis > 0) run.emphasis = true;
    if (code) run.code = true;
    if (href !== null) run.href = href;
    lines.at(-1)?.push(run);
  };
  for (const token of inline?.children ?? []) {
    if (token.type === "softbreak" || token.type === "hardbreak") lines.push([]);
    else if (token.type === "code_inline") add(token.content, true);
    else if (token.type === "image") add(alternative(token));
    else if (token.type === "link_open") href = String(token.attrGet("href"));
    else if (token.type === "link_close") href = null;
    else if (token.tag === "strong") strong += token.nesting;
    else if (token.tag === "em") emphasis += token.nesting;
    else add(token.content);
  }
  return lines;
}
