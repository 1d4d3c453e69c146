import { describe, expect, it } from "@jest/globals";
import { startApi } from "../../support/caller.js";
import { createContact, createGuest, createProject, organization, unknownId } from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";

const api = forAllTests(startApi);
const org = forAllTests(() => organization(api));

const quote = (fields: object = {}) => org.ok("create_document", { title: "Offerta", ...fields });
const pointers = async (operation: string, body: object) => {
  const { status, errors } = await org.call(operation, body);
  expect(status).toBe(400);
  return errors.map(({ pointer }) => pointer).sort();
};

describe("create_document", () => {
  it("opens a quote in draft, empty but for its title, with totals of nothing", async () => {
    const document = await quote({ title: "  Offerta villa  " });
    expect(document).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      createdAt: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/),
      updatedAt: document.createdAt,
      title: "Offerta villa",
      kind: "preventivo",
      projectId: null,
      contactId: null,
      body: null,
      lineItems: [],
      lineVat: [],
      sections: [],
      discountPct: null,
      vatPct: null,
      notes: null,
      validUntil: null,
      status: "draft",
      number: null,
      subtotal: 0,
      discount: 0,
      taxable: 0,
      vat: 0,
      total: 0,
      vatByRate: [],
    });
  });

  it("keeps what is given, and takes empty texts and references as absent", async () => {
    const [project, contact] = [await createProject(org), await createContact(org)];
    const given = { kind: "letter", projectId: project.id, contactId: contact.id, body: "Gentile Maria,\n\n" };
    expect(await quote(given)).toMatchObject(given);
    expect(await quote({ projectId: "", contactId: "", body: "" })).toMatchObject({
      projectId: null,
      contactId: null,
      body: null,
    });
  });

  it.each(["preventivo", "letter", "engagement_letter", "delegation", "perizia", "report", "plan", "generic"])(
    "knows the kind %s",
    async (kind) => expect((await quote({ kind })).kind).toBe(kind),
  );

  it("refuses a blank title, an unknown kind, and what belongs to an update", async () => {
    const body = { title: " \t", kind: "invoice", lineItems: [], status: "issued", contactId: null };
    expect(await pointers("create_document", body)).toEqual(["/contactId", "/kind", "/lineItems", "/status", "/title"]);
  });
});

