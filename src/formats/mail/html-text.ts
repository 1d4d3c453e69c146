import { Parser } from "htmlparser2";
import { wordSet } from "../../domain/text/word-set.js";
import { isHidden, isTiny, textlessElements } from "./hidden-html.js";

const textless = new Set(textlessElements);
const blocks = wordSet(
  "p div blockquote pre h1 h2 h3 h4 h5 h6 ul ol li dl dt dd table thead tbody tfoot tr caption center section article header footer address form fieldset hr",
);
/** A blank line stands around them. */
const spaced = wordSet("p h1 h2 h3 h4 h5 h6 ul ol dl blockquote table pre");
const empty = wordSet("br hr img input meta link wbr area base col source track");
const maxDepth = 500;
const maxCitations = 10;

interface OpenElement {
  name: string;
  isHidden: boolean;
  /** its text has a size that nobody can read */
  isTiny: boolean;
  isCited: boolean;
  isPre: boolean;
  /** of a list: the number of its next item; null: without numbers */
  next: number | null;
}

/** A link, until its end or the next one: links don't nest. */
interface OpenLink {
  element: OpenElement;
  href: string;
  textStart: number;
}

const isCitation = (name: string, attributes: Record<string, string>): boolean => {
  const classes = ` ${attributes.class ?? ""} `;
  return name === "blockquote"
    ? attributes.type === "cite" || / gmail_quote | yahoo_quoted /.test(classes)
    : / yahoo_quoted | protonmail_quote /.test(classes);
};
const isEarlierMessage = (id: string): boolean =>
  /^(?:x_)*(?:divRplyFwdMsg|mail-editor-reference-message-container)$/.test(id);

/** Outlook's own line above the header of the earlier message. */
const earlierMessageLine = "________________________________";

/**
 * The text of an HTML mail as its reader sees it: lines, lists, cells and the addresses of links. What is kept from the eye is
 * left out; quotations of earlier mails begin with `>`, as in a mail of text.
 */
export function htmlText(html: string): string {
  const lines: string[] = [];
  const open: OpenElement[] = [];
  let pieces: string[] = [];
  let link: OpenLink | null = null;
  /** of a list's item, until its first word comes */
  let marker = "";
  let hasWords = false;
  let endsInSpace = true;
  let citations = 0;
  let hidden = 0;
  let pre = 0;
  let isBlankWanted = false;
  let tooDeep = 0;

  const add = (text: string): void => {
    if (text === "" || hidden > 0 || open.at(-1)?.isTiny) return;
    if (marker !== "" && /\S/.test(text)) {
      pieces.push(marker);
      marker = "";
    }
    pieces.push(text);
    hasWords ||= /\S/.test(text);
    endsInSpace = /\s$/.test(text.slice(-1));
  };
  const endLine = (): void => {
    const text = pieces.join("").trimEnd();
    pieces = [];
    hasWords = false;
    endsInSpace = true;
    if (text === "") return;
    const sign = ">".repeat(Math.min(citations, maxCitations));
    if (isBlankWanted && lines.length > 0) lines.push(sign);
    isBlankWanted = false;
    lines.push(sign === "" ? text : `${sign} ${text}`);
  };

  const endLink = (): void => {
    if (link) add(address(link.href, pieces.slice(link.textStart).join("")));
    link = null;
  };

  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (hidden === 0 && blocks.has(name)) endLine();
        if (hidden === 0 && spaced.has(name) && marker === "") isBlankWanted = true;
        if (name === "br" && hidden === 0) {
          if (!hasWords) isBlankWanted = lines.length > 0;
          endLine();
        }
        if (name === "img" && attributes.alt?.trim() && !/^(cid:|image\d*)/i.test(attributes.alt))
          add(`[${attributes.alt.trim().slice(0, 300)}]`);
        if (empty.has(name)) return;
        if (open.length >= maxDepth) {
          tooDeep += 1;
          return;
        }
        const parent = open.at(-1);
        if (isEarlierMessage(attributes.id ?? "") && hidden === 0 && citations === 0)
          lines.push("", earlierMessageLine);
        const element: OpenElement = {
          name,
          isHidden: textless.has(name) || isHidden(attributes),
          isTiny: isTiny(attributes) ?? parent?.isTiny ?? false,
          isCited: isCitation(name, attributes),
          isPre: name === "pre",
          next: name === "ol" ? Number.parseInt(attributes.start ?? "1", 10) || 1 : null,
        };
        if (name === "a" && attributes.href !== undefined) {
          endLink();
          link = { element, href: attributes.href.trim(), textStart: pieces.length };
        }
        if (element.isHidden) hidden += 1;
        if (element.isCited) citations += 1;
        if (element.isPre) pre += 1;
        open.push(element);
        if (name === "li") {
          marker = parent?.next == null ? "- " : `${parent.next}. `;
          if (parent && parent.next !== null) parent.next += 1;
        }
        if ((name === "td" || name === "th") && hasWords) add("\t");
      },
      onclosetag(name) {
        if (empty.has(name)) return;
        if (tooDeep > 0) {
          tooDeep -= 1;
          return;
        }
        const element = open.at(-1);
        if (element?.name !== name) return;
        open.pop();
        if (link?.element === element) endLink();
        if (hidden === 0 && blocks.has(name)) endLine();
        if (hidden === 0 && spaced.has(name)) isBlankWanted = true;
        if (name === "li") {
          marker = "";
          isBlankWanted = false;
        }
        if (element.isHidden) hidden -= 1;
        if (element.isCited) citations -= 1;
        if (element.isPre) pre -= 1;
      },
      ontext(text) {
        if (hidden > 0) return;
        if (pre > 0) {
          const [first = "", ...others] = text.split(/\r\n|\r|\n/);
          add(first);
          for (const other of others) {
            endLine();
            add(other);
          }
          return;
        }
        const flat = text.replace(/[ \t\r\n\f]+/g, " ");
        add(endsInSpace && flat.startsWith(" ") ? flat.slice(1) : flat);
      },
    },
    { decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
  );
  parser.write(html);
  parser.end();
  endLine();
  return lines.join("\n").replaceAll("\u00a0", " ").trim();
}

/** The address of a link, where its words don't say it already. */
function address(href: string, words: string): string {
  const plain = href.replace(/^(?:mailto:|tel:)/i, "").replace(/\/$/, "");
  if (!/^(?:https?|mailto|tel):/i.test(href) || href.length > 2000) return "";
  const said = words.trim().replace(/\/$/, "");
  return said === "" || said === plain || said === plain.replace(/^https?:\/\//i, "") ? "" : ` (${plain})`;
}
