// Reads page 1 and page 1,000 of every list of 100,000 records, by turns, with and without its common filters. What was made last has
// other values than what was made first, as in a firm: open, not done. A filter that keeps the older ones passes over the newer.

import { livingProcessorMs, median } from "../figures.mjs";
import { atMost, ratioOf, takeTurns } from "../stage.mjs";

export const title = "page 1,000 of 100,000 records, compared with page 1, by processor time";

const most = 1.2;
const recordCount = 100_000;
const olderCount = 60_000;
/** Where no limit is given. */
const pageSize = 50;
const page = 1_000;
/** Many short ones: a collection of the heap, which takes as long as ten requests, falls into few of them. */
const rounds = 11;
const requestsOfRound = 20;
const minutesApart = 10;

/** An id of 100,000, which are the same in all tables. */
const at = (n) => `(select id from listed where n = ${n})`;
/** SQL of a value that differs between the older and the newer. */
const by = (older, newer) => `case when older then ${older} else ${newer} end`;
const projectOf = by(at(1), at(2));

const due = "at + interval '5 days'";
const overdue = { input: () => ({ dueBefore: new Date().toISOString() }), sql: "due_at < now()" };
/** A filter by the value that the older have. */
const equal = (property, column, value) => ({ input: () => ({ [property]: value }), sql: `${column} = '${value}'` });
const ofProject = { input: ({ first }) => ({ projectId: first }), sql: `project_id = ${at(1)}` };
const ofContact = { input: ({ first }) => ({ contactId: first }), sql: `contact_id = ${at(1)}` };

/**
 * By action: its table, SQL of what the columns of a record get beside its id and times, and filters that keep the older. Those of a
 * list that isn't ordered by id say by which time.
 */
const lists = {
  contacts: {
    table: "contact",
    columns: { name: "'Contatto ' || n", role: by("'client'", "'contractor'"), emails: "'{}'", phones: "'{}'" },
    filters: [equal("role", "role", "client")],
  },
  projects: {
    table: "project",
    columns: {
      name: "'Pratica ' || n",
      status: by("'completed'", "'active'"),
      type: by("'cila'", "'scia'"),
      stage: by("'closed'", "'preparation'"),
      municipality: by("'Forlì'", "'Cesena'"),
      client_contact_id: projectOf,
    },
    filters: [
      equal("status", "status", "completed"),
      equal("type", "type", "cila"),
      equal("stage", "stage", "closed"),
      { input: ({ first }) => ({ clientContactId: first }), sql: `client_contact_id = ${at(1)}` },
    ],
  },
  tasks: {
    table: "task",
    columns: {
      title: "'Attività ' || n",
      project_id: projectOf,
      due_at: due,
      status: by("'done'", "'todo'"),
      checklist: "'[]'",
    },
    filters: [equal("status", "status", "done"), ofProject, overdue],
  },
  reminders: {
    table: "reminder",
    columns: {
      title: "'Scadenza ' || n",
      project_id: projectOf,
      due_at: due,
      status: by("'done'", "'pending'"),
      kind: by("'payment'", "'deadline'"),
    },
    filters: [equal("status", "status", "done"), equal("kind", "kind", "payment"), ofProject, overdue],
  },
  bills_of_quantities: {
    table: "bill_of_quantities",
    columns: { project_id: projectOf, name: "'Computo ' || n", nodes: "'[]'", total: "0", line_count: "0" },
    filters: [ofProject],
  },
  documents: {
    table: "document",
    columns: {
      title: "'Documento ' || n",
      kind: by("'preventivo'", "'letter'"),
      project_id: projectOf,
      contact_id: projectOf,
      line_items: "'[]'",
      status: by("'accepted'", "'draft'"),
    },
    filters: [equal("status", "status", "accepted"), equal("kind", "kind", "preventivo"), ofProject, ofContact],
  },
  templates: {
    table: "template",
    columns: { title: "'Modello ' || n", kind: by("'preventivo'", "'letter'"), line_items: "'[]'" },
    filters: [equal("kind", "kind", "preventivo")],
  },
  price_books: {
    table: "price_book",
    columns: { name: "'Prezzario ' || n", project_id: projectOf },
    filters: [ofProject],
  },
  files: {
    table: "stored_file",
    columns: {
      name: "'file' || n",
      content_type: "'text/plain'",
      size_bytes: "1",
      sha256: "'0'",
      source: by("'upload'", "'issued'"),
      project_id: projectOf,
    },
    filters: [equal("source", "source", "upload"), ofProject],
  },
  threads: {
    table: "thread",
    newestBy: "last_message_at",
    columns: {
      project_id: projectOf,
      contact_id: projectOf,
      channel: by("'email'", "'pec'"),
      status: by("'closed'", "'open'"),
      unread: by("0", "1"),
      last_message_at: "at",
    },
    filters: [equal("status", "status", "closed"), equal("channel", "channel", "email"), ofProject, ofContact],
  },
  deleted: {
    table: "deletion",
    times: "none",
    columns: {
      kind: by("'task'", "'contact'"),
      record_id: "id",
      title: "'Attività ' || n",
      deleted_at: "now() - interval '1 day'",
    },
    filters: [equal("kind", "kind", "task")],
  },
  members: {
    table: "membership",
    id: "user_id",
    times: "created",
    columns: { role: by("'member'", "'viewer'") },
    filters: [],
  },
};

