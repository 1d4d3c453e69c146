import type { Block, Line, Run } from "../../domain/markdown/nodes.js";
import { readMarkdown } from "../../domain/markdown/read-markdown.js";
import { textOfLine, typesetLines } from "../../domain/markdown/typeset-lines.js";
import { escaped, ink } from "./mail-layout.js";

const rule = "#c9d2d9";
const cellStyle = `padding:5px 8px;border-bottom:1px solid ${rule};vertical-align:top`;
const monospace = "font-family:Consolas,'Courier New',monospace";

function runHtml({ text, strong, emphasis, code, href }: Run): string {
  let html = escaped(text);
  if (code) html = `<code style="${monospace}">${html}</code>`;
  if (emphasis) html = `<em>${html}</em>`;
  if (strong) html = `<strong>${html}</strong>`;
  return href ? `<a href="${escaped(href)}" style="color:#1f4e6b">${html}</a>` : html;
}

const linesHtml = (lines: Line[]): string =>
  typesetLines(lines)
    .map((line) => line.map(runHtml).join(""))
    .join("<br>\n");

/** Numbers stand as they were typed, which mail programs' own lists don't show: `3)`. */
function listHtml({ isOrdered, isTight, items }: Extract<Block, { kind: "list" }>): string {
  const space = isTight ? 4 : 12;
  if (!isOrdered) {
    const list = items.map(({ blocks }) => `<li style="margin:0 0 ${space}px">${blocksHtml(blocks, space)}</li>`);
    return `<ul style="margin:0 0 14px;padding-left:24px">\n${list.join("\n")}\n</ul>`;
  }
  const rows = items.map(
    ({ label, blocks }) =>
      `<tr><td style="padding:0 8px ${space}px 0;vertical-align:top;text-align:right;white-space:nowrap">${escaped(label)}</td>` +
      `<td style="padding:0 0 ${space}px;vertical-align:top">${blocksHtml(blocks, space)}</td></tr>`,
  );
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 14px">\n${rows.join("\n")}\n</table>`;
}

/** Such words, as addresses of pages, may be broken; amounts and dates may not, since on a phone their pieces say something else. */
const longWord = /\S{25}/;

/** On a phone a wide table is moved under the finger, in a box of its own. */
function tableHtml({ alignments, header, rows }: Extract<Block, { kind: "table" }>): string {
  const row = (tag: "th" | "td", cells: Line[]): string => {
    const style = (cell: Line, at: number): string =>
      `${cellStyle};${longWord.test(textOfLine(cell)) ? "" : "word-break:normal;"}text-align:${alignments[at] ?? "left"}`;
    return `<tr>${cells.map((cell, at) => `<${tag} style="${style(cell, at)}">${linesHtml([cell])}</${tag}>`).join("")}</tr>`;
  };
  return (
    `<div style="overflow-x:auto"><table cellpadding="0" cellspacing="0" border="0" style="border-collapse:collapse;margin:0 0 14px;border-top:1px solid ${ink}">\n` +
    `<thead>${row("th", header)}</thead>\n<tbody>${rows.map((cells) => row("td", cells)).join("\n")}</tbody>\n</table></div>`
  );
}

function blockHtml(block: Block, space: number): string {
  switch (block.kind) {
    case "paragraph":
      return `<p style="margin:0 0 ${space}px">${linesHtml(block.lines)}</p>`;
    case "heading": {
      const level = Math.min(block.level + 1, 6);
      const size = block.level === 1 ? 19 : 16;
      return `<h${level} style="font-size:${size}px;line-height:1.3;margin:22px 0 10px">${linesHtml(block.lines)}</h${level}>`;
    }
    case "list":
      return listHtml(block);
    case "quote":
      return `<blockquote style="margin:0 0 14px;padding:0 0 0 12px;border-left:3px solid ${rule}">${blocksHtml(block.blocks)}</blockquote>`;
    case "code":
      return `<pre style="${monospace};font-size:13px;white-space:pre-wrap;background:#f3f6f8;padding:8px;margin:0 0 14px">${escaped(block.text)}</pre>`;
    case "table":
      return tableHtml(block);
    case "rule":
      return block.typed === ""
        ? `<hr style="border:0;border-top:1px solid ${rule};margin:18px 0">`
        : `<p style="margin:0 0 ${space}px">${block.typed}</p>`;
  }
}

const blocksHtml = (blocks: Block[], space = 14): string => blocks.map((block) => blockHtml(block, space)).join("\n");

/** A message written in Markdown as the content of its mail. Every text is escaped. */
export const markdownContent = (body: string): string => blocksHtml(readMarkdown(body));
