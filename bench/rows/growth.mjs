// What grows: the processor time of API and Postgres for each unit at a tenth of a size and at the size, taking turns where what is there
// stays as it is. The searches are last, when nothing is left to be indexed.
import { billLines } from "../bill-lines.mjs";
import { median, processorSeconds } from "../figures.mjs";
import { names, surnames } from "../other-organizations.mjs";
import { priceList } from "../price-list.mjs";
import { atMost, ratioOf, takeTurns } from "../stage.mjs";

export const title = "the time of a unit at the size, compared with a tenth of the size";

const most = 1.5;
const contacts = 30_000;
const seed = 7;

export async function run(stage) {
  const large = await stage.product({}, 4);
  const small = await stage.product({}, 4, stage.port + 4);
  const lines = [];
  const used = ({ pids }) => 1000 * (processorSeconds(pids.api) + processorSeconds(pids.postgres));
  /** The processor time of some work in ms, for each of its units. */
  const cost = async (product, units, work) => {
    const before = used(product);
    await work();
    return (used(product) - before) / units;
  };
  const compare = async (what, rounds, costs) => {
    const figures = await takeTurns(["tenth", "size"], rounds, (name) => costs[name]());
    stage.say(
      `${what}: ${median(figures.tenth).toFixed(4)} ms a unit at a tenth, ${median(figures.size).toFixed(4)} ms at the size`,
    );
    lines.push(atMost(what, most, ratioOf(figures.size, figures.tenth), "× at a tenth"));
  };

  const { id: projectId } = await large.act("create_project", { name: "Scuola" });
  const bill = async (sections) => {
    const { id: computoId } = await large.act("create_bill_of_quantities", { projectId, name: "Computo" });
    return { count: 100 * sections, computoId, lines: billLines(sections) };
  };
  const bills = { tenth: await bill(10), size: await bill(100) };
  const ofBills = (work) => {
    const again =
      ({ count, ...body }, times) =>
      () =>
        cost(large, count * times, async () => {
          for (let n = 0; n < times; n++) await work(body);
        });
    return { tenth: again(bills.tenth, 10), size: again(bills.size, 2) };
  };
  await compare(
    "lines of a bill saved, 10,000",
    3,
    ofBills((body) => large.act("save_bill_of_quantities_lines", body)),
  );
  await compare(
    "lines of a bill read, 10,000",
    3,
    ofBills(({ computoId }) => large.act("get_bill_of_quantities", { computoId })),
  );

  // A tenth of the entries goes to one product and all to the other: so the books, too, have the two sizes.
  const books = {};
  for (const product of [small, large])
    books[product.port] = (await product.act("create_price_book", { name: "Prezzario" })).id;
  const list = priceList(seed);
  const add = (product, count) => {
    const entries = list.entries(count);
    return cost(product, count, () => product.act("add_price_book_entries", { bookId: books[product.port], entries }));
  };
  await compare("price entries added, 10,000 a call", 2, {
    tenth: () => add(small, 1_000),
    size: () => add(large, 10_000),
  });

  await fill(small, contacts / 10);
  await fill(large, contacts);
  const asks = (action, bodies) => {
    const request = { pathname: `/api/rest/actions/${action}`, bodies };
    const one = (product) => async () => {
      const { node, database } = await stage.loaded(product, { ...request, key: product.apiKey }, 2, 4);
      return node + database;
    };
    const among = action === "search_price_book" ? "30,000 entries" : `${contacts.toLocaleString("en")} contacts`;
    return compare(`${action}, ${among}`, 3, { tenth: one(small), size: one(large) });
  };
  await asks("list_contacts", [{ limit: 20 }]);
  await asks("search_price_book", queriesOf(list));
  await asks("search_records", [{ query: "anna conti" }, { query: "moretti" }, { query: "greco 17" }]);
  return lines;
}

const queriesOf = (list) =>
  Object.values(list.queries(list.entries(500), 20)).flatMap((texts) => texts.map((query) => ({ query })));

/** Contacts as the product writes them, indexed for the search; neither that nor a vacuum is left to be done. */
async function fill({ query, organizationId }, count) {
  await query("set session_replication_role = replica");
  await query(
    `insert into contact (organization_id, id, created_at, updated_at, name, role, email, emails, phones)
     select $1, uuidv7(), now(), now(), (${names})[1 + n % 7] || ' ' || (${surnames})[1 + n % 11] || ' ' || n, 'client', 'c' || n || '@x.test', array['c' || n || '@x.test'], '{}'
     from generate_series(1, $2::int) n`,
    [organizationId, count],
  );
  await query("insert into search_backlog select organization_id, 'contact', id from contact");
  await query("set session_replication_role = origin");
  const perRefresh = 2_000;
  const refresh = async () =>
    (await query(`select refresh_search($1, ${perRefresh}) as indexed`, [organizationId])).rows[0].indexed;
  while ((await refresh()) === perRefresh);
  await query("vacuum analyze");
  await query("alter system set autovacuum = off");
  await query("select pg_reload_conf()");
}
