// What also orders a workflow: create_reminder within the horizon. First to the acknowledgement, while the relay is paused, compared with
// the bare insert of the reminder; then how fast the relay hands the orders over, compared with bare starts on the same Temporal server,
// which keeps its state in memory.
import { setTimeout as wait } from "node:timers/promises";
import { Client, Connection } from "@temporalio/client";
import { inParallel, median } from "../figures.mjs";
import { atLeast, loadLine, ratioOf, roundSeconds, takeTurns, timed } from "../stage.mjs";

export const title = "actions that order a workflow, and the relay compared with bare starts";

const rounds = 3;
const loadRounds = 6;
const ordersPerRound = 500;
/** As many as the relay hands over at once. */
const startsAtOnce = 50;
const columns =
  "organization_id, workflow_id, workflow_type, signal, input, summary, project_id, record_id, created_at";

export async function run(stage) {
  const { address } = await stage.temporal();
  // Each of the relay's failures, while it is paused, would be a line of the log.
  const product = await stage.product({ TEMPORAL_ADDRESS: address, LOG_LEVEL: "error" });
  const limit = await stage.limit(product);
  const [{ role }] = (
    await product.query(
      "select grantee as role from information_schema.role_table_grants where table_name = 'outbox' and privilege_type = 'UPDATE' and grantee <> current_user",
    )
  ).rows;
  // What is handed over waits at Temporal, as do the bare workflows: only the hand-over is measured.
  process.kill(product.pids.worker, "SIGSTOP");
  stage.ends(Promise.resolve(), () => process.kill(product.pids.worker, "SIGCONT"));

  // The relay marks what it takes, which it may not now.
  await product.query(`revoke update on outbox from ${role}`);
  const dueAt = new Date(Date.now() + 10 * 86_400_000).toISOString();
  const bodies = [{ title: "Scadenza #", dueAt, kind: "generic" }];
  const sides = { Pratica: [product, "/api/rest/actions/create_reminder"], limit: [limit, "/create_reminder"] };
  const figures = await takeTurns(Object.keys(sides), loadRounds, (name, isWarmUp) => {
    const [side, pathname] = sides[name];
    return stage.loaded(side, { pathname, key: product.apiKey, bodies }, isWarmUp ? 1 : roundSeconds);
  });
  for (const [name, own] of Object.entries(figures)) stage.say(`create_reminder ${name.padEnd(8)} ${loadLine(own)}`);

  await product.query("create table ordered as select * from outbox order by id");
  await product.query("truncate outbox");
  await product.query(`grant update on outbox to ${role}`);
  const drain = async () => {
    const taken = `with taken as (delete from ordered where id in (select id from ordered order by id limit ${ordersPerRound}) returning *)`;
    const { rowCount } = await product.query(`${taken} insert into outbox (${columns}) select ${columns} from taken`);
    if (rowCount < ordersPerRound) throw new Error("Too little was ordered.");
    while ((await product.query("select from outbox limit 1")).rowCount > 0) await wait(5);
  };
  const connection = await stage.ends(Connection.connect({ address }), (made) => made.close());
  const client = new Client({ connection });
  let round = 0;
  const start = () => {
    round++;
    return inParallel(startsAtOnce, ordersPerRound, (n) =>
      client.workflow.start("bare", { workflowId: `bare:${round}:${n}`, taskQueue: "bare", args: [{ n }] }),
    );
  };
  const times = await takeTurns(["relay", "bare"], rounds, (name) => timed(name === "relay" ? drain : start));
  const perSecond = (ms) => Math.round((1000 * ordersPerRound) / median(ms));
  stage.say(`handed over ${perSecond(times.relay)}/s, bare starts ${perSecond(times.bare)}/s`);
  return [
    atLeast(
      "create_reminder",
      0.6,
      ratioOf(figures.Pratica, figures.limit, ({ perSecond }) => perSecond),
      "of the bare insert",
    ),
    atLeast("orders handed over", 0.7, ratioOf(times.bare, times.relay), "of bare starts"),
  ];
}
