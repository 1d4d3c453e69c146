// node bench/pocketbase.mjs <executable of PocketBase>: creates, updates and reads as in bench/rows/throughput.mjs, by turns of Pratica,
// PocketBase and the limit. PocketBase has two collections with the same fields, and a user's token. docs/performance.md says how to build it.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { until } from "../scripts/product.mjs";
import { load, say } from "./figures.mjs";
import { createStage, loadLine, ratioOf, takeTurns } from "./stage.mjs";
import { endChild } from "./temporal.mjs";

const executable = path.resolve(process.argv[2]);
const [rounds, seconds] = [3, 4];
const stage = createStage({ port: Number(process.env.BENCH_PORT ?? 3900), say });
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => stage.end().finally(() => process.exit(1)));

const text = (name) => ({ name, type: "text" });
const withUser = '@request.auth.id != ""';
const rules = { createRule: withUser, viewRule: withUser, updateRule: withUser, listRule: withUser };
const collections = [
  {
    name: "contact",
    fields: ["name", "role", "company", "email", "phone", "pec", "notes"].map(text),
  },
  { name: "project", fields: ["name", "status", "type", "description", "address", "municipality", "stage"].map(text) },
];

async function startPocketBase() {
  const folder = mkdtempSync(path.join(tmpdir(), "pratica-bench-pocketbase-"));
  const port = stage.port + 4;
  const dir = ["--dir", folder];
  const [email, password] = ["bench@bench.test", "una password lunga"];
  spawnSync(executable, ["superuser", "upsert", email, password, ...dir]);
  const child = spawn(executable, ["serve", "--http", `127.0.0.1:${port}`, ...dir], { stdio: "ignore" });
  stage.ends(Promise.resolve(), async () => {
    await endChild(child, "SIGTERM");
    rmSync(folder, { recursive: true, force: true });
  });
  await until(() => fetch(`http://127.0.0.1:${port}/api/health`).then((response) => response.ok));
  const send = async (pathname, body, token = "") => {
    const response = await fetch(`http://127.0.0.1:${port}/api/collections${pathname}`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: token },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${pathname}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  const logIn = async (of) => (await send(`/${of}/auth-with-password`, { identity: email, password })).token;
  const owner = await logIn("_superusers");
  for (const { name, fields } of collections) await send("", { name, type: "base", fields, ...rules }, owner);
  await send("/users/records", { email, password, passwordConfirm: password, verified: true }, owner);
  return { port, pids: { api: child.pid }, key: await logIn("users"), send };
}

try {
  const [product, pocketBase] = [await stage.product(), await startPocketBase()];
  const limit = await stage.limit(product);
  const [ours, theirs] = [
    { contact: [], project: [] },
    { contact: [], project: [] },
  ];
  for (let n = 0; n < 200; n++) {
    ours.contact.push((await product.act("create_contact", { name: `Cliente ${n}` })).id);
    ours.project.push((await product.act("create_project", { name: `Pratica ${n}` })).id);
    for (const kind of ["contact", "project"])
      theirs[kind].push((await pocketBase.send(`/${kind}/records`, { name: `Nome ${n}` }, pocketBase.key)).id);
  }
  await product.query("analyze");
  const statuses = ["active", "on_hold", "completed"];
  const each = (ids, make) => statuses.flatMap((status) => ids.slice(0, 199).map((id) => make(id, status)));
  const records = (kind) => theirs[kind].slice(0, 199).map((id) => `/api/collections/${kind}/records/${id}`);
  const contact = { name: "Contatto #", email: "c#@example.test" };
  const cases = {
    create_contact: ["create", [contact], { pathname: "/api/collections/contact/records", bodies: [contact] }],
    update_project_status: [
      "update",
      each(ours.project, (projectId, status) => ({ projectId, status })),
      { method: "PATCH", pathname: records("project"), bodies: each(theirs.project, (_, status) => ({ status })) },
    ],
    get_contact: [
      "read",
      ours.contact.map((contactId) => ({ contactId })),
      { method: "GET", pathname: records("contact"), bodies: [{}] },
    ],
  };
  for (const [action, [operation, bodies, request]] of Object.entries(cases)) {
    const { apiKey: key } = product;
    const sides = {
      Pratica: [product, { pathname: `/api/rest/actions/${action}`, key, bodies }],
      PocketBase: [pocketBase, { ...request, key: pocketBase.key }],
      limit: [limit, { pathname: `/${operation}`, key, bodies }],
    };
    const figures = await takeTurns(Object.keys(sides), rounds, (name, isWarmUp) =>
      stage.loaded(...sides[name], isWarmUp ? 1 : seconds),
    );
    const of = (name) => ratioOf(figures[name], figures.limit, ({ perSecond }) => perSecond).toFixed(2);
    say(`${action}: Pratica ${of("Pratica")}, PocketBase ${of("PocketBase")} of the limit (${load()})`);
    for (const [name, own] of Object.entries(figures)) say(`  ${name.padEnd(10)} ${loadLine(own)}`);
  }
} finally {
  await stage.end();
}
