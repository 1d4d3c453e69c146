// search_price_book among 1,000,000 entries of one firm: how long, compared with the limit's read by one client, and whether it finds.
import pg from "pg";
import { copyInto } from "../copies.mjs";
import { priceList } from "../price-list.mjs";
import { measureSearch } from "../search/measure.mjs";
import { randomNumbers } from "../search/random.mjs";
import { spellings, takeSome, wordsOf } from "../search/spellings.mjs";

export const title =
  "search_price_book among 1,000,000 entries of one firm, compared with the limit's read by one client";

const perKind = 34;
const columns = "organization_id, id, book_id, created_at, code, category, description, unit, price";

export async function run(stage) {
  const size = stage.quick ? 50_000 : 1_000_000;
  const product = await stage.product({}, 4);
  const sample = await fill(stage, product, size);
  return measureSearch(stage, product, "search_price_book", {
    "first set": await queries(product, sample, 11),
    "second set": await queries(product, sample, 23),
  });
}

/** Loads the entries by two connections, and the indexes of words and the vocabulary afterwards. @returns some hundred entries, spread over all */
async function fill(stage, product, size) {
  const { id: bookId } = await product.act("create_price_book", { name: "Prezzario" });
  const list = priceList(7);
  const { rows: indexes } = await product.query(
    "select indexrelid::regclass as name, pg_get_indexdef(indexrelid) as definition from pg_index where indrelid = 'price_book_entry'::regclass and pg_get_indexdef(indexrelid) like '%USING gin%'",
  );
  for (const { name } of indexes) await product.query(`drop index ${name}`);
  const sample = [];
  let next = 0;
  /** The next lines, and none when there are enough. */
  function block() {
    const from = next;
    const entries = list.entries(Math.min(2_000, size - from));
    next += entries.length;
    sample.push(entries[0]);
    const id = (n) =>
      `${(1_790_000_000_000 + n)
        .toString(16)
        .padStart(12, "0")
        .replace(/^(.{8})/, "$1-")}-7000-8000-${n.toString(16).padStart(12, "0")}`;
    const lines = entries.map(({ code, category, description, unit, price }, i) =>
      [product.organizationId, id(from + i), bookId, "2026-03-01", code, category, description, unit, price].join("\t"),
    );
    return `${lines.join("\n")}\n`;
  }
  function* lines() {
    while (next < size) yield block();
  }
  const load = async () => {
    const db = new pg.Client({ connectionString: product.databaseUrl });
    await db.connect();
    try {
      await db.query("set session_replication_role = replica");
      await copyInto(db, "price_book_entry", columns, lines());
    } finally {
      await db.end();
    }
  };
  const began = performance.now();
  await Promise.all([load(), load()]);
  await product.query("set maintenance_work_mem = '1GB'");
  for (const { definition } of indexes) await product.query(definition);
  await product.query(
    `insert into search_word (organization_id, area, lexeme, entries)
     select $1::uuid, 'prices', word, ndoc from ts_stat('select search from price_book_entry') where length(word) <= 64
     union all select $1::uuid, 'prices', '', count(*) from price_book_entry`,
    [product.organizationId],
  );
  for (const table of ["price_book_entry", "search_word"]) await product.query(`vacuum analyze ${table}`);
  stage.say(`${size} entries in ${Math.round((performance.now() - began) / 1000)} s`);
  return sample;
}

/** Queries made from entries, by words that hardly any other entry has together; and a few very common words. */
async function queries(product, sample, seed) {
  const numbers = randomNumbers(seed);
  const { pick, random } = numbers;
  const written = spellings(numbers);
  const some = (words, count) => takeSome(numbers, words, count);
  const tells = async (words) => {
    const { rows } = await product.query(
      `select from price_book_entry where lexeme_keys(right(organization_id::text, 8), search)
         @@ keyed_query(right($1::text, 8), plainto_tsquery('pratica_it', search_text($2))) limit 11`,
      [product.organizationId, words.join(" ")],
    );
    return rows.length <= 10;
  };
  const isAccented = (word) => /[àèìòù]$/.test(word);
  const makers = {
    words: (text) => some(wordsOf(text, 5), 4),
    typos: (text) => some(wordsOf(text, 5), 4),
    accents: (text) => [...wordsOf(text, 5).filter(isAccented), ...some(wordsOf(text, 5), 2)],
    parts: (text) => some(wordsOf(text, 9), 3),
  };
  const made = [];
  for (const [kind, make] of Object.entries(makers)) {
    while (made.filter((query) => query.kind === kind).length < perKind) {
      const { code, description } = pick(sample);
      if (kind === "accents" && !wordsOf(description, 5).some(isAccented)) continue;
      const words = [...new Set(make(description))];
      if (words.length < 2 || !(await tells(words))) continue;
      made.push({ kind, text: written[kind](words).join(" "), isRight: hasCode(code) });
    }
  }
  for (let n = 0; n < perKind; n++) {
    const { code } = pick(sample);
    made.push({
      kind: "codes",
      text: random() < 0.5 ? code : code.replaceAll(".", "").toLowerCase(),
      isRight: hasCode(code),
    });
    made.push({
      kind: "common",
      text: pick(["fornitura", "compreso ogni onere", "trasporto", "posa in opera", "spessore", "demolizione scavo"]),
    });
  }
  return made.slice(0, 200);
}

const hasCode = (code) => (answer) => answer.entries.slice(0, 10).some((entry) => entry.code === code);