describe("update_document", () => {
  const line = (fields: object = {}) => ({ desc: "Rilievo", unit: "m²", qty: 2, price: 10, ...fields });

  it("leaves what is absent, clears what is empty, and replaces all line items", async () => {
    const contact = await createContact(org);
    const { id: docId } = await quote({ body: "Testo", contactId: contact.id });
    const all = { discountPct: 10, vatPct: 22, notes: "Note", validUntil: "2027-03-01", lineItems: [line(), line()] };
    await org.ok("update_document", { docId, ...all });
    const kept = await org.ok("update_document", { docId, title: "Altra" });
    expect(kept).toMatchObject({
      title: "Altra",
      body: "Testo",
      contactId: contact.id,
      discountPct: 10,
      vatPct: 22,
      notes: "Note",
      validUntil: "2027-03-01T00:00:00.000Z",
    });
    expect(kept.lineItems).toHaveLength(2);
    const cleared = { body: "", notes: "", validUntil: "", contactId: "", lineItems: [line({ code: "A1" })] };
    expect(await org.ok("update_document", { docId, ...cleared })).toMatchObject({
      body: null,
      notes: null,
      validUntil: null,
      contactId: null,
      lineItems: [{ desc: "Rilievo", unit: "m²", qty: 2, price: 10, code: "A1" }],
      discountPct: 10,
    });
    expect((await org.ok("update_document", { docId, lineItems: [] })).lineItems).toEqual([]);
  });

  it("reads date values as the organization's: date, date-time, offset, epoch; null clears", async () => {
    const { id: docId } = await quote();
    const stored = async (validUntil: unknown) => (await org.ok("update_document", { docId, validUntil })).validUntil;
    expect(await stored("2026-12-01")).toBe("2026-12-01T00:00:00.000Z");
    expect(await stored("2026-12-01T10:00")).toBe("2026-12-01T09:00:00.000Z");
    expect(await stored("2026-07-01T10:00:00")).toBe("2026-07-01T08:00:00.000Z");
    expect(await stored("2026-12-01T10:00:00-05:00")).toBe("2026-12-01T15:00:00.000Z");
    expect(await stored(1_764_547_200_000)).toBe("2025-12-01T00:00:00.000Z");
    expect(await stored(null)).toBeNull();
    for (const wrong of ["domani", "2026-13-01", "01/12/2026", true, {}]) {
      expect(await pointers("update_document", { docId, validUntil: wrong })).toEqual(["/validUntil"]);
    }
  });

  it("computes in decimal: each line to the cent, half away from zero, then discount and VAT once each", async () => {
    const { id: docId } = await quote();
    const totals = async (lineItems: object[], rates: object = {}) => {
      const { subtotal, discount, taxable, vat, total } = await org.ok("update_document", {
        docId,
        lineItems,
        ...rates,
      });
      return { subtotal, discount, taxable, vat, total };
    };
    expect(await totals([line({ qty: 1, price: 1.005 }), line({ qty: 3, price: 0.335 })])).toEqual({
      subtotal: 2.02,
      discount: 0,
      taxable: 2.02,
      vat: 0,
      total: 2.02,
    });
    const tenths = Array.from({ length: 10 }, () => line({ qty: 0.1, price: 1 }));
    expect(await totals(tenths, { discountPct: 33.3, vatPct: 22 })).toEqual({
      subtotal: 1,
      discount: 0.33,
      taxable: 0.67,
      vat: 0.15,
      total: 0.82,
    });
    expect(await totals([line({ qty: -1, price: 1.005 })], { discountPct: 0, vatPct: 10 })).toMatchObject({
      subtotal: -1.01,
      vat: -0.1,
      total: -1.11,
    });
    expect(await totals([line({ qty: 1_000_000, price: 1_234.56 })], { discountPct: 100 })).toMatchObject({
      subtotal: 1_234_560_000,
      discount: 1_234_560_000,
      total: 0,
    });
  });

  it("keeps quantities and prices to the last decimal that was sent", async () => {
    const { id: docId } = await quote();
    const items = [line({ qty: 0.123456, price: 98_765.432109 }), line({ qty: 1e-6, price: 1e12 })];
    const { lineItems } = await org.ok("update_document", { docId, lineItems: items });
    expect(lineItems).toEqual(items.map((item) => ({ ...item, code: null })));
    expect((await org.ok("get_document", { docId })).lineItems).toEqual(lineItems);
  });

  it("asks each line item for its four fields and takes no others", async () => {
    const { id: docId } = await quote();
    const lineItems = [line(), { desc: "x", price: 1 }, line({ qty: "2" }), line({ vat: 22 }), line({ code: null })];
    expect(await pointers("update_document", { docId, lineItems, discountPct: -1 })).toEqual([
      "/discountPct",
      "/lineItems/1/qty",
      "/lineItems/1/unit",
      "/lineItems/2/qty",
      "/lineItems/3/vat",
      "/lineItems/4/code",
    ]);
    for (const discountPct of [-0.01, 100.01]) {
      expect(await pointers("update_document", { docId, discountPct })).toEqual(["/discountPct"]);
    }
    expect((await org.ok("update_document", { docId, discountPct: 100 })).discountPct).toBe(100);
  });

  it.each(["issued", "accepted", "declined", "expired"])("is refused once the document is %s", async (status) => {
    const { id: docId } = await quote();
    await org.ok("set_document_status", { docId, status });
    for (const operation of ["update_document", "issue_document"]) {
      const { status: answered, code, detail } = await org.call(operation, { docId });
      expect([answered, code]).toEqual([409, "conflict"]);
      expect(detail).toMatch(new RegExp(`${status}.*draft.*set_document_status`));
    }
    await org.ok("set_document_status", { docId, status: "draft" });
    expect((await org.ok("update_document", { docId, title: "Di nuovo" })).title).toBe("Di nuovo");
  });

  it("is allowed under review", async () => {
    const { id: docId } = await quote();
    await org.ok("set_document_status", { docId, status: "review" });
    expect(await org.ok("update_document", { docId, title: "Vista" })).toMatchObject({
      title: "Vista",
      status: "review",
    });
  });
});

