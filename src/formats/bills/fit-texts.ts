import type { BillNode } from "../../domain/bill/bill.js";
import { beginningOf, shortened } from "../../domain/text/shortened.js";
import { maxCharacters } from "../../domain/text/text-limits.js";
import { shortenedText } from "../shortened-text.js";
import type { Warn, WarningList } from "../warning-list.js";

/**
 * Shortens the texts of an imported bill to what the actions accept, so that the bill can be saved. If a title is too long, its full text
 * becomes the section's desc. Not recursive, since the file chooses the depth.
 */
export function fitTexts(nodes: readonly BillNode[], warnings: WarningList): void {
  const pending = [nodes];
  for (let list = pending.pop(); list; list = pending.pop()) {
    for (const node of list) {
      const warn = warnings.at(`"${shortened(node.title || node.code || node.desc || "", 60)}"`);
      fitTitle(node, warn);
      for (const name of ["code", "unit"] as const)
        if (node[name]) node[name] = shortenedText(node[name], "name", warn);
      if (node.desc) node.desc = shortenedText(node.desc, "note", warn);
      for (const row of node.measurements ?? []) if (row.desc) row.desc = shortenedText(row.desc, "shortNote", warn);
      if (node.children) pending.push(node.children);
    }
  }
}

function fitTitle(node: BillNode, warn: Warn): void {
  const { title = "" } = node;
  const limit = maxCharacters.name;
  if (title.length <= limit) return;
  const start = beginningOf(title, limit - 1);
  const words = start.replace(/\s+\S*$/, "");
  node.title = `${words.length < limit / 2 ? start : words}…`;
  node.desc = node.desc ? `${title}\n${node.desc}` : title;
  warn("text_cut", `a title of ${title.length} characters was cut to ${limit}; the whole is in the section's desc`);
}
