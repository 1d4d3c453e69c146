import { createHash } from "node:crypto";
import { describe, expect, it, jest } from "@jest/globals";
import { updateOrganization } from "../../../src/admin/provision.js";
import { startApi } from "../../support/caller.js";
import { createContact, createProject, organization, type TestRecord, unknownId } from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";

const api = forAllTests(startApi);
const org = forAllTests(() => organization(api));
const year = new Intl.DateTimeFormat("en", { timeZone: "Europe/Rome", year: "numeric" }).format(new Date());

const draft = (fields: object = {}, of = org) => of.ok("create_document", { title: "Offerta", ...fields });
const issue = (docId: string, of = org) => of.ok("issue_document", { docId });
const setStatus = (docId: string, status: string) => org.ok("set_document_status", { docId, status });
const revisionsOf = async (docId: string): Promise<TestRecord[]> => (await org.ok("get_document", { docId })).revisions;

/** JSON with sorted keys and no white space, written anew: the hash must be anyone's to check. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, child) =>
    child && typeof child === "object" && !Array.isArray(child)
      ? Object.fromEntries(Object.entries(child).sort(([a], [b]) => (a < b ? -1 : 1)))
      : child,
  );

describe("issue_document", () => {
  it("freezes a revision, numbers the document and marks it issued", async () => {
    const { id } = await draft();
    const issued = await issue(id);
    expect(issued).toMatchObject({ id, status: "issued", number: expect.stringMatching(`^${year}/\\d{4}$`) });
    expect(issued.revision).toEqual({
      revision: 1,
      issuedAt: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T.*Z$/),
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const [revision, ...more] = await revisionsOf(id);
    expect(more).toEqual([]);
    expect(revision).toMatchObject({ ...issued.revision, number: issued.number, pdf: null });
  });

  it("keeps everything that a reader sees: content, totals, organization, counterparty and project", async () => {
    const other = await organization(api, "Studio Bianchi");
    const letterhead = {
      legalName: "Studio Bianchi STP",
      vatNumber: "12345678903",
      address: "Via Roma 1",
      pec: "b@pec.test",
    };
    await updateOrganization(api.app.database, other.organizationId, letterhead);
    const contact = await createContact(other, { company: "Rossi Srl", phone: "035 1", pec: "rossi@pec.test" });
    const project = await createProject(other, { address: "Via Verdi 2" });
    const { id: docId } = await draft({ contactId: contact.id, projectId: project.id, body: "Testo" }, other);
    const lineItems = [{ desc: "Rilievo", unit: "cad", qty: 3, price: 33.335, code: "R1" }];
    const rates = { discountPct: 10, vatPct: 22, notes: "Note", validUntil: "2099-01-31" };
    await other.ok("update_document", { docId, lineItems, ...rates });
    const issued = await issue(docId, other);

    await updateOrganization(api.app.database, other.organizationId, { legalName: "Altro", address: "Altrove" });
    await other.ok("update_contact", { contactId: contact.id, name: "Cambiata", email: "nuova@example.test" });
    await other.ok("delete_project", { projectId: project.id });
    await other.ok("delete_contact", { contactId: contact.id });

    const document = await other.ok("get_document", { docId });
    expect(document).toMatchObject({ contactId: null, projectId: null });
    const [revision] = document.revisions;
    expect(revision.content).toEqual({
      revision: 1,
      number: issued.number,
      issuedAt: issued.revision.issuedAt,
      timezone: "Europe/Rome",
      kind: "preventivo",
      title: "Offerta",
      body: "Testo",
      lineItems: [{ ...lineItems[0], amount: 100.01 }],
      discountPct: 10,
      vatPct: 22,
      totals: { subtotal: 100.01, discount: 10, taxable: 90.01, vat: 19.8, total: 109.81 },
      notes: "Note",
      validUntil: "2099-01-31T00:00:00.000Z",
      issuer: expect.objectContaining({ name: "Studio Bianchi", ...letterhead }),
      counterparty: {
        name: "Maria Bianchi",
        company: "Rossi Srl",
        email: "maria.bianchi@cliente.test",
        pec: "rossi@pec.test",
        phone: "035 1",
      },
      project: { name: project.name, address: "Via Verdi 2", municipality: "Bergamo" },
    });
    expect(revision.sha256).toBe(createHash("sha256").update(canonical(revision.content)).digest("hex"));
    expect(revision.sha256).toBe(issued.revision.sha256);
  });

  it("keeps how a municipality is addressed, where its role alone tells it", async () => {
    const addressedAs = async (name: string) => {
      const contact = await createContact(org, { name, role: "municipality" });
      const { id } = await draft({ contactId: contact.id });
      await issue(id);
      return (await revisionsOf(id))[0]?.content.counterparty?.formOfAddress;
    };
    expect(await addressedAs("Ripartizione Territorio")).toBe("spettabile");
    expect(await addressedAs("Comune di Bergamo")).toBeUndefined();
  });

  it("demands nothing of the content", async () => {
    const { id } = await draft({ title: "x" });
    expect((await org.call("issue_document", { docId: id })).status).toBe(200);
  });

  it("issues from review too", async () => {
    const { id } = await draft();
    await setStatus(id, "review");
    expect((await issue(id)).status).toBe("issued");
  });

  it("keeps the number when the document is issued again, with a new revision", async () => {
    const { id } = await draft();
    const first = await issue(id);
    await setStatus(id, "draft");
    await org.ok("update_document", { docId: id, title: "Offerta rivista" });
    const second = await issue(id);
    expect(second.number).toBe(first.number);
    expect(second.revision.revision).toBe(2);
    const revisions = await revisionsOf(id);
    expect(revisions.map(({ revision, content }) => [revision, content.title])).toEqual([
      [1, "Offerta"],
      [2, "Offerta rivista"],
    ]);
    expect(revisions[0]?.sha256).not.toBe(revisions[1]?.sha256);
  });
});

describe("numbers", () => {
  it("run from 1 in each organization and kind, without a gap, also when 20 are issued at once", async () => {
    const other = await organization(api);
    const made = await Promise.all([
      ...Array.from({ length: 20 }, () => draft({}, other)),
      ...Array.from({ length: 5 }, () => draft({ kind: "letter" }, other)),
    ]);
    const refused = Array.from({ length: 3 }, () => other.call("issue_document", { docId: unknownId }));
    const issued = await Promise.all(made.map(({ id }) => issue(id, other)));
    await Promise.all(refused);
    const numbers = (kind: string) => issued.filter((d) => d.kind === kind).map(({ number }) => number as string);
    const upTo = (count: number) =>
      Array.from({ length: count }, (_, n) => `${year}/${String(n + 1).padStart(4, "0")}`);
    expect(numbers("preventivo").sort()).toEqual(upTo(20));
    expect(numbers("letter").sort()).toEqual(upTo(5));
  });

  it("of one document is one, however often it is issued at once", async () => {
    const { id } = await draft();
    const answers = await Promise.all(Array.from({ length: 10 }, () => org.call("issue_document", { docId: id })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
    expect(await revisionsOf(id)).toHaveLength(1);
    const next = await issue((await draft()).id);
    const of = (number: string | undefined) => Number(number?.slice(5));
    expect(of(next.number)).toBe(of((await org.ok("get_document", { docId: id })).number) + 1);
  });

  it("of a deleted document are not used again", async () => {
    const other = await organization(api);
    const first = await issue((await draft({}, other)).id, other);
    await other.ok("delete_document", { docId: first.id });
    expect((await issue((await draft({}, other)).id, other)).number).toBe(`${year}/0002`);
  });

  it("begin anew with the year of the organization's zone", async () => {
    const other = await organization(api);
    await api.pool.query("insert into document_counter values ($1, 'preventivo', $2, 41)", [
      other.organizationId,
      Number(year) - 1,
    ]);
    expect((await issue((await draft({}, other)).id, other)).number).toBe(`${year}/0001`);
  });

  it("are of the year that it is in the organization's zone", async () => {
    const [here, there] = await Promise.all([organization(api), organization(api)]);
    await updateOrganization(api.app.database, there.organizationId, { timezone: "America/New_York" });
    const [one, other] = [await draft({}, here), await draft({}, there)];
    // In the past, since ids never go back, and all files of a process draw from one row of them.
    const doNotFake = [
      "nextTick",
      "performance",
      "queueMicrotask",
      "setImmediate",
      "setInterval",
      "setTimeout",
    ] as const;
    jest.useFakeTimers({ now: new Date("2025-12-31T23:30:00Z"), doNotFake: [...doNotFake] });
    const issued = Promise.all([issue(one.id, here), issue(other.id, there)]);
    const numbers = (await issued.finally(() => jest.useRealTimers())).map(({ number }) => number);
    expect(numbers).toEqual(["2026/0001", "2025/0001"]);
  });
});

describe("set_document_status", () => {
  it("takes any status from any other", async () => {
    const { id } = await draft();
    const statuses = ["review", "declined", "expired", "accepted", "issued", "draft", "accepted", "review", "issued"];
    for (const status of statuses) expect((await setStatus(id, status)).status).toBe(status);
    const { status, errors } = await org.call("set_document_status", { docId: id, status: "sent" });
    expect([status, errors[0]?.pointer]).toEqual([400, "/status"]);
  });

  it("warns as issue_document does where it issues", async () => {
    const [one, other] = [await draft(), await draft()];
    const { warnings } = await issue(one.id);
    expect(warnings.length).toBeGreaterThan(0);
    expect((await setStatus(other.id, "issued")).warnings).toEqual(warnings);
  });

  it("warns of an answer to what was never issued", async () => {
    const { id } = await draft();
    for (const status of ["accepted", "declined", "expired"])
      expect(await setStatus(id, status)).toMatchObject({
        status,
        number: null,
        warnings: [
          { code: "never_issued", pointer: "/status", suggestion: expect.stringMatching(/received needs none/) },
        ],
      });
    expect("warnings" in (await setStatus(id, "review"))).toBe(false);
    await issue(id);
    expect("warnings" in (await setStatus(id, "accepted"))).toBe(false);
  });

  it("warns of an answer to what the client never received, since it was edited after it was issued", async () => {
    const contact = await createContact(org);
    const { id } = await draft({ contactId: contact.id });
    const priced = (price: number) =>
      org.ok("update_document", {
        docId: id,
        vatPct: 22,
        lineItems: [{ desc: "Rilievo", unit: "cad", qty: 1, price }],
      });
    await priced(1000);
    await issue(id);
    await org.ok("update_contact", { contactId: contact.id, phone: "0461 1" });
    await setStatus(id, "draft");
    expect("warnings" in (await setStatus(id, "accepted"))).toBe(false);
    await setStatus(id, "draft");
    await priced(9000);
    for (const status of ["accepted", "declined", "expired"]) {
      const { warnings, ...document } = await setStatus(id, status);
      expect([document.status, document.total]).toEqual([status, 10980]);
      expect(warnings).toEqual([
        {
          code: "changed_since_issue",
          pointer: "/status",
          detail: expect.stringContaining("Revision 1 comes to 1220.00 euro, the document now to 10980.00."),
          suggestion: expect.stringContaining("call issue_document"),
        },
      ]);
    }
    await setStatus(id, "draft");
    await priced(1000);
    expect("warnings" in (await setStatus(id, "accepted"))).toBe(false);
    await setStatus(id, "draft");
    await org.ok("update_document", { docId: id, notes: "Altre condizioni" });
    const [warning] = (await setStatus(id, "accepted")).warnings;
    expect([warning.code, warning.detail.includes("euro")]).toEqual(["changed_since_issue", false]);
    await setStatus(id, "draft");
    await issue(id);
    expect("warnings" in (await setStatus(id, "accepted"))).toBe(false);
  });

  it("issued freezes what was never issued, and numbers it, as issue_document does", async () => {
    const { id } = await draft();
    const issued = await setStatus(id, "issued");
    expect(issued).toMatchObject({ status: "issued", number: expect.stringMatching(`^${year}/`) });
    expect(Object.keys(issued)).not.toContain("revision");
    expect(await revisionsOf(id)).toHaveLength(1);
  });

  it("issued freezes nothing again where the content was issued before", async () => {
    const { id } = await draft();
    const { number } = await issue(id);
    for (const status of ["accepted", "issued", "issued", "draft", "issued"]) await setStatus(id, status);
    expect(await revisionsOf(id)).toHaveLength(1);
    expect((await org.ok("get_document", { docId: id })).number).toBe(number);
  });

  it("issued freezes what was edited since, also by a detour", async () => {
    const { id } = await draft();
    await issue(id);
    await setStatus(id, "draft");
    await org.ok("update_document", { docId: id, notes: "Nuove condizioni" });
    await setStatus(id, "accepted");
    expect(await revisionsOf(id)).toHaveLength(1);
    await setStatus(id, "issued");
    expect((await revisionsOf(id)).map(({ content }) => content.notes)).toEqual([null, "Nuove condizioni"]);
    const contact = await createContact(org);
    await setStatus(id, "draft");
    await org.ok("update_document", { docId: id, contactId: contact.id });
    await setStatus(id, "issued");
    expect((await revisionsOf(id)).map(({ content }) => content.counterparty?.name ?? null)).toEqual([
      null,
      null,
      "Maria Bianchi",
    ]);
  });

  it("issued on what is issued changes nothing, whatever became of its contact", async () => {
    const contact = await createContact(org);
    const { id } = await draft({ contactId: contact.id });
    const { updatedAt } = await issue(id);
    await org.ok("delete_contact", { contactId: contact.id });
    expect((await setStatus(id, "issued")).updatedAt).toBe(updatedAt);
    expect(await revisionsOf(id)).toHaveLength(1);
  });
});

describe("delete_document", () => {
  it("deletes it with its revisions and links, and leaves its templates and contact", async () => {
    const contact = await createContact(org);
    const { id: docId } = await draft({ contactId: contact.id });
    await issue(docId);
    expect(await org.ok("delete_document", { docId })).toEqual({ id: docId, deleted: true });
    expect((await org.call("get_document", { docId })).status).toBe(404);
    expect((await org.call("delete_document", { docId })).status).toBe(404);
    const { rowCount } = await api.pool.query("select from document_revision where document_id = $1", [docId]);
    expect(rowCount).toBe(0);
    expect((await org.call("get_contact", { contactId: contact.id })).status).toBe(200);
  });

  it("needs documents:delete, which a member lacks", async () => {
    const member = await org.member("member");
    const { id: docId } = await draft();
    const { status, detail } = await org.call("delete_document", { docId }, member.key);
    expect([status, detail]).toEqual([403, expect.stringContaining("documents:delete")]);
  });
});
