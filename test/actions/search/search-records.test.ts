import { beforeAll, describe, expect, it } from "@jest/globals";
import { organizationQuery } from "../../../src/db/organization-query.js";
import { refreshSearch } from "../../../src/db/search/backlog.js";
import { startApi } from "../../support/caller.js";
import {
  createContact,
  createGuest,
  createProject,
  organization,
  type TestOrganization,
  type TestRecord,
} from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";
import { watchStatements } from "../../support/sent-statements.js";

const kinds = ["projects", "contacts", "threads", "documents"] as const;
const furtherKinds = ["tasks", "reminders", "submissions", "bills", "entries"] as const;
type Kind = (typeof kinds)[number] | (typeof furtherKinds)[number];
type Found = Record<Kind, TestRecord[]> & { query: string; omitted: string[] };
const nothing = Object.fromEntries([...kinds, ...furtherKinds].map((kind) => [kind, []]));

const api = forAllTests(startApi);
const org = forAllTests(() => organization(api));
const bianchi = forAllTests(() =>
  createContact(org, {
    name: "Società Agricola Bianchi",
    email: "amministrazione@agribianchi.test",
    phones: ["+39 035 123.45.67"],
    pec: "agribianchi@pec.test",
  }),
);
let villa: TestRecord;
let condominio: TestRecord;
let quote: TestRecord;
let thread: TestRecord;

const search = (query: string, key?: string) => org.ok<Found>("search_records", { query }, key);
/** The first hit of each kind that has any. */
const first = async (query: string) => {
  const found = await search(query);
  return kinds.flatMap((kind) => (found[kind][0] ? [[kind, found[kind][0].id]] : []));
};

beforeAll(async () => {
  await createContact(org, { name: "Giuseppe Verdi", email: "g.verdi@posta.test" });
  villa = await createProject(org, {
    name: "Ristrutturazione Villa Rossi",
    address: "via Torquato Tasso 12",
    municipality: "Bergamo",
    clientContactId: bianchi.id,
  });
  await org.ok("update_project_stage", { projectId: villa.id, stage: "submitted", protocolNumber: "PG-2026/0012345" });
  condominio = await createProject(org, { name: "Cappotto termico condominio Aurora", municipality: "Forlì" });
  quote = await org.ok("create_document", {
    title: "Preventivo opere murarie",
    projectId: villa.id,
    contactId: bianchi.id,
    body: "Gentile cliente,\nle inviamo la nostra migliore offerta.",
  });
  await org.ok("update_document", {
    docId: quote.id,
    lineItems: [{ desc: "Calcestruzzo\nper fondazioni", unit: "m³", qty: 3, price: 148.2, code: "NP.001" }],
    notes: "pagamento a sessanta giorni",
  });
  quote = await org.ok("issue_document", { docId: quote.id });
  const sent = await org.ok<{ thread: TestRecord }>("send_message", {
    to: "ufficio.tecnico@comune.test",
    subject: "Richiesta accesso agli atti",
    body: "Buongiorno, chiediamo copia della concessione edilizia del 1974.",
    projectId: condominio.id,
  });
  thread = sent.thread;
});

