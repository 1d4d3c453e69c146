import { describe, expect, it } from "@jest/globals";
import { auditOf } from "../../support/audit.js";
import { startApi } from "../../support/caller.js";
import { createContact, createIssued, organization, type TestRecord } from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";
import { watchStatements } from "../../support/sent-statements.js";

const api = forAllTests(startApi);
const org = forAllTests(() => organization(api));

const rossi = {
  taxCode: "RSSMRA85T10A562S",
  vatNumber: "IT00743110157",
  address: "Via Garibaldi 12",
  postalCode: "24121",
  city: "Bergamo",
  province: "BG",
  country: "Italia",
  sdiCode: "M5UXCR1",
  formOfAddress: "gentile_sig",
};

describe("set_contact_details", () => {
  it("stores the codes compact, shows them wherever contacts are, and clears", async () => {
    const { id: contactId } = await createContact(org, { name: "Mario Rossi" });
    const written = { ...rossi, taxCode: "rss mra 85t10 a562s", province: "bg", sdiCode: " m5uxcr1 " };
    expect(await org.ok("set_contact_details", { contactId, ...written })).toMatchObject(rossi);
    expect(await org.ok("get_contact", { contactId })).toMatchObject({ name: "Mario Rossi", ...rossi });
    const { items } = await org.ok<{ items: TestRecord[] }>("list_contacts", {});
    expect(items.find(({ id }) => id === contactId)).toMatchObject(rossi);
    const cleared = await org.ok("set_contact_details", { contactId, vatNumber: "", formOfAddress: "", city: " " });
    expect(cleared).toMatchObject({ ...rossi, vatNumber: null, formOfAddress: null, city: null });
  });

  it("reads what was pasted with characters that nobody sees", async () => {
    const { id: contactId } = await createContact(org, { name: "Mario Incollato" });
    const codes = ["taxCode", "vatNumber", "postalCode", "province", "country", "sdiCode"] as const;
    const pasted = Object.fromEntries(codes.map((field) => [field, `\u200b${rossi[field]}\u202c`]));
    const plain = Object.fromEntries(codes.map((field) => [field, rossi[field]]));
    expect(await org.ok("set_contact_details", { contactId, ...pasted })).toMatchObject(plain);
  });

  it("refuses each code whose check character is wrong, with its pointer, and changes nothing", async () => {
    const { id: contactId } = await createContact(org);
    const wrong = { taxCode: "RSSMRA85T10A562T", vatNumber: "00743110158", province: "XX", sdiCode: "M5UXCR1" };
    const { status, errors } = await org.call("set_contact_details", { contactId, ...wrong });
    expect([status, errors.map(({ pointer }) => pointer)]).toEqual([400, ["/taxCode", "/vatNumber", "/province"]]);
    expect((await org.ok("get_contact", { contactId })).sdiCode).toBeNull();
    const unknown = await org.call("set_contact_details", { contactId, formOfAddress: "caro", title: "x" });
    expect([unknown.status, unknown.errors.map(({ pointer }) => pointer).sort()]).toEqual([
      400,
      ["/formOfAddress", "/title"],
    ]);
  });

  it("is audited before and after", async () => {
    const { id: contactId } = await createContact(org);
    await org.ok("set_contact_details", { contactId, city: "Bergamo" });
    await org.ok("set_contact_details", { contactId, city: "Lecco", province: "LC" });
    const [before, after] = [
      { city: "Bergamo", province: null },
      { city: "Lecco", province: "LC" },
    ];
    const changes = (await auditOf(api, contactId)).at(-1)?.changes;
    expect(changes).toEqual([{ record: "contact", id: contactId, op: "update", before, after }]);
  });

  it("lets the search find an existing contact by its codes and town, and no more by old ones", async () => {
    const { id: contactId } = await createContact(org, { name: "Zanetti", email: "" });
    const found = async (query: string) =>
      (await org.ok<{ contacts: TestRecord[] }>("search_records", { query })).contacts.map(({ id }) => id);
    expect(await found("Treviglio")).toEqual([]);
    await org.ok("set_contact_details", {
      contactId,
      taxCode: "MRTMTT91D08F205J",
      vatNumber: "12345678903",
      city: "Treviglio",
    });
    for (const query of ["MRTMTT91D08F205J", "12345678903", "IT12345678903", "treviglio"])
      expect([query, await found(query)]).toEqual([query, [contactId]]);
    await org.ok("set_contact_details", { contactId, city: "Dalmine" });
    expect([await found("Treviglio"), await found("Dalmine")]).toEqual([[], [contactId]]);
  });

  it("is united by merge_contacts: the target's wins, its blanks are filled", async () => {
    const target = await createContact(org);
    const source = await createContact(org);
    await org.ok("set_contact_details", { contactId: target.id, city: "Lecco", formOfAddress: "egregio" });
    await org.ok("set_contact_details", { contactId: source.id, ...rossi });
    const merged = await org.ok("merge_contacts", { targetId: target.id, sourceId: source.id });
    expect(merged).toMatchObject({ ...rossi, city: "Lecco", formOfAddress: "egregio" });
  });

  it("is frozen with the issued document, while one of a contact without details has none", async () => {
    const { id: contactId } = await createContact(org, { name: "Mario Rossi" });
    const { id: docId } = await createIssued(org, { title: "Offerta", contactId });
    await org.ok("set_contact_details", { contactId, ...rossi });
    // Other content now, and so another revision; set to issued again, the document keeps it.
    await org.ok("set_document_status", { docId, status: "draft" });
    await org.ok("set_document_status", { docId, status: "issued" });
    await org.ok("set_contact_details", { contactId, city: "Lecco" });
    const { revisions } = await org.ok("get_document", { docId });
    const parties = revisions.map(({ content }: TestRecord) => content.counterparty);
    const known = { name: "Mario Rossi", company: null, email: expect.any(String), pec: null, phone: null };
    const { sdiCode, ...shown } = rossi;
    expect(parties).toEqual([known, { ...known, ...shown }]);
  });
});

