import { UnreadableFile } from "../../unreadable-file.js";
import { XmlStream } from "../../xml/xml-stream.js";
import type { XmlLayout } from "./read-xml-list.js";
import { toscana } from "./toscana.js";

interface Layout {
  format: string;
  layout: XmlLayout;
}

/** What the beginning of an XML file holds: the names of its elements, and what its header calls itself. */
interface Beginning {
  root: string;
  names: ReadonlySet<string>;
  author: string;
}

const maxNames = 5_000;

function beginningOf(head: Uint8Array): Beginning {
  const names = new Set<string>();
  let root = "";
  let author = "";
  const stream = new XmlStream({
    open(name, attribute) {
      root ||= name;
      if (names.size < maxNames) names.add(name);
      if (name === "intestazione" || name === "dettaglio") author += `${attribute("autore")} ${attribute("area")} `;
    },
    fault() {},
  });
  stream.write(head);
  stream.end();
  return { root, names, author };
}

/**
 * Finds the layout of an XML price list by the elements that it begins with.
 * @returns null where it is none that is known
 * @throws UnreadableFile for a document type definition
 */
export function chooseLayout(head: Uint8Array): Layout | null {
  const { root, names, author } = beginningOf(head);
  if (root === "Prezzario" || names.has("Articolo")) {
    const isLiguria = names.has("mo") || /liguria/i.test(author);
    return { format: isLiguria ? "liguria_xml" : "toscana_xml", layout: toscana };
  }
  if (root) throw new UnreadableFile("unknown_format", `XML of the kind <${root.slice(0, 60)}> isn't known.`);
  return null;
}
