import { tokensOf } from "./parser.js";

/** Where the links of a text lead that stand behind other words. */
export function linksIn(text: string): string[] {
  const inline = tokensOf(text).tokens.flatMap((token) => token.children ?? []);
  return inline
    .filter(({ type, markup }) => type === "link_open" && markup !== "autolink")
    .map((token) => String(token.attrGet("href")));
}
