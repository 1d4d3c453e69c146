import { UnreadableFile } from "../../unreadable-file.js";
import { XmlStream } from "../../xml/xml-stream.js";
import { basilicata } from "./basilicata.js";
import { lombardia } from "./lombardia.js";
import { lombardiaRows } from "./lombardia-rows.js";
import { elements, type ListLayout } from "./read-xml-list.js";
import { six } from "./six.js";
import { toscana } from "./toscana.js";
import { veneto } from "./veneto.js";
import { xpwe } from "./xpwe.js";

/** What the beginning of an XML file holds: the names of its elements, and what its header calls itself. */
interface Beginning {
  root: string;
  names: ReadonlySet<string>;
  header: string;
}

interface KnownLayout {
  format: string;
  layout: ListLayout;
}

const known: (KnownLayout & { is(beginning: Beginning): boolean })[] = [
  { format: "xpwe", layout: xpwe, is: ({ names }) => names.has("PweDocumento") },
  {
    format: "liguria_xml",
    layout: elements(toscana),
    is: ({ names, header }) => names.has("Articolo") && (names.has("mo") || /liguria/i.test(header)),
  },
  {
    format: "toscana_xml",
    layout: elements(toscana),
    is: ({ root, names }) => names.has("Articolo") || (root === "Prezzario" && names.has("intestazione")),
  },
  { format: "lombardia_xml", layout: elements(lombardia), is: ({ names }) => names.has("dettaglio_voce") },
  {
    format: "lombardia_rows_xml",
    layout: elements(lombardiaRows),
    is: ({ names }) => names.has("Codice") && names.has("Declaratoria"),
  },
  {
    format: "veneto_xml",
    layout: elements(veneto),
    is: ({ names }) => names.has("settore") && (names.has("capitolo") || names.has("paragrafo")),
  },
  {
    format: "basilicata_xml",
    layout: elements(basilicata),
    is: ({ names }) => names.has("capitoli") && names.has("categorie"),
  },
  {
    format: "six",
    layout: elements(six),
    is: ({ root, names }) =>
      names.has("prodotto") || names.has("unitaDiMisura") || (/^documento$/i.test(root) && names.has("gruppo")),
  },
];

const maxNames = 5_000;

function beginningOf(head: Uint8Array): Beginning {
  const names = new Set<string>();
  let root = "";
  let header = "";
  const stream = new XmlStream({
    open(name, attribute) {
      root ||= name;
      if (names.size < maxNames) names.add(name);
      if (name === "intestazione" || name === "dettaglio") header += `${attribute("autore")} ${attribute("area")} `;
    },
    fault() {},
  });
  try {
    stream.write(head);
    stream.end();
  } catch (error) {
    // How far it can be read is for the reading to say.
    if (!(error instanceof UnreadableFile) || error.code === "doctype") throw error;
  }
  return { root, names, header };
}

/**
 * Finds the layout of an XML price list by the elements that it begins with; null where it is none that is known.
 * @throws UnreadableFile for a document type definition
 */
export function chooseLayout(head: Uint8Array): KnownLayout | null {
  const beginning = beginningOf(head);
  return known.find((layout) => layout.is(beginning)) ?? null;
}