describe("search_records finds", () => {
  it.each([
    ["a project by another form of its words", "ristrutturazioni ville", () => [["projects", villa.id]]],
    ["a project by a missing accent", "forli", () => [["projects", condominio.id]]],
    ["a project by the beginning of a word", "condom", () => [["projects", condominio.id]]],
    ["a project by the end of a word", "ossi", () => [["projects", villa.id]]],
    ["a project by a typo", "ristruturazione", () => [["projects", villa.id]]],
    ["a document by a typo in an ending that stems lose", "pagameto sessanta", () => [["documents", quote.id]]],
    ["a contact by a typo among its first letters", "bainchi", () => [["contacts", bianchi.id]]],
    ["a project by its protocol number", "PG-2026/0012345", () => [["projects", villa.id]]],
    ["a project by a part of its protocol number", "0012345", () => [["projects", villa.id]]],
    ["a project by street and number", "tasso 12", () => [["projects", villa.id]]],
    ["a contact by its name", "societa agricola", () => [["contacts", bianchi.id]]],
    ["a contact by the inside of a word", "gribianch", () => [["contacts", bianchi.id]]],
    ["a contact by its e-mail address", "amministrazione@agribianchi.test", () => [["contacts", bianchi.id]]],
    ["a contact by its phone", "035 1234567", () => [["contacts", bianchi.id]]],
    ["a contact by its phone, otherwise divided", "035/12-34-567", () => [["contacts", bianchi.id]]],
    ["a contact by its phone in one", "0351234567", () => [["contacts", bianchi.id]]],
    ["a document by a word of a line item", "fondazioni", () => [["documents", quote.id]]],
    [
      "a document by the code of a line item, and its project",
      "NP.001",
      () => [
        ["projects", villa.id],
        ["documents", quote.id],
      ],
    ],
    ["a document by its notes", "sessanta giorni", () => [["documents", quote.id]]],
    ["a thread by its subject", "accesso atti", () => [["threads", thread.id]]],
    ["a thread by words of its subject and of a message", "atti concessione", () => [["threads", thread.id]]],
    ["a thread by an address", "ufficio.tecnico@comune.test", () => [["threads", thread.id]]],
  ])("%s", async (_, query, expected) => {
    expect(await first(query)).toEqual(expected());
  });

  it.each(["nicolò", "nicolo", "nicolo'", "NICOLÒ", "nicolo’"])(
    "%s by a name with an accent, and without",
    async (query) => {
      const own = await organization(api);
      const names = ["Nicolò Bassi", "Nicolo' Conti", "Nicolo Dossi"];
      for (const name of names) await createContact(own, { name, email: "" });
      const { contacts } = await own.ok<Found>("search_records", { query });
      expect(contacts.map(({ title }) => title).sort()).toEqual(names.toSorted());
    },
  );

  it("what is called so before a hundred that mention it", async () => {
    const own = await organization(api);
    const { rows } = await api.pool.query(
      `insert into project (organization_id, id, created_at, updated_at, name, status, type, stage, description)
       select $1, gen_random_uuid(), now(), now(), case when n = 77 then 'Villa Zanardelli' else 'Pratica ' || n end, 'active', 'cila', 'preparation',
         'vicino a villa Zanardelli' from generate_series(1, 400) n returning id, name`,
      [own.organizationId],
    );
    const { projects } = await own.ok<Found>("search_records", { query: "villa zanardelli" });
    expect(projects[0]?.id).toBe(rows.find(({ name }) => name === "Villa Zanardelli").id);
  });

  it("a document by its number", async () => {
    expect((await search(String(quote.number))).documents[0]?.id).toBe(quote.id);
  });
});