describe("templates", () => {
  it("keep a document's content and structure, and give it to new documents", async () => {
    const [project, contact] = [await createProject(org), await createContact(org)];
    const { id: docId } = await quote({ kind: "engagement_letter", body: "Incarico", contactId: contact.id });
    const content = {
      lineItems: [{ desc: "Onorario", unit: "cad", qty: 1, price: 1_200.5, code: null }],
      discountPct: 5,
      vatPct: 22,
      notes: "Pagamento a 30 giorni",
    };
    const stored = { ...content, lineItems: content.lineItems.map(({ code, ...item }) => item) };
    await org.ok("update_document", { docId, ...stored, validUntil: "2027-01-01" });
    await org.ok("issue_document", { docId });

    const template = await org.ok("save_as_template", { docId });
    expect(template).toMatchObject({ title: "Offerta", kind: "engagement_letter", body: "Incarico", ...content });
    expect(Object.keys(template)).not.toEqual(expect.arrayContaining(["contactId", "number", "status"]));
    expect((await org.ok("save_as_template", { docId, title: " Modello " })).title).toBe("Modello");

    const document = await org.ok("create_document_from_template", {
      templateId: template.id,
      projectId: project.id,
      contactId: contact.id,
    });
    expect(document).toMatchObject({
      ...content,
      title: "Offerta",
      kind: "engagement_letter",
      body: "Incarico",
      status: "draft",
      number: null,
      validUntil: null,
      projectId: project.id,
      contactId: contact.id,
      subtotal: 1_200.5,
    });
    const named = await org.ok("create_document_from_template", { templateId: template.id, title: "Mia" });
    expect(named).toMatchObject({ title: "Mia", projectId: null, contactId: null });
    expect((await org.ok("list_templates", { kind: "engagement_letter" })).items).toHaveLength(2);
    expect((await org.ok("list_templates", { kind: "plan" })).items).toEqual([]);
  });

  it("have titles that are not blank", async () => {
    const { id: docId } = await quote();
    expect(await pointers("save_as_template", { docId, title: " " })).toEqual(["/title"]);
    expect(await pointers("create_document_from_template", { templateId: unknownId, title: "" })).toEqual(["/title"]);
  });

  it("outlive their document", async () => {
    const { id: docId } = await quote({ body: "Resta" });
    const { id: templateId } = await org.ok("save_as_template", { docId });
    await org.ok("delete_document", { docId });
    expect((await org.ok("create_document_from_template", { templateId })).body).toBe("Resta");
  });
});

