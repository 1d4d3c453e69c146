import { beforeAll, expect, it } from "@jest/globals";
import { startApi } from "../../support/caller.js";
import { createContact, createGuest, createProject, organization, type TestRecord } from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";

const api = forAllTests(startApi);
const org = forAllTests(() => organization(api));
const project = forAllTests(() => createProject(org));
let quotes: TestRecord[];
let letter: TestRecord;

beforeAll(async () => {
  const contact = await createContact(org, { name: "Sàra Bianchi" });
  const issued = async (title: string, kind?: string, contactId?: string) => {
    const given = { title, projectId: project.id, ...(kind ? { kind } : {}), ...(contactId ? { contactId } : {}) };
    const { id: docId } = await org.ok("create_document", given);
    return org.ok("issue_document", { docId });
  };
  // Each kind's neutral title doesn't say what it is.
  const others = [
    ["engagement_letter", "Villa"],
    ["plan", "Terrazza"],
    ["report", "Soffitta"],
    ["perizia", "Fienile"],
    ["delegation", "Rimessa"],
    ["generic", "Cascina"],
  ];
  for (const [kind = "", title = ""] of others) {
    const { id } = await issued(title, kind);
    await api.pool.query("update document set number = '2026/0042' where id = $1", [id]);
  }
  quotes = [await issued("Tetto"), await issued("Bagno"), await issued("Facciata", "preventivo", contact.id)];
  letter = await issued("Sollecito", "letter");
  await api.pool.query("update document set number = '2025/0003' where id = $1", [quotes[0]?.id]);
  await api.pool.query("update document set number = '2026/0003' where id = any($1)", [[quotes[2]?.id, letter.id]]);
  await api.pool.query("update document set number = '2026/0013' where id = $1", [quotes[1]?.id]);
});

const found = async (query: string, key?: string): Promise<string[]> =>
  (await org.ok<{ documents: TestRecord[] }>("search_records", { query }, key)).documents.map(({ title }) => title);

it.each([
  ["preventivo 3", ["Facciata", "Tetto"]],
  ["Preventivo n. 3", ["Facciata", "Tetto"]],
  ["preventivo 3/2025", ["Tetto"]],
  ["lettera 3", ["Sollecito"]],
  ["documento 13", ["Bagno"]],
  ["il preventivo 3 di Bianchi", ["Facciata"]],
  ["mostrami il preventivo n. 3 della SARA", ["Facciata"]],
  ["preventivo 3 del tetto", ["Tetto"]],
])("search_records %s: finds the document with that number, this year's first", async (query, titles) => {
  expect((await found(query)).slice(0, titles.length)).toEqual(titles);
});

it.each([
  ["lettera d'incarico 42", "Villa"],
  ["Lettera d’incarico n. 42", "Villa"],
  ["la lettera d' incarico 42/2026", "Villa"],
  ["lettera di incarico n. 2026/0042", "Villa"],
  ["lett. d'incarico 42", "Villa"],
  ["incarico 42", "Villa"],
  ["elaborato 42", "Terrazza"],
  ["Elaborato n. 2026/0042", "Terrazza"],
  ["elab. 42", "Terrazza"],
  ["rel. 42", "Soffitta"],
  ["relazione n. 42", "Soffitta"],
  ["per. 42", "Fienile"],
  ["perizia 42", "Fienile"],
  ["delega 42", "Rimessa"],
  ["lett. 3", "Sollecito"],
  ["prev. 13", "Bagno"],
  ["prev.n.13", "Bagno"],
  ["prev n. 13", "Bagno"],
  ["off. 13", "Bagno"],
  ["doc. 13", "Bagno"],
  ["preventivo 2026-0013", "Bagno"],
  ["preventivo 2026-0003", "Facciata"],
  ["lettera 2026-0003", "Sollecito"],
  ["2026-0013", "Bagno"],
])("search_records %s: finds the document that is called so, on paper or for short", async (query, title) => {
  expect((await found(query))[0]).toBe(title);
});

it("search_records takes no word for an abbreviation, nor a day for a number", async () => {
  for (const query of ["tetto per 13", "preventivo 2026-13-01"]) expect(await found(query)).not.toContain("Bagno");
});

it("search_records with a number alone finds documents of every kind", async () => {
  for (const query of ["3", "n. 3", "0003"])
    expect([query, (await found(query)).slice(0, 3).toSorted()]).toEqual([query, ["Facciata", "Sollecito", "Tetto"]]);
  expect((await found("2026/0003")).slice(0, 2).toSorted()).toEqual(["Facciata", "Sollecito"]);
  expect(await found("4")).toEqual([]);
});

it("search_records finds none that the caller may not view, or that isn't shared", async () => {
  const guest = await createGuest(org, (await createProject(org)).id, "viewer");
  expect(await found("preventivo 3", guest.key)).toEqual([]);
  expect(await found("preventivo 3", await org.keyWith("projects:view"))).toEqual([]);
});

it("search_records tells nobody by a number whose a document is, who may not view contacts", async () => {
  const key = await org.keyWith("projects:view", "documents:view");
  expect(await found("preventivo 3 di Bianchi", key)).toEqual(await found("preventivo 3 di Verdini", key));
});

it("list_documents takes a number", async () => {
  const listed = async (number: string) =>
    (await org.ok<{ items: TestRecord[] }>("list_documents", { number, kind: "preventivo" })).items.map(
      ({ title }) => title,
    );
  expect(await listed("3")).toEqual(["Facciata", "Tetto"]);
  expect(await listed("3/25")).toEqual(["Tetto"]);
  expect(await listed("2026/0013")).toEqual(["Bagno"]);
  expect(await listed("2026-0013")).toEqual(["Bagno"]);
  expect(await listed("tre")).toEqual([]);
});