describe("search_records", () => {
  it("finds singular and plural by each other where their stems differ, the word as it was written first", async () => {
    const own = await organization(api);
    const one = await createProject(own, { name: "Ringhiera, edificio A" });
    const many = await createProject(own, { name: "Ringhiere, edifici B" });
    const found = async (query: string) =>
      (await own.ok<Found>("search_records", { query })).projects.map(({ id }) => id);
    expect(await found("ringhiera")).toEqual([one.id, many.id]);
    expect(await found("edifici ringhiere")).toEqual([many.id, one.id]);
    expect(await found("edificio ringhiere")).toHaveLength(2);
  });

  it("takes a form of address for no word of a person: others addressed so don't hide the one who is named", async () => {
    const own = await organization(api);
    await createContact(own, { name: "Luisa Ferri", email: "" });
    await createContact(own, { name: "Ing. Marco Ferri", email: "" });
    const document = (title: string) => own.ok("create_document", { title, kind: "letter" });
    await document("Preventivo per la signora Verdi");
    const titles = async (query: string, kind: Kind) =>
      (await own.ok<Found>("search_records", { query }))[kind].map(({ title }) => title).sort();
    expect(await titles("preventivo della signora Ferri", "contacts")).toEqual(["Ing. Marco Ferri", "Luisa Ferri"]);
    expect(await titles("ing. Ferri", "contacts")).toEqual(["Ing. Marco Ferri"]);
    expect(await titles("signora Zanardelli", "documents")).toEqual(["Preventivo per la signora Verdi"]);
    expect(await titles("signora Ferri", "documents")).toEqual([]);
    await document("Risposta alla signora Ferri");
    expect(await titles("signora Ferri", "contacts")).toEqual(["Ing. Marco Ferri", "Luisa Ferri"]);
    expect(await titles("signora Ferri", "documents")).toEqual(["Risposta alla signora Ferri"]);
  });

  it("finds a last word by its other form, where the vocabulary has nothing like the word as it was written", async () => {
    const own = await organization(api);
    const { id } = await createProject(own, { name: "Restauro di un arco" });
    const { projects } = await own.ok<Found>("search_records", { query: "archi" });
    expect(projects.map((project) => project.id)).toEqual([id]);
  });

  it("groups hits, each with its parents, a snippet and a score", async () => {
    const { documents, threads } = await search("offerta concessione");
    expect({ documents, threads }).toEqual({
      documents: [
        {
          id: quote.id,
          title: "Preventivo opere murarie",
          snippet: expect.stringContaining("migliore offerta"),
          score: expect.any(Number),
          projectId: villa.id,
          contactId: bianchi.id,
        },
      ],
      threads: [
        {
          id: thread.id,
          title: "Richiesta accesso agli atti",
          snippet: expect.stringContaining("concessione edilizia"),
          score: expect.any(Number),
          projectId: condominio.id,
          contactId: null,
        },
      ],
    });
    expect((await search("Villa Rossi")).projects[0]).toMatchObject({ clientContactId: bianchi.id });
  });

  it("knows at once what was changed, and nothing of what was", async () => {
    const contact = await createContact(org, { name: "Geometra Ferraris", email: "" });
    expect((await search("ferraris")).contacts).toHaveLength(1);
    await org.ok("update_contact", { contactId: contact.id, name: "Geometra Colombo" });
    expect((await search("ferraris")).contacts).toEqual([]);
    expect((await search("colombo")).contacts[0]?.id).toBe(contact.id);
    await org.ok("delete_contact", { contactId: contact.id });
    expect((await search("colombo")).contacts).toEqual([]);
  });

  it("shows a guest only what belongs to the shared projects", async () => {
    const guest = await createGuest(org, condominio.id, "viewer");
    const shared = await search("cappotto concessione Bianchi Rossi preventivo", guest.key);
    expect(shared).toMatchObject({
      projects: [{ id: condominio.id }],
      contacts: [],
      threads: [{ id: thread.id }],
      documents: [],
      omitted: ["contacts", "entries"],
    });
    expect(await search("Bianchi", guest.key)).toMatchObject({ projects: [], contacts: [], documents: [] });
  });

  it("follows a thread from one project to another", async () => {
    const guest = await createGuest(org, villa.id, "viewer");
    expect((await search("concessione", guest.key)).threads).toEqual([]);
    await org.ok("file_thread", { threadId: thread.id, projectId: villa.id });
    expect((await search("concessione", guest.key)).threads).toHaveLength(1);
    await org.ok("file_thread", { threadId: thread.id, projectId: condominio.id });
    expect((await search("concessione", guest.key)).threads).toEqual([]);
  });

  it("needs projects:view alone for all four kinds", async () => {
    const key = await org.keyWith("projects:view");
    const found = await search("Bianchi preventivo Rossi atti", key);
    expect(kinds.every((kind) => found[kind].length > 0)).toBe(true);
    expect(found.omitted).toEqual(["tasks", "reminders", "bills", "entries"]);
  });

  it("shows of a kind whose own view is missing the title and the project, nothing else", async () => {
    const key = await org.keyWith("projects:view", "documents:view");
    const found = await search("Bianchi preventivo Rossi atti", key);
    const { id, score } = found.threads[0] as TestRecord;
    expect(found.threads[0]).toEqual({
      id,
      score,
      title: expect.any(String),
      snippet: null,
      projectId: condominio.id,
      contactId: null,
    });
    expect(Object.keys(found.contacts[0] as TestRecord).sort()).toEqual(["id", "score", "snippet", "title"]);
    expect(found.contacts.every(({ snippet }) => snippet === null)).toBe(true);
    for (const { snippet } of [...found.projects, ...found.documents]) expect(typeof snippet).toBe("string");
  });

  describe("under projects:view alone", () => {
    let key: string;
    beforeAll(async () => {
      key = await org.keyWith("projects:view");
    });

    it.each([
      ["a document's body", "migliore offerta"],
      ["a document's line items", "fondazioni"],
      ["a document's notes", "sessanta giorni"],
      ["a message's body", "concessione"],
      ["a thread's address", "ufficio.tecnico"],
      ["a contact's address", "agribianchi"],
      ["a contact's phone", "0351234567"],
    ])("finds nothing by %s", async (_, query) => {
      expect((await first(query)).length).toBeGreaterThan(0);
      const { projects, contacts, threads, documents } = await search(query, key);
      expect([projects, contacts, threads, documents]).toEqual([[], [], [], []]);
    });

    it("finds no thread that has no subject, and forgets one that lost it", async () => {
      const { thread } = await org.ok<{ thread: TestRecord }>("send_message", {
        to: "demanio@regione.test",
        subject: "Sdemanializzazione",
        body: "Buongiorno.",
      });
      expect((await search("sdemanializzazione", key)).threads).toMatchObject([
        { id: thread.id, title: "Sdemanializzazione" },
      ]);
      await api.pool.query("update thread set subject = null where id = $1", [thread.id]);
      expect((await search("demanio@regione.test")).threads).toMatchObject([{ id: thread.id }]);
      expect((await search("demanio@regione.test", key)).threads).toEqual([]);
      expect((await search("sdemanializzazione", key)).threads).toEqual([]);
    });

    it("forgets the title of a deleted record", async () => {
      const contact = await createContact(org, { name: "Arredamenti Zanetti" });
      expect((await search("zanetti", key)).contacts).toHaveLength(1);
      await org.ok("delete_contact", { contactId: contact.id });
      expect((await search("zanetti", key)).contacts).toEqual([]);
    });
  });

  it("doesn't tell by a hit's score whether a word is in what the caller can't see", async () => {
    const guest = await createGuest(org, condominio.id, "viewer");
    for (const [key, hidden] of [
      [await org.keyWith("projects:view"), "migliore"],
      [guest.key, "agribianchi"],
    ] as const) {
      const [beside, besideUnknown] = await Promise.all([
        search(`cappotto ${hidden}`, key),
        search("cappotto qwxkjz", key),
      ]);
      expect(beside.projects).toMatchObject([{ id: condominio.id }]);
      expect(beside.projects).toEqual(besideUnknown.projects);
    }
  });

  it("reads a word by what the caller can see alone, however many others are nearer to it", async () => {
    const firm = await organization(api);
    const project = await createProject(firm, { name: "Palazzina" });
    for (const title of ["Marciapiedi", "Controsoffitti", "Mura", "Muratura"])
      await firm.ok("create_task", { projectId: project.id, title });
    const nearer = [..."bcdfghlmnpqrstvz"].flatMap((x) => [`mar${x}`, `mar${x}a`, `a${x}soffit`, `marc${x}apiedi`]);
    await createContact(firm, { name: "Zeta", notes: [...nearer, ...nearer.map((word) => `${word}b`)].join(" ") });
    const guest = await createGuest(firm, project.id, "viewer");
    const limited = await firm.keyWith("projects:view", "tasks:view");
    for (const key of [guest.key, limited]) {
      const found = async (query: string) => (await firm.ok<Found>("search_records", { query }, key)).tasks;
      expect(await found("mar")).toMatchObject([{ title: "Marciapiedi" }]);
      expect(await found("soffit")).toMatchObject([{ title: "Controsoffitti" }]);
      expect(await found("marcxapiedi")).toMatchObject([{ title: "Marciapiedi" }]);
      expect(await found("mura")).toMatchObject([{ title: "Mura" }]);
    }
  });

  it("shows nothing of another organization", async () => {
    const other = await organization(api, "Altro Studio");
    expect(await other.ok("search_records", { query: "Bianchi Rossi preventivo atti" })).toEqual({
      ...nothing,
      query: "Bianchi Rossi preventivo atti",
      omitted: [],
    });
  });

  it.each([
    ["quotes and operators", `'"!&|():*<-> \\ 'qqa:* & !qqb | (qqc`],
    ["punctuation", "!!! --- ..."],
    ["stop words", "di da con per"],
    ["emoji", "🏗️🧱"],
    ["a word of 10,000 letters", "z".repeat(10_000)],
    ["3,400 words", "zq ".repeat(3_400)],
    ["wildcards", "%_%\\"],
  ])("finds nothing, and fails in nothing, for %s", async (_, query) => {
    const { query: echoed, omitted, ...found } = await search(query);
    expect([echoed, omitted, found]).toEqual([query, [], nothing]);
  });

  it("bounds what it returns of large records", async () => {
    const body = `${"Relazione tecnica illustrativa. ".repeat(31_000)} parolasegreta`;
    const report = await org.ok("create_document", { title: "Relazione illustrativa", kind: "report", body });
    const [hit] = (await search("illustrativa tecnica")).documents;
    expect(hit?.id).toBe(report.id);
    expect(hit?.snippet.length).toBeLessThanOrEqual(202);
  });

  it.each(["depositata", "desiree zambelloni"])(
    "shows of a long text what is around its first match: %s",
    async (query) => {
      const body = `${"Relazione sui luoghi. ".repeat(60)}È depositata da Desirée Zambelloni. ${"Vedi sopra. ".repeat(90)}`;
      const { id } = await org.ok("create_document", { title: "Perizia", kind: "report", body });
      const hit = (await search(query)).documents.find((document) => document.id === id);
      expect(hit?.snippet).toMatch(/^….* depositata da Desirée Zambelloni\. .*…$/);
    },
  );

  it("shows what a thread says now, and keeps nothing of a deleted one", async () => {
    const { thread } = await org.ok<{ thread: TestRecord }>("send_message", {
      to: "cliente@posta.test",
      subject: "Collaudo",
      body: "Il collaudo della teleferica.",
    });
    const kept = async () =>
      (await api.pool.query("select content from thread_text where id = $1", [thread.id])).rows.map(
        ({ content }) => content,
      );
    expect((await search("teleferica")).threads).toMatchObject([
      { snippet: expect.stringContaining("della teleferica") },
    ]);
    await api.pool.query("update message set body = 'Il collaudo della seggiovia.' where thread_id = $1", [thread.id]);
    expect((await search("seggiovia")).threads).toMatchObject([
      { snippet: expect.stringContaining("della seggiovia") },
    ]);
    expect(await kept()).toEqual([expect.stringContaining("seggiovia")]);
    await org.ok("delete_thread", { threadId: thread.id });
    expect(await kept()).toEqual([]);
  });

  it("isn't upset by records of any text and size", async () => {
    const ideographs = Array.from({ length: 120_000 }, (_, i) => String.fromCodePoint(0x20000 + (i % 60_000))).join(
      " ",
    );
    await org.ok("create_document", { title: "𠀀𠀁", body: ideographs });
    await org.ok("create_project", { name: "'\\ & | !", description: "a".repeat(100_000), municipality: "Xanadù" });
    expect((await search("xanadu")).projects).toHaveLength(1);
  });

  it("finds what the upkeep has already taken up", async () => {
    const contact = await createContact(org, { name: "Notaio Zaccagnini" });
    await refreshSearch(organizationQuery(api.app.database, org.organizationId));
    const { rows } = await api.pool.query("select count(*) as left from search_backlog");
    expect(rows).toEqual([{ left: 0 }]);
    expect((await search("zaccagnini")).contacts[0]?.id).toBe(contact.id);
  });

  it("keeps what it has taken up if it can't take up the rest", async () => {
    await refreshSearch(organizationQuery(api.app.database, org.organizationId));
    for (let n = 1; n <= 30; n++) await createContact(org, { name: `Ditta Vivarelli ${n}` });
    let refreshes = 0;
    const unwatch = watchStatements(api.pool, (statement) => {
      if (statement.text.includes("refresh_search") && ++refreshes === 2)
        Object.assign(statement, { name: "late", text: "do $$ begin raise query_canceled; end $$", values: [] });
    });
    expect((await org.call("search_records", { query: "vivarelli" })).status).toBe(503);
    unwatch();
    const { rows } = await api.pool.query("select count(*) as left from search_backlog");
    expect(rows).toEqual([{ left: 10 }]);
    expect((await search("vivarelli 30")).contacts[0]?.title).toBe("Ditta Vivarelli 30");
  });

  it("serves searches while records change", async () => {
    const changes = Array.from({ length: 30 }, (_, i) => createContact(org, { name: `Impresa Contemporanea ${i}` }));
    const searches = Array.from({ length: 10 }, () => search("contemporanea"));
    await Promise.all([...changes, ...searches]);
    expect((await search("contemporanea")).contacts).toHaveLength(10);
  });

  it("shows ten of a kind for a number too", async () => {
    for (let n = 1; n <= 12; n++) await createContact(org, { name: `Lotto ${n} del bando 2026/0777` });
    expect((await search("2026/0777")).contacts).toHaveLength(10);
  });

  it("finds a phone number with and without its prefix, and one within a longer number", async () => {
    const abroad = await createContact(org, { name: "Con Prefisso", phones: ["+393331230987"] });
    const within = await createContact(org, { name: "Con Interno", phones: ["+39333123098755"] });
    const ids = async (query: string) => (await search(query)).contacts.map(({ id }) => id);
    expect(await ids("31 230987")).toEqual(expect.arrayContaining([abroad.id]));
    expect(await ids("31 2309875")).toEqual([within.id]);
    const plain = await createContact(org, { name: "Senza Prefisso", phones: ["333 1230987"] });
    expect(new Set(await ids("333 1230987"))).toEqual(new Set([abroad.id, plain.id]));
  });

  it("finds names that are words which Italian texts are full of", async () => {
    const office = await createContact(org, { name: "Comune di Bergamo - SUE" });
    await createContact(org, { name: "Suettini" });
    const found = await search("sue");
    expect(found.contacts.map(({ id }) => id)).toEqual([office.id]);
    expect(found.contacts[0]).toMatchObject({ title: "Comune di Bergamo - SUE", score: 1 });
    expect((await search("SUE")).contacts).toHaveLength(1);
    expect((await search(".*")).contacts).toEqual([]);
    expect((await search("%")).contacts).toEqual([]);
  });

  it.each([
    ["333 7770981", "+39 333 7770981"],
    ["3337770982", "+393337770982", "00393337770982", "393337770982"],
    ["333/777.09.83", "+39 333.777 0983"],
    ["+39 0341 777084", "0341 777084"],
  ])("finds a phone number however it is kept and written: %s, %s", async (...written) => {
    const kept = await Promise.all(
      written.map((phone, n) => createContact(org, { name: `Telefono ${n}`, phones: [phone] })),
    );
    for (const query of [...written, ...written.map((phone) => phone.replace(/[ ./]/g, ""))]) {
      const found = (await search(query)).contacts.map(({ id }) => id);
      expect({ query, found: new Set(found) }).toEqual({ query, found: new Set(kept.map(({ id }) => id)) });
    }
  });
});

