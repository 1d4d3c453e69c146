// What other organizations have in the same database: each four contacts, two projects, a thread of four messages, a price book of
// eight entries, a key, and the audit events of all that. Written by SQL, with what the product's triggers would have written.
export const names = "array['Anna','Marco','Lucia','Paolo','Sara','Luca','Elena']";
export const surnames =
  "array['Conti','Rossi','Bianchi','Ferri','Galli','Moretti','Costa','Greco','Riva','Longo','Serra']";
const works = "array['Scavo','Intonaco','Massetto','Muratura','Tinteggiatura','Rimozione','Posa']";
const materials =
  "array['calcestruzzo','laterizio','ceramica','legno','acciaio','pietra','cartongesso','sughero','malta']";

/** One of an array's items for the organization `n` and its row `k`. */
const one = (items) => `(${items})[1 + (n * 7 + k * 3) % array_length(${items}, 1)]`;
const record = "organization_id, id, created_at, updated_at";
/** `count` rows for each of the organizations. */
const rows = (count, columns) =>
  `select o.id, uuidv7(), now(), now(), ${columns} from other o, generate_series(1, ${count}) k`;

const statements = (count) => [
  "set synchronous_commit = off",
  `create table other as select n, gen_random_uuid() id from generate_series(1, ${count}) n`,
  "insert into organization (id, name, created_at, updated_at) select id, 'Studio ' || n, now(), now() from other",
  // Neither foreign keys, which hold, nor one note for the search after another.
  "set session_replication_role = replica",
  `insert into api_key (id, organization_id, name, secret_sha256, created_at) select uuidv7(), id, 'bench', sha256(id::text::bytea), now() from other`,
  `insert into contact (${record}, name, role, email, emails, phones)
   ${rows(4, `${one(names)} || ' ' || ${one(surnames)}, 'client', 'c' || k || '@s' || n || '.test', array['c' || k || '@s' || n || '.test'], '{}'`)}`,
  `insert into project (${record}, name, status, type, stage, client_contact_id)
   select organization_id, uuidv7(), now(), now(), 'Ristrutturazione ' || name, 'active', 'generic', 'preparation', id from contact where email ~ '^c[12]@s'`,
  `insert into thread (${record}, channel, subject, status, address, contact_id, last_message_at)
   select organization_id, uuidv7(), now(), now(), 'email', 'Richiesta di ' || name, 'open', email, id, now() from contact where email ~ '^c3@s'`,
  `insert into message (${record}, thread_id, direction, channel, from_address, to_address, subject, body, attachments, status, message_id_header)
   select organization_id, uuidv7(), now(), now(), id, 'in', 'email', address, 'studio@bench.test', subject,
     'Buongiorno, allego le fotografie del cantiere e il computo aggiornato. ' || subject, '[]', 'received', '<' || gen_random_uuid() || '@bench.test>'
   from thread, generate_series(1, 4) where address ~ '@s[0-9]+.test$'`,
  `insert into audit_event (organization_id, id, at, action, key_id, via, changes)
   select organization_id, uuidv7(), now(), 'create_contact', null, 'rest', '{}' from contact where email ~ '@s[0-9]+.test$'`,
  `insert into search_backlog select organization_id, 'contact', id from contact where email ~ '@s[0-9]+.test$'
   union all select organization_id, 'project', id from project where name ~ '^Ristrutturazione '
   union all select organization_id, 'thread', id from thread where address ~ '@s[0-9]+.test$'`,
  `insert into price_book (${record}, name) ${rows(1, "'Prezzario'")}`,
  "set session_replication_role = origin",
];

/** Adds so many organizations, and leaves the database as it is long afterwards: all indexed for the search, vacuumed and analyzed. */
export async function addOtherOrganizations(query, count) {
  for (const statement of statements(count)) await query(statement);
  const together = 500;
  for (let first = 1; first <= count; first += together) {
    await query(
      `insert into price_book_entry (organization_id, id, book_id, code, description, unit, price, created_at)
       select b.organization_id, uuidv7(), b.id, 'E.' || k, ${one(works)} || ' in ' || ${one(materials)} || ' dello spessore di cm ' || k, 'm²', k + 0.5, now()
       from price_book b join other o on o.id = b.organization_id, generate_series(1, 8) k where n between $1 and $1 + ${together} - 1`,
      [first],
    );
    await query(`select refresh_search(id, 1000) from other where n between $1 and $1 + ${together} - 1`, [first]);
  }
  await query("vacuum analyze");
}
