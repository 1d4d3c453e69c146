import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { organizationQuery } from "../../../src/db/organization-query.js";
import { refreshSearch } from "../../../src/db/search/backlog.js";
import { startApi, type TestApi } from "../../support/caller.js";
import {
  createContact,
  createGuest,
  createProject,
  organization,
  type TestOrganization,
  type TestRecord,
} from "../../support/factories.js";

type Kind = "projects" | "contacts" | "threads" | "documents";
type Found = Record<Kind, TestRecord[]> & { query: string; omitted: string[] };

let api: TestApi;
let org: TestOrganization;
let villa: TestRecord;
let condominio: TestRecord;
let bianchi: TestRecord;
let quote: TestRecord;
let thread: TestRecord;

const search = (query: string, key?: string) => org.ok<Found>("search_records", { query }, key);
const kinds: Kind[] = ["projects", "contacts", "threads", "documents"];
/** The first hit of each kind that has any. */
const first = async (query: string) => {
  const found = await search(query);
  return kinds.flatMap((kind) => (found[kind][0] ? [[kind, found[kind][0].id]] : []));
};

beforeAll(async () => {
  api = await startApi();
  org = await organization(api);
  bianchi = await createContact(org, {
    name: "Società Agricola Bianchi",
    email: "amministrazione@agribianchi.test",
    phones: ["+39 035 123.45.67"],
    pec: "agribianchi@pec.test",
  });
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
afterAll(() => api.close());

describe("search_records finds", () => {
  it.each([
    ["a project by another form of its words", "ristrutturazioni ville", () => [["projects", villa.id]]],
    ["a project by a missing accent", "forli", () => [["projects", condominio.id]]],
    ["a project by the beginning of a word", "condom", () => [["projects", condominio.id]]],
    ["a project by the end of a word", "ossi", () => [["projects", villa.id]]],
    ["a project by a typo", "ristruturazione", () => [["projects", villa.id]]],
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
    ["a document by the code of a line item", "NP.001", () => [["documents", quote.id]]],
    ["a document by its notes", "sessanta giorni", () => [["documents", quote.id]]],
    ["a thread by its subject", "accesso atti", () => [["threads", thread.id]]],
    ["a thread by words of its subject and of a message", "atti concessione", () => [["threads", thread.id]]],
    ["a thread by an address", "ufficio.tecnico@comune.test", () => [["threads", thread.id]]],
  ])("%s", async (_, query, expected) => {
    expect(await first(query)).toEqual(expected());
  });

  it("a document by its number", async () => {
    expect((await search(String(quote.number))).documents[0]?.id).toBe(quote.id);
  });
});

describe("search_records", () => {
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
      omitted: ["contacts"],
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
    expect(found.omitted).toEqual([]);
  });

  it("shows of a kind whose own view is missing nothing but the title", async () => {
    const key = await org.keyWith("projects:view", "documents:view");
    const found = await search("Bianchi preventivo Rossi atti", key);
    const { id, score } = found.threads[0] as TestRecord;
    expect(found.threads[0]).toEqual({
      id,
      score,
      title: expect.any(String),
      snippet: null,
      projectId: null,
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

  it("shows nothing of another organization", async () => {
    const other = await organization(api, "Altro Studio");
    expect(await other.ok("search_records", { query: "Bianchi Rossi preventivo atti" })).toEqual({
      query: "Bianchi Rossi preventivo atti",
      projects: [],
      contacts: [],
      threads: [],
      documents: [],
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
    expect([echoed, omitted, found]).toEqual([query, [], { projects: [], contacts: [], threads: [], documents: [] }]);
  });

  it("bounds what it returns of large records", async () => {
    const body = `${"Relazione tecnica illustrativa. ".repeat(31_000)} parolasegreta`;
    const report = await org.ok("create_document", { title: "Relazione illustrativa", kind: "report", body });
    const [hit] = (await search("illustrativa tecnica")).documents;
    expect(hit?.id).toBe(report.id);
    expect(hit?.snippet.length).toBeLessThanOrEqual(202);
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

  it("serves searches while records change", async () => {
    const changes = Array.from({ length: 30 }, (_, i) => createContact(org, { name: `Impresa Contemporanea ${i}` }));
    const searches = Array.from({ length: 10 }, () => search("contemporanea"));
    await Promise.all([...changes, ...searches]);
    expect((await search("contemporanea")).contacts).toHaveLength(20);
  });
});
