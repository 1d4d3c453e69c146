// Creates, updates and reads by 32 connections, compared with the least that any Node service must do: node:http and pg, which check the
// key and write or read the row in one named statement.
import { until } from "../../scripts/product.mjs";
import { median, processorSeconds, residentBytes } from "../figures.mjs";
import { atLeast, atMost, loadLine, ratioOf, roundSeconds, takeTurns } from "../stage.mjs";

export const title = "actions over REST by 32 connections, compared with bare node:http and pg";

const leastOfLimit = 0.7;
const statuses = ["active", "on_hold", "completed"];

export async function run(stage) {
  const rounds = stage.quick ? 3 : 9;
  const product = await stage.product();
  const limit = await stage.limit(product);
  const contacts = [];
  const projects = [];
  // So many that Postgres looks them up by index: a table of five pages it reads whole, and each update adds to what it reads.
  for (let i = 0; i < 600; i++) {
    const { id: clientContactId } = await product.act("create_contact", { name: `Cliente ${i}` });
    contacts.push(clientContactId);
    projects.push((await product.act("create_project", { name: `Pratica ${i}`, clientContactId })).id);
  }
  // As Postgres itself does within a minute: until then its plans are those for empty tables.
  await product.query("analyze");
  const cases = {
    create_contact: ["create", [{ name: "Contatto #", email: "c#@example.test" }]],
    // As many as have no common divisor with the projects: each time another status.
    update_project_status: [
      "update",
      statuses.flatMap((status) => projects.slice(0, 199).map((projectId) => ({ projectId, status }))),
    ],
    get_contact: ["read", contacts.map((contactId) => ({ contactId }))],
  };

  const lines = [];
  for (const [action, [operation, bodies]] of Object.entries(cases)) {
    const sides = {
      Pratica: [product, `/api/rest/actions/${action}`],
      limit: [limit, `/${operation}`],
    };
    const figures = await takeTurns(Object.keys(sides), rounds, (name, isWarmUp) => {
      const [side, pathname] = sides[name];
      return stage.loaded(side, { pathname, key: product.apiKey, bodies }, isWarmUp ? 1 : roundSeconds);
    });
    for (const [name, own] of Object.entries(figures)) stage.say(`${action} ${name.padEnd(8)} ${loadLine(own)}`);
    await indexed(product, stage);
    const { Pratica, limit: bare } = figures;
    lines.push(
      atLeast(
        action,
        leastOfLimit,
        ratioOf(Pratica, bare, ({ perSecond }) => perSecond),
        "of the limit",
      ),
    );
    if (action === "create_contact") {
      const p99 = (own) => median(own.map((figure) => figure.p99));
      lines.push(atMost("create_contact, p99", 1.5, p99(Pratica) / p99(bare), "× the limit's"));
    }
  }
  lines.push(atMost("the API's memory afterwards", 220, residentBytes(product.pids.api) / 1e6, "MB"));
  return lines;
}

/** Waits until all that both sides wrote is indexed for the search, which begins once nobody writes, and would slow the next case. */
async function indexed({ query, pids }, { say }) {
  const { rowCount: records } = await query("select distinct kind, id from search_backlog");
  if (records === 0) return;
  const before = processorSeconds(pids.postgres);
  await until(async () => (await query("select from search_backlog limit 1")).rowCount === 0);
  const ms = (1000 * (processorSeconds(pids.postgres) - before)) / records;
  say(`  indexed ${records} records afterwards, each in ${ms.toFixed(2)} ms of Postgres' processor time`);
}
