import { beforeEach, describe, expect, it } from "@jest/globals";
import { startApi } from "../support/caller.js";
import { createContact, createProject, organization, type TestRecord } from "../support/factories.js";
import { forAllTests, forEachTest } from "../support/for-tests.js";

const api = forAllTests(startApi);
const org = forEachTest(() => organization(api));
let projectId: string;
let contactId: string;
let wrong: { projectId: string; contactId: string };
beforeEach(async () => {
  const [client, other] = [await createContact(org), await createContact(org, { name: "Mario Rossi" })];
  projectId = (await createProject(org, { name: "Villa Alfa", clientContactId: client.id })).id;
  contactId = client.id;
  wrong = { projectId, contactId: other.id };
  await createProject(org, { clientContactId: other.id });
});

const told = async (operation: string, body: object, key?: string): Promise<string[]> => {
  const { warnings = [] } = await org.ok<{ warnings?: TestRecord[] }>(operation, body, key);
  return warnings.filter(({ code }) => code === "others_project").map(({ pointer, detail }) => `${pointer} ${detail}`);
};
const warned = [
  '/contactId "Mario Rossi", the client of another project, has nothing to do with the project "Villa Alfa".',
];
const letter = { title: "Lettera", kind: "letter" };
const message = { body: "Buongiorno", to: "qualcuno@altrove.test" };

const calls: Record<string, () => Promise<object>> = {
  create_document: async () => letter,
  create_document_from_template: async () => {
    const { id: docId } = await org.ok("create_document", letter);
    return { templateId: (await org.ok("save_as_template", { docId })).id };
  },
  send_message: async () => message,
  file_thread: async () => ({ threadId: (await org.ok<TestRecord>("send_message", message)).thread.id }),
};

describe.each(Object.entries(calls))("%s", (name, more) => {
  it("warns of the client of another project, who has nothing to do with this one", async () => {
    expect(await told(name, { ...(await more()), ...wrong })).toEqual(warned);
    // It has by now.
    expect(await told(name, { ...(await more()), ...wrong })).toEqual([]);
  });

  it("says nothing of the client, of who is connected, and of who isn't a client", async () => {
    const witness = await createContact(org, { name: "Notaio Bruni" });
    const municipality = await createContact(org, { name: "Comune di Bergamo", role: "municipality" });
    await createProject(org, { clientContactId: municipality.id });
    for (const own of [contactId, witness.id, municipality.id])
      expect(await told(name, { ...(await more()), projectId, contactId: own })).toEqual([]);
    await org.ok("connect_contact", wrong);
    expect(await told(name, { ...(await more()), ...wrong })).toEqual([]);
  });
});

it("a quote drafted from a bill of another's project is warned of, and so is each document that is issued to them", async () => {
  const { id: computoId } = await org.ok("create_bill_of_quantities", { projectId, name: "Opere" });
  const quote = { computoId, contactId: wrong.contactId };
  expect(await told("draft_quote_from_bill_of_quantities", quote)).toEqual(warned);
  const { items } = await org.ok<{ items: TestRecord[] }>("list_documents");
  expect(await told("issue_document", { docId: items[0]?.id })).toEqual(warned);
});

it("a document that is given to them is warned of, once", async () => {
  const { id: docId } = await org.ok("create_document", { ...letter, projectId, contactId });
  const given = { docId, contactId: wrong.contactId };
  expect(await told("update_document", given)).toEqual(warned);
  expect(await told("update_document", { ...given, title: "Altra lettera" })).toEqual([]);
  expect(await told("update_document", { docId, contactId })).toEqual([]);
});

it("who may not view contacts or projects is told nothing", async () => {
  const blind = await org.keyWith("documents:edit", "contacts:view");
  await org.ok("create_document", { ...letter, contactId: wrong.contactId }, blind);
  const { id: docId } = await org.ok("create_document", { ...letter, ...wrong });
  expect(await told("issue_document", { docId }, blind)).toEqual([]);
});
