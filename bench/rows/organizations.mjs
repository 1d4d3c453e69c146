// What an organization's requests cost in a database with ten thousand other organizations, compared with one that has it alone: the
// processor time of API and Postgres, the two taking turns.

import { median } from "../figures.mjs";
import { addOtherOrganizations } from "../other-organizations.mjs";
import { atMost, ratioOf, roundSeconds, takeTurns } from "../stage.mjs";

export const title = "one organization beside 10,000 others, compared with it alone";

const others = 10_000;
const most = 1.5;
const rounds = 3;
const connections = 8;

export async function run(stage) {
  const sides = { alone: await stage.product(), beside: await stage.product({}, 32, stage.port + 4) };
  await addOtherOrganizations(sides.beside.query, stage.size ?? others);
  const ids = {};
  for (const [name, product] of Object.entries(sides)) {
    ids[name] = await seed(product);
    await product.query("vacuum analyze");
    // Its workers would count as the requests' own time.
    await product.query("alter system set autovacuum = off");
    await product.query("select pg_reload_conf()");
  }
  const cases = {
    get_contact: (contactIds) => contactIds.map((contactId) => ({ contactId })),
    list_contacts: () => [{ limit: 20 }],
    search_records: () => ["conti", "ristrutturazione", "anna conti", "bianch"].map((query) => ({ query })),
    create_contact: () => [{ name: "Contatto #", email: "c#@example.test" }],
  };
  const lines = [];
  for (const [action, bodiesOf] of Object.entries(cases)) {
    const figures = await takeTurns(Object.keys(sides), rounds, (name, isWarmUp) => {
      const { apiKey: key } = sides[name];
      const request = { pathname: `/api/rest/actions/${action}`, key, bodies: bodiesOf(ids[name]) };
      return stage.loaded(sides[name], request, isWarmUp ? 1 : roundSeconds, connections);
    });
    const mid = (name, part) => median(figures[name].map((figure) => figure[part])).toFixed(2);
    const of = (name) => `${name}: Node ${mid(name, "node")}, Postgres ${mid(name, "database")} ms`;
    stage.say(`${action}, processor per request: ${of("alone")}; ${of("beside")}`);
    lines.push(
      atMost(
        action,
        most,
        ratioOf(figures.beside, figures.alone, ({ node, database }) => node + database),
        "× alone",
      ),
    );
  }
  return lines;
}

/** What both have: 200 contacts with a project each, indexed for the search. @returns the contacts' ids */
async function seed({ act, organizationId, query }) {
  const names = ["Anna", "Marco", "Lucia", "Paolo", "Sara"];
  const surnames = ["Conti", "Rossi", "Bianchi", "Ferri", "Galli", "Moretti", "Costa"];
  const ids = [];
  for (let n = 0; n < 200; n++) {
    const name = `${names[n % names.length]} ${surnames[n % surnames.length]} ${n}`;
    const { id } = await act("create_contact", { name, email: `anna${n}@seme.test` });
    await act("create_project", { name: `Ristrutturazione ${name}`, clientContactId: id });
    ids.push(id);
  }
  await query("select refresh_search($1, 10000)", [organizationId]);
  return ids;
}