describe("create_contact warns", () => {
  const warnings = async (body: object, key?: string): Promise<TestRecord[]> =>
    (await org.ok("create_contact", body, key)).warnings;

  it("of the same name with another title, or none", async () => {
    const other = await organization(api, "Studio Titoli");
    const make = (name: string) => other.ok("create_contact", { name });
    const made: TestRecord[] = [];
    for (const name of [
      "Sig.ra Anna Rossi",
      "Anna Rossi",
      "Dott.ssa Anna Rossi",
      "Dott. Rossi Anna",
      "Geom. Anna Rossi",
    ]) {
      const contact = await make(name);
      const found = contact.warnings.map(({ contactId }: TestRecord) => contactId).sort();
      expect([name, found]).toEqual([name, made.map(({ id }) => id).sort()]);
      made.push(contact);
    }
    expect((await make("Sig.ra Anna Rosso")).warnings).toEqual([]);
  });

  it.each([
    ["the name, whatever its order, case and accents", { name: "D'ANGELO Nicolo'" }, "/name", "name"],
    ["the name with a title", { name: "Geom. Nicolò D’Angelo" }, "/name", "name"],
    ["the e-mail address", { name: "x", email: "N.DAngelo@Example.test" }, "/email", "e-mail address"],
    ["an address of a list", { name: "x", emails: ["a@example.test", "altra@example.test"] }, "/emails/1", "e-mail"],
    ["the PEC", { name: "x", pec: "dangelo@pec.test" }, "/pec", "e-mail address"],
    ["the phone, otherwise written", { name: "x", phone: "+39 035/22.11.00" }, "/phone", "phone number"],
    ["the phone with 00 for +", { name: "x", phone: "0041 79/111.22.34" }, "/phone", "phone number"],
    ["the phone with + for 00", { name: "x", phone: "+43 1 5123456" }, "/phone", "phone number"],
  ])("of a contact with %s", async (_, body, pointer, shared) => {
    const other = await organization(api, "Studio Dangelo");
    const known = await other.ok("create_contact", {
      name: "Nicolò D'Angelo",
      emails: ["n.dangelo@example.test", "altra@example.test"],
      pec: "dangelo@pec.test",
      phones: ["035 221100", "+41 79 111 22 34", "0043 1 512 34 56"],
    });
    expect(known.warnings).toEqual([]);
    const { warnings: found } = await other.ok("create_contact", body);
    expect(found).toEqual([
      {
        code: "duplicate",
        contactId: known.id,
        pointer,
        detail: expect.stringContaining(`The contact "Nicolò D'Angelo" has the same ${shared}`),
        suggestion: expect.stringContaining("merge_contacts"),
      },
    ]);
  });

  it("of none of another organization", async () => {
    const other = await organization(api, "Altro Studio");
    const body = { name: "Ugo Straniero", email: "ugo@straniero.test" };
    await other.ok("create_contact", body);
    expect(await warnings(body)).toEqual([]);
  });

  it("of one company under other forms, and of at most five, newest first", async () => {
    const made: string[] = [];
    for (const name of [
      "Edil Verdi S.r.l.",
      "EDIL VERDI SRL",
      "Edil Verdi & C. s.n.c.",
      "Ditta Edil-Verdi",
      "Verdi Edil S. p. A.",
      "Società Edil Verdi",
    ])
      made.push((await org.ok("create_contact", { name })).id);
    const found = await warnings({ name: "Edil Verdi S.a.s." });
    expect(found.map(({ contactId }) => contactId)).toEqual(made.slice(1).reverse());
    expect(await warnings({ name: "Edil Neri S.r.l." })).toEqual([]);
  });

  it("of addresses that can't be, also when they are changed", async () => {
    const contact = await org.ok("create_contact", { name: "Teresa Galli", email: "no address", phone: "1" });
    expect(contact.email).toBe("no address");
    expect(contact.warnings.map(({ code, pointer }: TestRecord) => [code, pointer])).toEqual([
      ["invalid_email", "/email"],
      ["invalid_phone", "/phone"],
    ]);
    const update = (body: object) => org.ok("update_contact", { contactId: contact.id, ...body });
    expect((await update({ pec: "galli@" })).warnings).toMatchObject([{ code: "invalid_pec", pointer: "/pec" }]);
    expect((await update({ email: "teresa@galli.test" })).warnings).toEqual([]);
    const blank = await org.ok("create_contact", { name: "Ida Vuoti", email: "   ", phones: [" "], pec: "\u200b" });
    expect(blank).toMatchObject({ email: "   ", phones: [" "], pec: "\u200b" });
    expect(blank.warnings).toMatchObject([
      { code: "invalid_email", pointer: "/email", detail: '"   " isn\'t an e-mail address.' },
      { code: "invalid_phone", pointer: "/phones/0" },
      { code: "invalid_pec", pointer: "/pec" },
    ]);
    // Two contacts without an address are not the same.
    expect((await org.ok("create_contact", { name: "Ugo Nulli", email: "   " })).warnings).toHaveLength(1);
    expect((await update({ email: "", phone: "" })).warnings).toEqual([]);
  });

  it("nobody of contacts who may not view them", async () => {
    await org.ok("create_contact", { name: "Riservato Segreto" });
    const editOnly = await org.keyWith("contacts:edit");
    expect(await warnings({ name: "Riservato Segreto" }, editOnly)).toEqual([]);
  });

  it("the same in an answer that is repeated by its Idempotency-Key", async () => {
    const { id } = await org.ok("create_contact", { name: "Pia Unica" });
    const again = { "idempotency-key": "pia-unica" };
    const create = () => api.call<TestRecord>("create_contact", { name: "Unica Pia" }, org.key, again);
    const [first, second] = [await create(), await create()];
    expect(first.result.warnings).toMatchObject([{ contactId: id }]);
    expect([second.headers.get("idempotency-replayed"), second.result]).toEqual(["true", first.result]);
  });

  it("without a round trip of its own", async () => {
    const texts: string[] = [];
    const unwatch = watchStatements(api.app.database.pool, ({ text }) => texts.push(text));
    try {
      await org.ok("create_contact", { name: "Pia Unica" });
    } finally {
      unwatch();
    }
    expect(texts.filter((text) => text.includes("contact_keys"))).toEqual([
      expect.stringMatching(/insert into contact /),
    ]);
  });
});
