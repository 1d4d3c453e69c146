// The records of a large firm: names and words about as frequent as real ones, a few of them in most records and thousands in few.
import pg from "pg";
import { copyInto } from "../copies.mjs";
import { randomNumbers, wordList } from "./random.mjs";

const firstNames = wordList`Anna Marco Giulia Luca Maria Andrea Francesca Paolo Laura Giuseppe Chiara Stefano Elena Roberto Sara Antonio Silvia Davide Martina Matteo Valentina Alessandro Paola Giovanni Elisa Simone Cristina Francesco Federica Lorenzo Roberta Riccardo Barbara Fabio Ilaria Claudio Daniela Massimo Michela Alberto Monica Nicolò Lucia Enrico Teresa Giorgio Noemi Mosè Desirée Tomà`;
const surnames = wordList`Conti Rossi Russo Ferrari Esposito Bianchi Romano Colombo Ricci Marino Greco Bruno Gallo Costa Giordano Mancini Rizzo Lombardi Moretti Barbieri Fontana Santoro Mariani Rinaldi Caruso Ferrara Galli Martini Leone Longo Gentile Martinelli Vitale Lombardo Serra Coppola Marchetti Parisi Villa Conte Ferraro Ferri Fabbri Bianco Marini Grasso Valentini Messina Sala Gatti Pellegrini Palumbo Sanna Farina Rizzi Monti Cattaneo Morelli Amato Silvestri Mazza Testa Grassi Pellegrino Carbone Giuliani Benedetti Barone Rossetti Caputo Montanari Guerra Palmieri Bernardi Martino Fiore Ferretti Bellini Basile Riva Donati Piras Vitali Battaglia Sartori Neri Costantini Milani Pagano Ruggiero Orlando Negri Mantovani Morandi Corradò Bertè Cantù Forlì`;
const towns = wordList`Bergamo Milano Brescia Como Lecco Monza Varese Pavia Lodi Cremona Mantova Sondrio Forlì Cantù Mondovì Nardò Viggiù Cefalù Agliè Torino Verona Padova Trento Bologna Parma Modena Rimini Firenze Siena Lucca Pisa Perugia Ancona Roma Napoli Bari`;
const works = wordList`ristrutturazione ampliamento sopraelevazione cappotto frazionamento demolizione manutenzione consolidamento restauro recinzione tetto facciata bagno impianto pavimentazione fognatura piscina ascensore serramenti cancello veranda soppalco cantina rampa parcheggio`;
const places = wordList`villa condominio capannone palazzina appartamento negozio scuola cascina ufficio magazzino chiesa albergo asilo palestra autorimessa`;
const words = wordList`offerta preventivo fattura relazione sopralluogo consegna pagamento qualità umidità proprietà comunità necessità possibilità scadenza pratica comune ufficio tecnico allegato richiesta documento progetto lavori cantiere misura rilievo computo variante permesso catasto planimetria particella subalterno perizia collaudo certificato deposito sismica strutture calcolo termico energia impresa sicurezza coordinatore direzione contratto firma incarico parcella saldo acconto bonifico cliente fornitore materiale ordine trasporto ponteggio noleggio gru scavo fondazione pilastro trave solaio muro intonaco pittura pavimento porta finestra caldaia pompa pannelli solare elettrico idraulico scarico perché città così però metà già`;
const syllables = wordList`ba be bi co ca da de fe fi ga go la le lo ma me mi mo na ne no pa pe po ra re ri ro sa se so ta te to va ve vi gra pre tra stra bri cla fle spe`;

/** How many of each; with the threads 260,000 records, of which 200,000 have no messages. */
const sizes = {
  contact: 60_000,
  project: 20_000,
  task: 45_000,
  reminder: 25_000,
  document: 40_000,
  submission: 5_000,
  bill_of_quantities: 5_000,
  thread: 60_000,
  message: 500_000,
};
const inventedWords = 12_000;