describe("draft_quote_from_bill_of_quantities", () => {
  const nodes = [
    { type: "line", desc: "Scavo", unit: "m³", qty: 12.345678, price: 9.876543, code: "A.01", note: "extra" },
    {
      type: "section",
      title: "Opere",
      children: [
        {
          type: "line",
          desc: "Intonaco",
          unit: "m²",
          listPrice: 18.5,
          measurements: [
            { length: 0.3, width: 0.35 },
            { count: 2, length: 3 },
            { count: -1, length: 1 },
          ],
        },
        { type: "section", title: "Vuota", children: [] },
        { type: "line" },
      ],
    },
  ];
  const bill = async () => {
    const project = await createProject(org);
    const { id: computoId } = await org.ok("create_bill_of_quantities", {
      projectId: project.id,
      name: "Computo opere",
    });
    await org.ok("save_bill_of_quantities_lines", { computoId, lines: nodes });
    return { computoId, projectId: project.id };
  };

  it("gives one line item for each line, in order, none for sections, with all decimals", async () => {
    const { computoId, projectId } = await bill();
    const document = await org.ok("draft_quote_from_bill_of_quantities", { computoId });
    expect(document).toMatchObject({
      title: "Computo opere",
      kind: "preventivo",
      status: "draft",
      projectId,
      contactId: null,
      discountPct: null,
      vatPct: 22,
    });
    expect(document.lineItems).toEqual([
      { desc: "Scavo", unit: "m³", qty: 12.345678, price: 9.876543, code: "A.01" },
      { desc: "Intonaco", unit: "m²", qty: 5.11, price: 18.5, code: null },
      { desc: "", unit: "", qty: 0, price: 0, code: null },
    ]);
    expect(document.subtotal).toBe(216.47);
  });

  it("takes title, counterparty and rates, and leaves the bill as it was", async () => {
    const { computoId } = await bill();
    const contact = await createContact(org);
    const given = { title: "Offerta opere", contactId: contact.id, discountPct: 12.5, vatPct: 10 };
    const before = await org.ok("get_bill_of_quantities", { computoId });
    expect(await org.ok("draft_quote_from_bill_of_quantities", { computoId, ...given })).toMatchObject(given);
    expect((await org.ok("draft_quote_from_bill_of_quantities", { computoId, vatPct: 0 })).vatPct).toBe(0);
    const fraction = await org.ok("draft_quote_from_bill_of_quantities", { computoId, vatPct: 0.22 });
    expect(fraction.warnings[0]).toMatchObject({ code: "R09_UNKNOWN_VAT_RATE", pointer: "/vatPct" });
    expect(await org.ok("get_bill_of_quantities", { computoId })).toEqual({ ...before, links: expect.any(Array) });
    expect(await pointers("draft_quote_from_bill_of_quantities", { computoId, discountPct: 101 })).toEqual([
      "/discountPct",
    ]);
  });

  it.each(["", " \n", "\u00a0\u200b"])("takes the bill's name for the blank title %j", async (title) => {
    const { computoId } = await bill();
    expect((await org.ok("draft_quote_from_bill_of_quantities", { computoId, title })).title).toBe("Computo opere");
  });
});

describe("draft_document_from_instructions", () => {
  it("is 409 for what is no draft, and 422 without a model; it changes nothing", async () => {
    const { id: docId } = await quote();
    const body = { docId, instructions: "Scrivi una lettera" };
    const { status, code, detail } = await org.call("draft_document_from_instructions", body);
    expect([status, code]).toEqual([422, "unprocessable"]);
    expect(detail).toContain("AI_PROVIDER");
    for (const status of ["review", "issued", "declined"]) {
      await org.ok("set_document_status", { docId, status });
      expect(await org.call("draft_document_from_instructions", body)).toMatchObject({
        status: 409,
        detail: expect.stringContaining("draft"),
      });
    }
    expect(await pointers("draft_document_from_instructions", { docId, instructions: " \n" })).toEqual([
      "/instructions",
    ]);
  });
});

