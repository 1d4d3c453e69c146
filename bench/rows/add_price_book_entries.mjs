// Adds 50,000 entries to a price book in one call, by turns with a bare COPY of the same rows into the same table, with its indexes and
// triggers; and reads a contact with another key meanwhile, 50 times a second, compared with the same while nothing else is done.
import { randomBytes } from "node:crypto";
import pg from "pg";
import { copiedOut, copyInto } from "../copies.mjs";
import { median, percentile } from "../figures.mjs";
import { priceList } from "../price-list.mjs";
import { atMost, ratioOf, takeTurns, timed } from "../stage.mjs";
import { steadyReads } from "../steady-reads.mjs";

export const title = "50,000 entries in one call, compared with a bare COPY, and what others notice";

const entryCount = 50_000;
const mostTime = 1.5;
const mostDelay = 2;
const rounds = 3;
const warmUpReads = 500;
/** Enough for 400 reads. */
const mostIdleMs = 8_000;
const columns = "code, category, description, unit, price";

export async function run(stage) {
  const product = await stage.product({}, 8);
  const { act, send, port, apiKey, organizationId } = product;
  const db = new pg.Client({ connectionString: product.databaseUrl });
  await stage.ends(db.connect(), () => db.end());
  const { id: contactId } = await act("create_contact", { name: "Anna" });
  const key = await furtherKey(product);
  const read = () => send(port, "/api/rest/actions/get_contact", key, { contactId });
  for (let n = 0; n < warmUpReads; n++) await read();
  const entries = JSON.stringify(priceList(7).entries(entryCount));
  const newBook = async () => (await act("create_price_book", { name: "Prezzario" })).id;

  /** Its own text is made before: who sends it also reads. */
  const add = async () => {
    const bookId = await newBook();
    const body = Buffer.from(`{"bookId":"${bookId}","entries":${entries}}`);
    const endReads = steadyReads(read);
    const ms = await timed(() => send(port, "/api/rest/actions/add_price_book_entries", apiKey, body));
    return { ms, readMs: endReads(), bookId };
  };
  const { bookId: firstBook } = await add();
  const copy = async () => {
    const rows = `select '${organizationId}', uuidv7(), '${await newBook()}', ${columns}, now() from price_book_entry where book_id = '${firstBook}' order by id`;
    const chunks = await copiedOut(db, rows);
    const all = `organization_id, id, book_id, ${columns}, created_at`;
    return { ms: await timed(() => copyInto(db, "price_book_entry", all, chunks)) };
  };
  const idle = async ({ ms }) => {
    const endReads = steadyReads(read);
    await new Promise((resolve) => setTimeout(resolve, Math.min(ms, mostIdleMs)));
    return { readMs: endReads() };
  };

  let latest;
  const figures = await takeTurns(["added", "idle", "copied"], rounds, async (side) => {
    if (side === "copied") return copy();
    if (side === "idle") return idle(latest);
    latest = await add();
    return latest;
  });
  const took = (side) => `${median(figures[side].map(({ ms }) => ms)).toFixed(0)} ms`;
  stage.say(`added in ${took("added")}, COPY ${took("copied")}`);
  // Of all rounds together: a round has too few reads for a p99 that would come out again.
  const readP99 = (side) =>
    percentile(
      figures[side].flatMap(({ readMs }) => readMs),
      0.99,
    );
  stage.say(`a contact read, p99: ${readP99("idle").toFixed(1)} ms idle, ${readP99("added").toFixed(1)} ms meanwhile`);
  return [
    atMost(
      "time",
      mostTime,
      ratioOf(figures.added, figures.copied, ({ ms }) => ms),
      "× a bare COPY",
    ),
    atMost("others' p99 meanwhile", mostDelay, readP99("added") / readP99("idle"), "× idle"),
  ];
}

/** @returns a further key of the organization, with all permissions */
async function furtherKey({ organizationId, query }) {
  const secret = randomBytes(32).toString("base64url");
  const { rows } = await query(
    `insert into api_key (id, organization_id, name, secret_sha256, created_at)
     values (uuidv7(), $1, 'Altra', sha256($2::text::bytea), now()) returning replace(id::text, '-', '') as id`,
    [organizationId, secret],
  );
  return `pra_${rows[0].id}_${secret}`;
}
