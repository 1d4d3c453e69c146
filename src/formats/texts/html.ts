import { Tokenizer } from "htmlparser2";
import { wordSet } from "../../domain/text/word-set.js";
import { isHidden, isTiny } from "../mail/hidden-html.js";
import { BoundedText } from "./bounded-text.js";
import { shownAddress } from "./links.js";

const dropped = wordSet("script style template head noscript iframe object svg math select datalist");
/** They have no end, so nothing can be inside them. */
const single = wordSet("area base br col embed hr img input link meta source track wbr");
const blocks = wordSet(
  "address article aside blockquote body dd div dl dt fieldset figure footer form header hr main nav ol p section table ul",
);
const rows = wordSet("br tr caption figcaption");
const maxAttributeChars = 2_000;
const hiddenText = "The page has hidden text, which is left out.";

/**
 * The text of HTML as a reader sees it: headings as `#`, items as `-`, cells parted by ` | `, links with their addresses. Scripts,
 * styles and what is hidden are left out. It is read tag by tag and no tree is built, so that nesting costs nothing.
 */
export function readHtml(html: string): BoundedText {
  const text = new BoundedText();
  const page = new Page(text);
  let name = "";
  let attribute = "";
  let attributes: Record<string, string> = {};
  const end = (isClosed: boolean) => {
    page.open(name, attributes, isClosed);
    attributes = {};
  };
  const grow = (part: string) => {
    const value = attributes[attribute];
    if (value !== undefined && value.length < maxAttributeChars) attributes[attribute] = value + part;
  };
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      onopentagname: (start, to) => {
        name = html.slice(start, Math.min(to, start + 50)).toLowerCase();
      },
      onattribname: (start, to) => {
        attribute = html.slice(start, Math.min(to, start + 50)).toLowerCase();
        if (/^(href|style|hidden|aria-hidden|alt)$/.test(attribute)) attributes[attribute] ??= "";
      },
      onattribdata: (start, to) => grow(html.slice(start, Math.min(to, start + maxAttributeChars))),
      onattribentity: (codepoint) => grow(String.fromCodePoint(codepoint)),
      onattribend: () => undefined,
      onopentagend: () => end(false),
      onselfclosingtag: () => end(true),
      onclosetag: (start, to) => page.close(html.slice(start, Math.min(to, start + 50)).toLowerCase()),
      ontext: (start, to) => page.text(html.slice(start, to)),
      ontextentity: (codepoint) => page.text(String.fromCodePoint(codepoint)),
      oncdata: () => undefined,
      oncomment: () => undefined,
      ondeclaration: () => undefined,
      onprocessinginstruction: () => undefined,
      onend: () => undefined,
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  return text;
}

/** A page as it grows: white space is as on the screen, and nothing is kept of what lies inside a dropped element. */
class Page {
  private breaks = 0;
  private hasSpace = false;
  private isStart = true;
  private endsBlank = true;
  private preformatted = 0;
  /** the element that is being left out, and how many of its name are open */
  private dropping = { name: "", depth: 0 };
  /** the elements that set the size of their text, and how many of each one's name are open within it */
  private readonly sizes: { name: string; depth: number; isTiny: boolean }[] = [];
  private address = "";

  constructor(private readonly content: BoundedText) {}

  open(name: string, attributes: Record<string, string>, isClosed: boolean): void {
    if (this.dropping.depth > 0) {
      if (name === this.dropping.name && !isClosed) this.dropping.depth++;
      return;
    }
    const isUnseen = isHidden(attributes);
    if ((dropped.has(name) || isUnseen) && !single.has(name) && !isClosed) {
      if (isUnseen) this.content.warn("hidden_text", hiddenText);
      this.dropping = { name, depth: 1 };
      return;
    }
    if (!single.has(name) && !isClosed) this.openSize(name, isTiny(attributes));
    if (/^h[1-6]$/.test(name)) this.mark(2, `${"#".repeat(Number(name[1]))} `);
    else if (name === "li") this.mark(1, "- ");
    else if (name === "td" || name === "th") this.put(this.breaks > 0 || this.isStart ? "" : " | ");
    else this.separate(name);
    if (name === "pre") this.preformatted++;
    if (name === "a") this.address = shownAddress(attributes.href ?? "");
    if (name === "img" && attributes.alt) this.text(`[${attributes.alt.slice(0, 200)}]`);
  }

  close(name: string): void {
    if (this.dropping.depth > 0) {
      if (name === this.dropping.name) this.dropping.depth--;
      return;
    }
    this.closeSize(name);
    if (name === "a" && this.address) {
      this.put(this.address);
      this.address = "";
    } else if (/^h[1-6]$/.test(name)) this.breaks = Math.max(this.breaks, 2);
    else if (name !== "br") this.separate(name);
    if (name === "pre" && this.preformatted > 0) this.preformatted--;
  }

  text(text: string): void {
    if (this.dropping.depth > 0 || this.content.isFull) return;
    if (this.sizes.at(-1)?.isTiny) {
      if (/\S/.test(text)) this.content.warn("hidden_text", hiddenText);
      return;
    }
    if (this.preformatted > 0) {
      this.put(text);
      return;
    }
    const words = text.replace(/[ \t\r\n\f]+/g, " ");
    if (words.startsWith(" ")) this.hasSpace = true;
    const bare = words.replace(/^ | $/g, "");
    if (bare) this.put(bare);
    if (bare && words.endsWith(" ")) this.hasSpace = true;
  }

  private openSize(name: string, isTiny: boolean | null): void {
    const last = this.sizes.at(-1);
    if (isTiny !== null) this.sizes.push({ name, depth: 1, isTiny });
    else if (last?.name === name) last.depth++;
  }

  private closeSize(name: string): void {
    const last = this.sizes.at(-1);
    if (last?.name === name && --last.depth === 0) this.sizes.pop();
  }

  private separate(name: string): void {
    if (name === "br") this.breaks = Math.min(2, this.breaks + 1);
    else if (name === "p" || name === "table" || name === "ul" || name === "ol") this.breaks = Math.max(this.breaks, 2);
    else if (blocks.has(name) || rows.has(name) || name === "pre") this.breaks = Math.max(this.breaks, 1);
  }

  private mark(breaks: number, sign: string): void {
    this.breaks = Math.max(this.breaks, breaks);
    this.put(sign);
  }

  private put(words: string): void {
    if (words === "") return;
    if (!this.isStart && this.breaks > 0) this.content.add("\n".repeat(this.breaks));
    else if (this.hasSpace && !this.endsBlank && !/^\s/.test(words)) this.content.add(" ");
    this.breaks = 0;
    this.hasSpace = false;
    this.isStart = false;
    this.endsBlank = /\s$/.test(words.slice(-1));
    this.content.add(words);
  }
}