/** A value as the text format of COPY has it. */
const copied = (value) =>
  value === null
    ? "\\N"
    : String(value).replace(/[\\\t\n]/g, (character) => ({ "\t": "\\t", "\n": "\\n" })[character] ?? "\\\\");

/** The index of the search, built at once by two connections: as its own upkeep does it, some thousand records at a time, takes longer. */
async function index(db, databaseUrl, organizationId) {
  const { rows } = await db.query("select pg_get_indexdef('search_record_key'::regclass) as definition");
  await db.query("drop index search_record_key");
  const other = new pg.Client({ connectionString: databaseUrl });
  await other.connect();
  const half = (connection, ids) =>
    connection.query(
      `with source as materialized (
         select * from search_source where organization_id = $1 and right(id::text, 1) ${ids}
       ), written as (
         insert into search_record (organization_id, kind, id, project_id, search, content)
         select organization_id, kind, id, project_id,
           setweight(search_vector(left(title, 1000)), 'A') || setweight(search_vector(concat_ws(' ', content, codes)), 'D'),
           case when kind = 'bill' then content end
         from source
       )
       insert into thread_text select organization_id, id, content from source where kind = 'thread'`,
      [organizationId],
    );
  await Promise.all([half(db, "< '8'"), half(other, ">= '8'")]);
  await other.end();
  await db.query("set maintenance_work_mem = '1GB'; set work_mem = '256MB'");
  await db.query(rows[0].definition);
  await db.query(
    `insert into search_kind_word (organization_id, kind, lexeme, records)
     select organization_id, kind, lexeme, count(*) from search_record, unnest(array_append(tsvector_to_array(search), '')) lexeme
     where organization_id = $1 and length(lexeme) <= 64 group by 1, 2, 3`,
    [organizationId],
  );
  await db.query(
    `insert into search_word (organization_id, area, lexeme)
     select distinct organization_id, 'records', lexeme from search_kind_word where organization_id = $1 and lexeme <> ''`,
    [organizationId],
  );
  for (const table of ["search_record", "search_word", "search_kind_word", "thread_text"])
    await db.query(`vacuum analyze ${table}`);
}

/**
 * Writes the records of a firm into a started product's organization, and has them indexed.
 * @param scale 1: all of them; a tenth has a tenth of each
 * @param sample how many of each table's rows are returned, spread over all
 */