/** What is in no list itself, but in its records. */
const parts = [
  `insert into user_account (id, email, name, password_hash, created_at) select id, n || '@example.it', 'Utente ' || n, '', at from listed`,
  `insert into message (organization_id, id, created_at, updated_at, thread_id, direction, channel, to_address, body, attachments, status)
   select $org, id, at, at, id, 'incoming', 'email', 'a@example.it', repeat('testo ', 30), '[]', 'received' from listed`,
  `insert into deleted_row (organization_id, deletion_id, table_name, row_id, content, is_root)
   select $org, id, ${by("'task'", "'contact'")}, id, '{}', true from listed`,
];

export async function run(stage) {
  const product = await stage.product({}, 1);
  const first = await fill(product);
  // Otherwise Node would still compile the code shared by all lists while the first is measured.
  for (let n = 0; n < 5; n++) for (const name of Object.keys(lists)) await costOf(product, `list_${name}`, {}, true);
  const lines = [];
  for (const [name, list] of Object.entries(lists)) {
    for (const filter of [null, ...list.filters]) {
      const input = filter?.input({ first }) ?? {};
      const inputs = { first: input, later: { ...input, cursor: await cursorOf(product, list, filter) } };
      const figures = await takeTurns(Object.keys(inputs), rounds, (which, isWarmUp) =>
        costOf(product, `list_${name}`, inputs[which], isWarmUp),
      );
      const what = `${name} ${Object.keys(input).join(", ")}`.trim();
      const ms = (which) => `${median(figures[which]).toFixed(2)} ms`;
      stage.say(`${what}: page 1 ${ms("first")}, page ${page} ${ms("later")}`);
      const ratio = ratioOf(figures.later, figures.first);
      lines.push({ ...atMost(what, most, ratio), reached: ratio <= most && ratio >= 1 / most });
    }
  }
  return lines;
}

/** Makes the records of all lists, without what the database does at each, as searching. @returns the first record's id, in each table */
async function fill({ organizationId, query }) {
  await query("set session_replication_role = replica");
  await query(`create temp table listed as
    select n, uuidv7((n - ${recordCount}) * interval '${minutesApart} minutes') as id, n <= ${olderCount} as older,
      now() + (n - ${recordCount}) * interval '${minutesApart} minutes' as at
    from generate_series(1, ${recordCount}) n`);
  for (const text of parts) await query(text.replace("$org", `'${organizationId}'`));
  for (const { table, columns, id = "id", times = "both" } of Object.values(lists)) {
    const made = { none: {}, created: { created_at: "at" }, both: { created_at: "at", updated_at: "at" } }[times];
    const all = { organization_id: `'${organizationId}'::uuid`, [id]: "id", ...made, ...columns };
    await query(
      `insert into ${table} (${Object.keys(all).join(", ")}) select ${Object.values(all).join(", ")} from listed`,
    );
  }
  await query("vacuum analyze");
  return (await query(at(1).slice(1, -1))).rows[0].id;
}

/** The cursor of the page, which begins after the last record of the page before (src/actions/lists/cursor.ts). */
async function cursorOf({ organizationId, query }, { table, id = "id", newestBy }, filter) {
  const { rows } = await query(
    `select ${id} as id, ${newestBy ?? "null"} as time from ${table} where organization_id = $1 and ${filter?.sql ?? "true"}
     order by ${newestBy ? `${newestBy} desc, ` : ""}${id} desc offset $2 limit 1`,
    [organizationId, (page - 1) * pageSize - 1],
  );
  const [last] = rows;
  if (!last) throw new Error(`${table} has no page ${page} of ${filter.sql}`);
  const bytes = Buffer.from(last.id.replaceAll("-", ""), "hex");
  if (!last.time) return bytes.toString("base64url");
  const time = Buffer.alloc(8);
  time.writeBigInt64BE(BigInt(last.time.getTime()));
  return Buffer.concat([time, bytes]).toString("base64url");
}

/** The processor time in ms that the API and Postgres take for one request. */
async function costOf({ pids, act }, action, input, isWarmUp) {
  const used = () => livingProcessorMs(pids.api) + livingProcessorMs(pids.postgres);
  const before = used();
  for (let n = 0; n < requestsOfRound; n++) {
    const { items } = await act(action, input);
    if (items.length !== pageSize) throw new Error(`${action} answered ${items.length} records`);
  }
  return isWarmUp ? 0 : (used() - before) / requestsOfRound;
}