describe("review_document", () => {
  it("gives the report that decisions settle, and changes nothing", async () => {
    const { id: docId } = await quote();
    await org.ok("update_document", { docId, lineItems: [{ desc: "Rilievo", unit: "cad", qty: 1, price: 0 }] });
    const before = await org.ok("get_document", { docId });
    const viewer = await org.member("viewer");
    const report = await org.ok("review_document", { docId }, viewer.key);
    expect(report).toMatchObject({
      docId,
      ready: expect.any(Boolean),
      score: expect.any(Number),
      readability: { index: "gulpease" },
      model: null,
    });
    const fields = ["docId", "findings", "model", "omitted", "readability", "ready", "score"];
    expect(Object.keys(report).sort()).toEqual(fields);
    // Without a model too: what the caller may not ask for doesn't depend on what the installation has.
    expect(report.omitted).toEqual(["model"]);
    expect((await org.ok("review_document", { docId })).omitted).toEqual([]);
    expect(report.findings.length).toBeGreaterThan(0);
    for (const finding of report.findings) {
      expect(Object.keys(finding).sort()).toEqual(["category", "code", "field", "message", "severity", "suggestion"]);
      expect(finding.code).toMatch(/^R\d\d/);
    }
    expect(report.ready).toBe(!report.findings.some(({ severity }: { severity: string }) => severity === "error"));
    expect(await org.ok("get_document", { docId })).toEqual(before);
  });

  it("compares with the bill that its lines are linked to", async () => {
    const project = await createProject(org);
    const { id: computoId } = await org.ok("create_bill_of_quantities", { projectId: project.id, name: "Computo" });
    const lines = [{ type: "line", desc: "Scavo di sbancamento", unit: "m³", qty: 10, price: 10 }];
    await org.ok("save_bill_of_quantities_lines", { computoId, lines });
    const { id: docId } = await org.ok("draft_quote_from_bill_of_quantities", { computoId });
    const codes = async () =>
      (await org.ok("review_document", { docId })).findings.map(({ code }: { code: string }) => code);
    await org.ok("link_quote_line", { computoId, docId, computoLineIndex: 0, docLineIndex: 0 });
    expect(await codes()).not.toContain("R06_BILL_PRICE");
    const dearer = [{ desc: "Scavo di sbancamento", unit: "m³", qty: 10, price: 15 }];
    await org.ok("update_document", { docId, lineItems: dearer });
    expect(await codes()).toContain("R06_BILL_PRICE");
  });

  it("compares with the price books that hold for it, where the caller may see them", async () => {
    const [project, other] = [await createProject(org), await createProject(org)];
    const entry = (code: string, price: number) => ({ code, description: "Rilievo", unit: "cad", price });
    const book = async (fields: object, ...entries: object[]) => {
      const { id: bookId } = await org.ok("create_price_book", { name: "Prezzario", ...fields });
      await org.ok("add_price_book_entries", { bookId, entries });
    };
    await book({}, entry("R.1", 100));
    await book({ projectId: other.id }, entry("R.2", 100));
    const { id: docId } = await quote({ projectId: project.id });
    const lineItems = ["R.1", "R.2"].map((code) => ({ desc: "Rilievo", unit: "cad", qty: 1, price: 300, code }));
    await org.ok("update_document", { docId, lineItems });
    const dear = async (key = org.key) =>
      (await org.ok("review_document", { docId }, key)).findings
        .filter(({ code }: { code: string }) => code === "R06_PRICE_BOOK")
        .map(({ field }: { field: string }) => field);
    expect(await dear()).toEqual(["/lineItems/0/price"]);
    const guest = await createGuest(org, project.id, "viewer");
    expect(await dear(guest.key)).toEqual([]);
    expect(await dear(await org.keyWith("documents:view"))).toEqual([]);
    await book({ projectId: project.id }, entry("R.1", 290));
    expect(await dear()).toEqual([]);
  });
});

describe("reading documents", () => {
  it("lists them newest first, by project, contact, kind and status, page by page", async () => {
    const other = await organization(api);
    const contact = await createContact(other);
    const made: string[] = [];
    for (let n = 0; n < 5; n++) made.unshift((await other.ok("create_document", { title: `Doc ${n}` })).id);
    const letter = await other.ok("create_document", { title: "Lettera", kind: "letter", contactId: contact.id });
    await other.ok("issue_document", { docId: letter.id });
    const titles = async (filter: object) =>
      (await other.ok("list_documents", filter)).items.map((d: { id: string }) => d.id);
    expect(await titles({})).toEqual([letter.id, ...made]);
    for (const filter of [{ contactId: contact.id }, { kind: "letter" }, { status: "issued" }]) {
      expect(await titles(filter)).toEqual([letter.id]);
    }
    expect((await other.call("list_documents", { projectId: unknownId })).status).toBe(404);
    const read: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await other.ok("list_documents", { limit: 4, ...(cursor ? { cursor } : {}) });
      read.push(...page.items.map((d: { id: string }) => d.id));
      if (page.nextCursor === null) break;
      cursor = page.nextCursor;
    }
    expect(read).toEqual([letter.id, ...made]);
    expect((await other.call("list_documents", { cursor: "x" })).errors).toMatchObject([{ pointer: "/cursor" }]);
  });
});
