import type { TestApi } from "./caller.js";
import type { TestOrganization, TestRecord } from "./factories.js";

export interface ListRow {
  code: string;
  text: string;
  unit?: string;
  price: string;
}

const article = ({ code, text, unit = "mq", price }: ListRow): string =>
  `<Articolo codice="${code}"><livello1>OPERE</livello1><livello2>${text}</livello2><um>${unit}</um><prezzo>${price}</prezzo>
   <Analisi><incidenzamanodopera percentuale="40.5"/></Analisi></Articolo>`;

/** A price list as Toscana publishes them. @param detail what it says of itself beside its author */
export const listOf = (rows: readonly ListRow[], detail = ""): string =>
  `<?xml version="1.0"?><Prezzario><intestazione autore="Regione Lazio">${detail}</intestazione><Contenuto>${rows.map(article).join("")}</Contenuto></Prezzario>`;

/** @returns the file's id */
export async function uploadList(
  api: TestApi,
  org: TestOrganization,
  content: string | Buffer<ArrayBuffer>,
  { name = "Prezzario Lazio 2023.xml", key = org.key } = {},
): Promise<string> {
  const form = new FormData();
  form.set("file", new Blob([content]), name);
  const response = await fetch(`${api.url}/api/rest/files`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}` },
    body: form,
  });
  return ((await response.json()) as { result: TestRecord }).result.id;
}