describe("search_records, beyond the four kinds,", () => {
  let own: TestOrganization;
  let project: TestRecord;
  let quote: TestRecord;
  const found: Record<string, string> = {};
  const searchOwn = (query: string, key?: string) => own.ok<Found>("search_records", { query }, key);
  const idsOf = (hits: TestRecord[]) => hits.map(({ id }) => id);

  beforeAll(async () => {
    own = await organization(api);
    project = await createProject(own, { name: "Sopraelevazione Brambilla", municipality: "Cantù" });
    const projectId = project.id;
    const [task, reminder, submission, bill, book] = await Promise.all([
      own.ok("create_task", { projectId, title: "Portare i campioni in laboratorio" }),
      own.ok("create_reminder", { projectId, title: "Polizza", dueAt: "2099-05-01", notes: "rinnovo fideiussione" }),
      own.ok("record_submission", {
        projectId,
        protocolNumber: "CANTU-2026-778899",
        notes: "consegnata allo sportello",
      }),
      own.ok("create_bill_of_quantities", { projectId, name: "Computo strutture" }),
      own.ok("create_price_book", { name: "Listino", projectId }),
    ]);
    await own.ok("update_task_checklist", { taskId: task.id, checklist: [{ text: "provini di malta" }] });
    const line = { type: "line", desc: "Betoncino armato", code: "BT.77.012", qty: 1, price: 9 };
    const other = { ...line, desc: "Rete elettrosaldata", measurements: [{ desc: "setto sbilenco", count: 2 }] };
    const lines = [{ type: "section", title: "Consolidamenti", children: [line, other] }];
    await own.ok("save_bill_of_quantities_lines", { computoId: bill.id, lines });
    const entries = [{ code: "BT.77.012", description: "Betoncino alleggerito in opera", unit: "m²", price: 38 }];
    await own.ok("add_price_book_entries", { bookId: book.id, entries });
    quote = await own.ok("create_document", { title: "Offerta lavori", projectId });
    await own.ok("issue_document", { docId: quote.id });
    Object.assign(found, { tasks: task.id, reminders: reminder.id, submissions: submission.id, bills: bill.id });
  });

  it.each([
    ["tasks", "campioni"],
    ["tasks", "malta provini"],
    ["reminders", "polizze"],
    ["reminders", "fideiussioni"],
    ["submissions", "sportello"],
    ["submissions", "778899"],
    ["bills", "strutture"],
    ["bills", "consolidamento"],
    ["bills", "elettrosaldata"],
    ["bills", "sbilenco"],
    ["bills", "BT.77.012"],
  ] as const)("finds %s by %s", async (group, query) => {
    expect((await searchOwn(query))[group]).toMatchObject([{ id: found[group], projectId: project.id }]);
  });

  it("names a submission without a protocol number in Italian", async () => {
    const filing = { projectId: project.id, submittedAt: "2026-11-20", notes: "relazione geologica" };
    await own.ok("record_submission", { ...filing, kind: "integration" });
    expect((await searchOwn("geologica")).submissions).toMatchObject([{ title: "Integrazione del 20 novembre 2026" }]);
  });

  it("names it by the firm's day, which has begun before that of UTC, and so where a number leads to its project", async () => {
    const filing = { projectId: project.id, submittedAt: "2026-11-20T00:00", notes: "ricevuta 60718293" };
    await own.ok("record_submission", { ...filing, kind: "outcome" });
    const { submissions, projects } = await searchOwn("60718293");
    expect(submissions).toMatchObject([{ title: "Esito del 20 novembre 2026" }]);
    expect(projects).toMatchObject([{ snippet: "Esito del 20 novembre 2026 – ricevuta 60718293" }]);
  });

  it("finds a price by its code and words, and shows a bill's line", async () => {
    const { bills, entries } = await searchOwn("betoncino");
    expect(bills[0]?.snippet).toContain("Betoncino armato");
    expect(entries).toMatchObject([{ title: "BT.77.012 Betoncino alleggerito in opera", projectId: project.id }]);
    expect((await searchOwn("bt 77 012")).entries).toHaveLength(1);
    // A price that has only one of the words is no answer to both.
    expect((await searchOwn("betoncino brambilla")).entries).toEqual([]);
  });

  it("forgets what was changed", async () => {
    await own.ok("update_task_checklist", { taskId: found.tasks, checklist: [{ text: "carotaggi" }] });
    expect((await searchOwn("provini")).tasks).toEqual([]);
    expect((await searchOwn("carotaggi")).tasks).toHaveLength(1);
  });

  it("finds only what the caller may view, and says what is left out", async () => {
    const groupsFound = async (key: string) => {
      const words = ["campioni", "polizza", "sportello", "strutture", "betoncino"];
      const results = await Promise.all(words.map((word) => searchOwn(word, key)));
      return furtherKinds.filter((kind) => results.some((result) => result[kind].length > 0));
    };
    expect(await groupsFound(own.key)).toEqual(furtherKinds);
    const some = await own.keyWith("projects:view", "tasks:view", "price_books:view");
    expect(await groupsFound(some)).toEqual(["tasks", "submissions", "entries"]);
    expect((await searchOwn("campioni", some)).omitted).toEqual(["reminders", "bills"]);
    const guest = await createGuest(own, project.id, "viewer");
    expect(await groupsFound(guest.key)).toEqual(["tasks", "reminders", "submissions", "bills"]);
    const elsewhere = await createGuest(own, (await createProject(own, { name: "Altrove" })).id, "viewer");
    expect(await groupsFound(elsewhere.key)).toEqual([]);
  });

  it("doesn't let a task keep a project from being found", async () => {
    const other = await createProject(own, { name: "Capannone Valsecchi" });
    await own.ok("create_task", { projectId: project.id, title: "Chiedere a Valsecchi del frazionamento" });
    const { projects, tasks } = await searchOwn("frazionamento Valsecchi");
    expect([idsOf(projects), tasks.length]).toEqual([[other.id], 1]);
  });

  it("is led by a number to its project, and folds what else the project has of it", async () => {
    const letter = { title: "Lettera di accompagnamento", projectId: project.id, body: "Prot. CANTU-2026-778899" };
    for (let n = 0; n < 3; n++) await own.ok("create_document", letter);
    const byProtocol = await searchOwn("prot. CANTU-2026-778899");
    expect(byProtocol.projects).toMatchObject([{ id: project.id, title: project.name, clientContactId: null }]);
    expect(byProtocol.projects[0]?.snippet).toContain("778899");
    expect(byProtocol.documents).toMatchObject([{ more: 2 }]);
    const byNumber = await searchOwn("2026/0001");
    expect(idsOf(byNumber.projects)).toEqual([project.id]);
    expect(idsOf(byNumber.documents)).toEqual([quote.id]);
    // Words are no number: each letter is a hit.
    expect((await searchOwn("lettera accompagnamento")).documents).toHaveLength(3);
    // The document's title alone tells nothing of where it belongs.
    expect((await searchOwn("2026/0001", await own.keyWith("projects:view"))).projects).toEqual([]);
  });

  it("puts records that are called like a colleague before those that mention the colleague", async () => {
    await api.pool.query("update user_account set name = 'Ugo Zambelli' where id = $1", [
      (await own.member("member")).userId,
    ]);
    const called = await own.ok("create_document", { title: "Offerta Zambelli" });
    await own.ok("create_document", { title: "Relazione", body: "Zambelli ".repeat(9) });
    const { documents } = await searchOwn("zambelli");
    expect(documents[0]?.id).toBe(called.id);
    expect(documents[1]?.score).toBeLessThan(0.6 * documents[0]?.score);
  });
});
