import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { startApi, type TestApi } from "../../support/caller.js";
import { createContact, createGuest, createProject, organization } from "../../support/factories.js";

let api: TestApi;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api?.close());

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
    const other = await leftOverLetter();
    await other.org.ok("update_contact", { contactId: other.rossi.id, name: "Paolo Neri" });
    expect(await other.codes()).toEqual(["R29_OTHER_MUNICIPALITY"]);
  });

  it("tells nobody of contacts and projects that they may not see", async () => {
    const { org, project, codes } = await leftOverLetter();
    const guest = await createGuest(org, project.id, "viewer");
    expect(await codes(guest.key)).toEqual([]);
    const reader = await org.member("viewer", ["documents:view"]);
    expect(await codes(reader.key)).toEqual([]);
    const contacts = await org.member("viewer", ["documents:view", "contacts:view"]);
    expect(await codes(contacts.key)).toEqual(["R29_OTHER_CLIENT"]);
  });
});
