import { describe, expect, it } from "@jest/globals";
import { startApi } from "../../support/caller.js";
import { createContact, createGuest, createProject, organization } from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";

const api = forAllTests(startApi);
const org = forAllTests(() => organization(api));

describe("create_contact", () => {
  it("is a client with one primary address among all", async () => {
    expect(
      await org.ok("create_contact", { name: " Maria ", emails: ["a@x.test", "b@x.test"], phone: "1" }),
    ).toMatchObject({
      name: "Maria",
      role: "client",
      email: "a@x.test",
      emails: ["a@x.test", "b@x.test"],
      phone: "1",
      phones: ["1"],
      pec: null,
    });
  });

  it("puts the single address first where both are given and differ", async () => {
    const given = { name: "Maria", email: "c@x.test", emails: ["a@x.test", "c@x.test", "b@x.test"] };
    expect((await org.ok("create_contact", given)).emails).toEqual(["c@x.test", "a@x.test", "b@x.test"]);
  });

  it("keeps an address as given, well-formed or not", async () => {
    expect((await org.ok("create_contact", { name: "x", email: "no address" })).email).toBe("no address");
  });

  it.each(["emails", "phones"])("has at most 500 %s, by each of which others are compared with it", async (field) => {
    const given = (count: number) => ({ name: "x", [field]: Array.from({ length: count }, (_, n) => `${n}@x.test`) });
    await org.ok("create_contact", given(500));
    expect(await org.call("create_contact", given(501))).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: `/${field}`, detail: "must have at most 500 entries" }] },
    });
  });
});

describe("update_contact", () => {
  const twoAddresses = { email: undefined, emails: ["a@x.test", "b@x.test"] };

  it.each([
    ["a new primary replaces the first entry", { email: "c@x.test" }, ["c@x.test", "b@x.test"]],
    ["one that was in the list moves to the front", { email: "b@x.test" }, ["b@x.test", "a@x.test"]],
    ["a new list brings its own primary", { emails: ["z@x.test"] }, ["z@x.test"]],
    ["an empty list clears both", { emails: [] }, []],
    ["what is absent stays", { notes: "n" }, ["a@x.test", "b@x.test"]],
  ])("%s", async (_, change, emails) => {
    const { id: contactId } = await createContact(org, twoAddresses);
    expect(await org.ok("update_contact", { contactId, ...change })).toMatchObject({
      emails,
      email: emails[0] ?? null,
    });
  });

  it("clears an empty text and leaves the role", async () => {
    const { id: contactId } = await createContact(org, {
      role: "notary",
      company: "Studio notarile",
      pec: "n@pec.test",
    });
    const changed = await org.ok("update_contact", { contactId, company: "" });
    expect(changed).toMatchObject({ role: "notary", company: null, pec: "n@pec.test" });
  });
});

describe("delete_contact", () => {
  it("unlinks it from projects and documents", async () => {
    const { id: contactId } = await createContact(org);
    const { id: projectId } = await createProject(org, { clientContactId: contactId });
    await org.ok("connect_contact", { projectId, contactId });
    const { id: docId } = await org.ok("create_document", { title: "x", contactId });
    expect(await org.ok("delete_contact", { contactId })).toEqual({ id: contactId, deleted: true });
    expect(await org.ok("get_project", { projectId })).toMatchObject({ clientContactId: null, contacts: [] });
    expect((await org.ok("get_document", { docId })).contactId).toBeNull();
    expect((await org.call("delete_contact", { contactId })).status).toBe(404);
  });
});

describe("get_contact and list_contacts", () => {
  it("tell a contact's projects, and where it is the client", async () => {
    const { id: contactId } = await createContact(org);
    const own = await createProject(org, { clientContactId: contactId });
    const shown = await createProject(org);
    await org.ok("connect_contact", { projectId: shown.id, contactId });
    const { projects } = await org.ok("get_contact", { contactId });
    expect(projects.map((p: { id: string; isClient: boolean }) => [p.id, p.isClient])).toEqual([
      [own.id, true],
      [shown.id, false],
    ]);
  });

  it("are not for guests", async () => {
    const { id: contactId } = await createContact(org);
    const guest = await createGuest(org, (await createProject(org, { clientContactId: contactId })).id, "editor");
    expect((await org.call("get_contact", { contactId }, guest.key)).status).toBe(403);
    expect((await org.call("list_contacts", {}, guest.key)).status).toBe(403);
  });
});
