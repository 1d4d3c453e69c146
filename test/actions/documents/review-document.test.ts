import { describe, expect, it } from "@jest/globals";
import { startApi } from "../../support/caller.js";
import { createContact, createGuest, createProject, organization } from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";

const api = forAllTests(startApi);

/** A letter for Giulia Bianchi of Lucca that was made from one for Mario Rossi of Pisa. */
async function leftOverLetter() {
  const org = await organization(api);
  const bianchi = await createContact(org, { name: "Giulia Bianchi", email: "giulia@example.test" });
  const rossi = await createContact(org, { name: "Mario Rossi" });
  await createProject(org, { name: "Casa Rossi", municipality: "Pisa" });
  const project = await createProject(org, {
    name: "Casa Bianchi",
    municipality: "Lucca",
    clientContactId: bianchi.id,
  });
  const body = "I lavori riguardano la casa di Mario Rossi, sita in Pisa.";
  const letter = { title: "Lavori", kind: "letter", body, projectId: project.id, contactId: bianchi.id };
  const { id: docId } = await org.ok("create_document", letter);
  const codes = async (key?: string): Promise<string[]> => {
    const { findings } = await org.ok("review_document", { docId }, key);
    return findings.map(({ code }: { code: string }) => code).filter((code: string) => code.startsWith("R29"));
  };
  return { org, project, rossi, codes };
}

describe("review_document against the organization's other records", () => {
  it("finds another client's name and municipality", async () => {
    const { codes } = await leftOverLetter();
    expect(await codes()).toEqual(["R29_OTHER_CLIENT", "R29_OTHER_MUNICIPALITY"]);
  });

  it("leaves out whoever has a part in the project, and other organizations' clients", async () => {
    const { org, project, rossi, codes } = await leftOverLetter();
    await org.ok("update_project", { projectId: project.id, clientContactId: rossi.id });
    expect(await codes()).toEqual(["R29_OTHER_MUNICIPALITY"]);
    await createContact(org, { name: "Mario Rossi" });
    expect(await codes()).toEqual(["R29_OTHER_MUNICIPALITY"]);
    const other = await leftOverLetter();
    await other.org.ok("update_contact", { contactId: other.rossi.id, name: "Paolo Neri" });
    expect(await other.codes()).toEqual(["R29_OTHER_MUNICIPALITY"]);
  });

  it("tells nobody of contacts and projects that they may not see", async () => {
    const { org, project, rossi, codes } = await leftOverLetter();
    const guest = await createGuest(org, project.id, "viewer");
    expect(await codes(guest.key)).toEqual([]);
    const reader = await org.member("viewer", ["documents:view"]);
    expect(await codes(reader.key)).toEqual([]);
    const contacts = await org.member("viewer", ["documents:view", "contacts:view"]);
    expect(await codes(contacts.key)).toEqual(["R29_OTHER_CLIENT"]);
    await org.ok("update_project", { projectId: project.id, clientContactId: rossi.id });
    expect(await codes(contacts.key)).toEqual([]);
  });
});

it("names what goes to an authority by e-mail only where the organization can send by PEC, and to who may see contacts", async () => {
  const org = await organization(api);
  const office = { name: "Soprintendenza di Lucca", role: "other", email: "info@ente.test", pec: "ente@pec.test" };
  const { id: contactId } = await createContact(org, office);
  const { id: docId } = await org.ok("create_document", { title: "Istanza", kind: "letter", body: "x", contactId });
  const reader = await org.member("viewer", ["documents:view"]);
  const review = async (key?: string) => JSON.stringify(await org.ok("review_document", { docId }, key));
  const set = "insert into mail_channel values ($1, $2, null, '\\x00', now())";
  await api.pool.query(set, [org.organizationId, "email"]);
  expect(await review()).not.toContain("R14_NOT_CERTIFIED");
  await api.pool.query(set, [org.organizationId, "pec"]);
  expect(await review()).toContain("R14_NOT_CERTIFIED");
  expect(await review(reader.key)).not.toContain("R14_NOT_CERTIFIED");
});

describe("review_document by a caller who may not see contacts", () => {
  it("says nothing of what only the contact's record holds", async () => {
    const org = await organization(api);
    const contact = await createContact(org, { email: "not-an-address", notes: "C.F. RSSMRA85T10A562S" });
    const project = await createProject(org, { name: "Casa" });
    const quote = { title: "Lavori", kind: "preventivo", projectId: project.id, contactId: contact.id };
    const { id: docId } = await org.ok("create_document", { ...quote, body: "C.F. BNCGLI80A41F205X" });
    const guest = await createGuest(org, project.id, "viewer");
    const review = async (key?: string) => JSON.stringify(await org.ok("review_document", { docId }, key));
    expect(await review()).toContain("not-an-address");
    const seen = await review(guest.key);
    expect(seen).toContain("R14_WRONG_ADDRESS");
    expect(seen).not.toMatch(/not-an-address|RSSMRA85T10A562S/);
  });

  it("says the same whether the contact has a tax code or not", async () => {
    const org = await organization(api);
    const [{ id: contactId }, reader] = [await createContact(org), await org.member("viewer", ["documents:view"])];
    const { id: docId } = await org.ok("create_document", { title: "Lavori", kind: "preventivo", contactId });
    const seen = () => org.ok("review_document", { docId }, reader.key);
    expect(JSON.stringify(await org.ok("review_document", { docId }))).toContain("R15_NO_TAX_ID");
    const before = await seen();
    await org.ok("set_contact_details", { contactId, taxCode: "RSSMRA85T10A562S" });
    expect(await seen()).toEqual(before);
  });
});
