// npm run bench:price-list [entries, default 60000] [rounds, default 2]: imports a generated regional list (XML) with long texts, compared
// with a bare COPY of the same rows into the same table, with the same indexes, in the same Postgres; and reads a contact meanwhile,
// compared with the same on an idle product. Only the ratios are meaningful. The product is started for this run, and all is on loopback.
import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { startProduct } from "../scripts/product.mjs";
import { copiedOut, copyInto } from "./copies.mjs";
import { load, median, percentile, say } from "./figures.mjs";
import { priceList } from "./price-list.mjs";
import { timed } from "./stage.mjs";
import { steadyReads } from "./steady-reads.mjs";

const [entryCount, rounds] = [Number(process.argv[2] ?? 60_000), Number(process.argv[3] ?? 2)];
const port = 3940;
const idleMs = 10_000;
/** Each entry repeats the texts of its headings, as the regions' lists do. */
const headingCount = 400;

const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;

function generatedXml() {
  const list = priceList(7);
  const entries = list.entries(entryCount);
  const headings = entries.slice(0, headingCount).map(({ description }) => description);
  const article = ({ code, category, description, unit, price }, n) => {
    const heading = (step) => headings[Math.floor(n / 40 + step) % headings.length];
    return `<Articolo codice="${code}"><livello1>${category}</livello1><livello2>${heading(0)} ${heading(7)}</livello2><livello3>${heading(13)}. ${heading(29)}</livello3><livello4>${description}</livello4><um>${unit}</um><prezzo>${price}</prezzo><Analisi><incidenzamanodopera percentuale="${(price % 90).toFixed(2)}"/></Analisi></Articolo>`;
  };
  return `<?xml version="1.0" encoding="UTF-8"?><Prezzario><intestazione autore="Regione"><dettaglio anno="2026"/></intestazione><Contenuto>${entries.map(article).join("\n")}</Contenuto></Prezzario>`;
}

const { apiKey, organizationId, databaseUrl, act, stop } = await startProduct(port, 64);
const db = new pg.Client({ connectionString: databaseUrl });
try {
  await db.connect();
  const xml = generatedXml();
  say(`${entryCount} entries, ${(Buffer.byteLength(xml) / 1e6).toFixed(0)} MB of XML`);
  const form = new FormData();
  form.set("file", new Blob([xml]), "prezzario.xml");
  const upload = await fetch(`http://127.0.0.1:${port}/api/rest/files`, {
    method: "POST",
    headers: { authorization: `Bearer ${apiKey}` },
    body: form,
  });
  const { id: fileId } = (await upload.json()).result;
  const { id: contactId } = await act("create_contact", { name: "Anna" });
  const read = () => act("get_contact", { contactId });
  for (let n = 0; n < 200; n++) await read();

  const columns = "category, chapter, code, description, unit, price, labour_pct, safety_pct";
  const bareCopy = async (bookId) => {
    const id = randomUUID();
    const rows = `select '${organizationId}', gen_random_uuid(), '${id}', ${columns}, now() from price_book_entry where book_id = '${bookId}' order by id`;
    await db.query(
      "insert into price_book (organization_id, id, name, created_at, updated_at) values ($1, $2, 'x', now(), now())",
      [organizationId, id],
    );
    const chunks = await copiedOut(db, rows);
    await act("delete_price_book", { bookId });
    const all = `organization_id, id, book_id, ${columns}, created_at`;
    const tookMs = await timed(() => copyInto(db, "price_book_entry", all, chunks));
    await act("delete_price_book", { bookId: id });
    return tookMs;
  };
  const imported = async () => {
    const began = performance.now();
    const { book } = await act("import_price_book", { fileId });
    for (;;) {
      const { import: state } = await act("get_price_book", { bookId: book.id, limit: 1 });
      if (state.status === "failed") throw new Error(state.error);
      if (state.status === "done")
        return { bookId: book.id, tookMs: performance.now() - began, written: state.written };
      await wait(100);
    }
  };

  const figures = [];
  for (let n = 0; n < rounds; n++) {
    const endIdle = steadyReads(read);
    await wait(idleMs);
    const idle = percentile(endIdle(), 0.99);
    const endBeside = steadyReads(read);
    const { bookId, tookMs, written } = await imported();
    const beside = percentile(endBeside(), 0.99);
    if (written !== entryCount) throw new Error(`${written} of ${entryCount} entries were written`);
    const copyMs = await bareCopy(bookId);
    figures.push({ speed: copyMs / tookMs, delay: beside / idle });
    say(
      `imported in ${seconds(tookMs)}, bare COPY ${seconds(copyMs)}: ${(copyMs / tookMs).toFixed(2)} of its speed; reading a contact p99 ${idle.toFixed(0)} ms idle, ${beside.toFixed(0)} ms meanwhile: ${(beside / idle).toFixed(2)} times; ${load()}`,
    );
  }
  const of = (name) => median(figures.map((each) => each[name])).toFixed(2);
  say(`medians: ${of("speed")} of the speed of a bare COPY, p99 ${of("delay")} times the idle one`);
} finally {
  await db.end();
  await stop();
}