export async function fillFirm({ databaseUrl, organizationId }, seed, scale, sample) {
  const { below, pick, random } = randomNumbers(seed);
  const invented = Array.from({ length: inventedWords }, () =>
    Array.from({ length: 3 + below(2) }, () => pick(syllables)).join(""),
  );
  const all = [...words, ...works, ...places, ...invented];
  // By the fourth power half of all words in texts are the 760 most common, and the rarest stand in some dozens of records.
  const text = (least, most) =>
    Array.from({ length: least + below(most - least + 1) }, () => all[Math.floor(random() ** 4 * all.length)]).join(
      " ",
    );
  const skewed = (of) => of[Math.floor(random() ** 2 * of.length)];
  const person = () => `${skewed(firstNames)} ${skewed(surnames)}`;
  const capital = (word) => word[0].toUpperCase() + word.slice(1);
  const staff = Array.from({ length: 4_000 }, person);
  const count = Object.fromEntries(Object.entries(sizes).map(([table, size]) => [table, Math.round(size * scale)]));
  const start = Date.UTC(2026, 0, 1);
  const hex = (value, length) => value.toString(16).padStart(length, "0");
  const tables = Object.keys(sizes);
  /** The id of a table's nth record, the later the greater. */
  const id = (table, n) =>
    `${hex(start + n * 10, 12).replace(/^(.{8})/, "$1-")}-7${hex(tables.indexOf(table), 3)}-8${hex((n * 2_654_435_761) % 4096, 3)}-${hex((n * 2_654_435_761) % 2 ** 40, 12)}`;
  const some = (table) => id(table, below(count[table]));

  const rows = {
    contact: (n) => {
      const name = person();
      const email = `${name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(" ", ".")}${n}@posta.test`;
      const company = n % 3 === 0 ? `Impresa ${skewed(surnames)} srl` : null;
      return {
        name,
        role: "client",
        company,
        emails: `{${email}}`,
        phones: `{+39 03${50_000_000 + n * 37}}`,
        notes: text(2, 8),
      };
    },
    project: (n) => ({
      name: `${capital(skewed(works))} ${skewed(places)} ${skewed(surnames)}`,
      status: "active",
      type: "cila",
      stage: "preparation",
      description: text(5, 30),
      address: `via ${pick(staff)} ${below(150)}`,
      municipality: skewed(towns),
      client_contact_id: some("contact"),
      protocol_number: n % 2 === 0 ? `PG-2026/${String(n).padStart(7, "0")}` : null,
    }),
    task: () => ({
      project_id: some("project"),
      title: text(3, 8),
      status: "open",
      checklist: JSON.stringify([{ text: text(2, 6) }]),
    }),
    reminder: () => ({
      title: `Sentire ${person()}`,
      due_at: "2099-01-01",
      kind: "other",
      status: "done",
      project_id: some("project"),
      notes: text(2, 8),
    }),
    document: (n) => ({
      title: text(3, 7),
      kind: "preventivo",
      project_id: some("project"),
      contact_id: some("contact"),
      body: `Gentile ${person()}, ${text(20, 90)}`,
      line_items: JSON.stringify([{ code: `NP.${n % 3000}`, desc: text(5, 15), qty: 1, price: 10 }]),
      status: "issued",
      number: `2026/${String(n).padStart(6, "0")}`,
    }),
    submission: (n) => ({
      project_id: some("project"),
      kind: "cila",
      protocol_number: `SUB-2026-${String(n).padStart(6, "0")}`,
      submitted_at: "2026-02-01",
      notes: text(3, 12),
    }),
    bill_of_quantities: () => ({
      project_id: some("project"),
      name: `Computo ${text(1, 3)}`,
      nodes: JSON.stringify(
        Array.from({ length: 8 }, (_, n) => ({ type: "line", desc: text(8, 12), code: `NP.${n}` })),
      ),
      total: 0,
      line_count: 8,
    }),
    thread: (n) => ({
      project_id: some("project"),
      contact_id: some("contact"),
      channel: "email",
      subject: text(2, 7),
      status: "open",
      address: `cliente${n}@posta.test`,
    }),
    message: (n) => ({
      thread_id: id("thread", n % count.thread),
      direction: "in",
      channel: "email",
      from_address: `cliente${n % count.thread}@posta.test`,
      to_address: "studio@posta.test",
      body: `Buongiorno, ${text(5, 30)}. Cordiali saluti, ${pick(staff)}`,
      attachments: "[]",
      status: "received",
    }),
  };

  const kept = {};
  const db = new pg.Client({ connectionString: databaseUrl });
  await db.connect();
  await db.query("set session_replication_role = replica");
  for (const table of tables) {
    kept[table] = [];
    const every = Math.max(1, Math.floor(count[table] / sample));
    const row = (n) => {
      const times = { created_at: "2026-03-01", updated_at: "2026-03-01" };
      const own = { organization_id: organizationId, id: id(table, n), ...times, ...rows[table](n) };
      if (n % every === 0) kept[table].push(own);
      return own;
    };
    const columns = Object.keys(row(1));
    function* lines() {
      for (let n = 0; n < count[table]; n += 500) {
        const block = Array.from({ length: Math.min(500, count[table] - n) }, (_, i) => row(n + i));
        yield block.map((own) => `${columns.map((column) => copied(own[column])).join("\t")}\n`).join("");
      }
    }
    await copyInto(db, table, columns.join(", "), lines());
    await db.query(`analyze ${table}`);
  }
  await index(db, databaseUrl, organizationId);
  await db.end();
  return kept;
}
