import { describe, expect, it } from "@jest/globals";
import { startApi } from "../../support/caller.js";
import { createContact, createProject, organization, type TestRecord } from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";

const api = forAllTests(startApi);
const org = forAllTests(() => organization(api));
const project = forAllTests(() => createProject(org));

const line = (desc: string, fields: object = {}) => ({ desc, unit: "m²", qty: 2, price: 50, ...fields });
const lines = ["Rimozione pavimenti", "Massetto in calcestruzzo", "Posa di piastrelle"].map((desc) => line(desc));
async function quote(fields: object = {}): Promise<string> {
  const { id: docId } = await org.ok("create_document", { title: "Offerta", projectId: project.id });
  await org.ok("update_document", { docId, lineItems: lines, vatPct: 22, ...fields });
  return docId;
}
const change = (docId: string, ...changes: object[]) => org.ok("update_quote_lines", { docId, changes });
const refusal = async (docId: string, ...changes: object[]) => {
  const { status, errors, detail } = await org.call("update_quote_lines", { docId, changes });
  return errors?.length ? [status, ...errors.map(({ pointer }) => pointer)] : [status, detail];
};
const descs = ({ lineItems }: TestRecord) => lineItems.map(({ desc }: { desc: string }) => desc);

/** A quote of the three lines of a bill, each linked to its line. */
async function linkedQuote(): Promise<{ docId: string; computoId: string; links: () => Promise<(number | null)[]> }> {
  const { id: computoId } = await org.ok("create_bill_of_quantities", { projectId: project.id, name: "Computo" });
  await org.ok("save_bill_of_quantities_lines", { computoId, lines: lines.map((item) => ({ type: "line", ...item })) });
  const { id: docId } = await org.ok("draft_quote_from_bill_of_quantities", { computoId });
  for (const index of [0, 1, 2])
    await org.ok("link_quote_line", { computoId, docId, computoLineIndex: index, docLineIndex: index });
  const links = async () => {
    const bill = await org.ok("get_bill_of_quantities", { computoId });
    return [0, 1, 2].map(
      (index) => bill.links.find((each: TestRecord) => each.computoLineIndex === index)?.docLineIndex ?? null,
    );
  };
  return { docId, computoId, links };
}

describe("update_quote_lines", () => {
  it("is named where a line's rate is sought in update_document", async () => {
    const docId = await quote();
    const { errors } = await org.call("update_document", {
      docId,
      lineItems: [line("Posa", { vatPct: 10, colour: 1 })],
    });
    expect(errors).toEqual([
      {
        pointer: "/lineItems/0/vatPct",
        detail: expect.stringMatching(/; update_quote_lines gives a quote's line a rate/),
      },
      { pointer: "/lineItems/0/colour", detail: expect.stringMatching(/^is not a property here; these are: [\w, ]+$/) },
    ]);
  });

  it("changes, adds, removes and moves lines, by their indexes before, and gives the new totals", async () => {
    const docId = await quote();
    const changed = await change(
      docId,
      { at: 0, set: { qty: 3, code: "01.A" } },
      { insert: 3, lines: [line("Battiscopa", { price: 1.005 })] },
      { remove: 1 },
      { move: 2, to: 0 },
    );
    expect(descs(changed)).toEqual(["Posa di piastrelle", "Rimozione pavimenti", "Battiscopa"]);
    expect(changed.lineItems[1]).toEqual({ ...line("Rimozione pavimenti", { qty: 3 }), code: "01.A" });
    expect(changed).toMatchObject({ subtotal: 252.01, vat: 55.44, total: 307.45, removedLinks: [], warnings: [] });
  });

  it("does all or nothing, and names every index that is wrong", async () => {
    const docId = await quote();
    expect(await refusal(docId, { at: 0, set: { qty: 9 } }, { remove: 3 }, { move: 0, to: 4 })).toEqual([
      400,
      "/changes/1/remove",
      "/changes/2/to",
    ]);
    expect(descs(await org.ok("get_document", { docId }))).toEqual(lines.map(({ desc }) => desc));
    expect(await refusal(docId, { at: 0 }, { remove: 1, move: 2, to: 0 }, { at: 0, set: { amount: 1 } })).toEqual([
      400,
      "/changes/0",
      "/changes/1",
      "/changes/2/set/amount",
    ]);
  });

  it("warns where somebody else has just changed the document that indexes may be others now", async () => {
    const colleague = await org.keyWith("documents:edit", "documents:view");
    const docId = await quote();
    const warningsOf = async (key?: string) => {
      const changes = [{ at: 1, set: { price: 99 } }];
      return (await org.ok("update_quote_lines", { docId, changes }, key)).warnings;
    };
    expect(await warningsOf()).toEqual([]);
    await org.ok("update_quote_lines", { docId, changes: [{ remove: 0 }] }, colleague);
    expect(await warningsOf()).toMatchObject([
      {
        code: "changed_by_another",
        pointer: "/docId",
        detail: expect.stringContaining("changed this document less than a minute ago"),
        suggestion: expect.stringContaining("get_document"),
      },
    ]);
    expect(await warningsOf()).toEqual([]);
    expect(await warningsOf(colleague)).toMatchObject([{ code: "changed_by_another" }]);
  });

  it("is for drafts and documents under review", async () => {
    const docId = await quote();
    await org.ok("issue_document", { docId });
    expect(await refusal(docId, { remove: 0 })).toEqual([409, expect.stringMatching(/issued.*set_document_status/)]);
    expect((await refusal(docId, { remove: 9 }))[0]).toBe(400);
    await org.ok("set_document_status", { docId, status: "review" });
    expect(descs(await change(docId, { remove: 0 }))).toHaveLength(2);
  });

  it("takes the links of a bill along with their lines, also where lines say the same", async () => {
    const { docId, links } = await linkedQuote();
    await change(docId, { move: 2, to: 0 }, { at: 1, set: { desc: "Sottofondo", price: 60, qty: 1 } });
    expect(await links()).toEqual([1, 2, 0]);
    const { removedLinks } = await change(docId, { remove: 0 }, { insert: 3, lines: [line("Posa di piastrelle")] });
    expect(removedLinks).toMatchObject([{ computoLineIndex: 2, docLineIndex: 0 }]);
    expect(await links()).toEqual([0, 1, null]);
  });
});

describe("VAT by line", () => {
  it("is set and cleared by line, shown beside the lines, and charged by rate", async () => {
    const docId = await quote({ discountPct: 10 });
    const rated = await change(docId, { at: 1, set: { vatPct: 10 } }, { at: 2, set: { vatPct: 4 } });
    expect(rated).toMatchObject({
      lineVat: [
        { index: 1, vatPct: 10 },
        { index: 2, vatPct: 4 },
      ],
      subtotal: 300,
      discount: 30,
      taxable: 270,
      vat: 32.4,
      total: 302.4,
      vatByRate: [
        { vatPct: 4, taxable: 90, vat: 3.6 },
        { vatPct: 10, taxable: 90, vat: 9 },
        { vatPct: 22, taxable: 90, vat: 19.8 },
      ],
    });
    expect(Object.keys(rated.lineItems[1])).toEqual(["desc", "unit", "qty", "price", "code"]);
    const cleared = await change(docId, { at: 2, set: { vatPct: null } });
    expect(cleared.lineVat).toEqual([{ index: 1, vatPct: 10 }]);
    expect((await org.ok("get_document", { docId })).lineVat).toEqual([{ index: 1, vatPct: 10 }]);
  });

  it("stays with its line where update_document replaces the lines, and goes into templates", async () => {
    const docId = await quote();
    await change(docId, { at: 1, set: { vatPct: 10 } }, { insert: 0, lines: [line("Ponteggio", { vatPct: 4 })] });
    const lineItems = [lines[1], { ...lines[0], price: 70 }, lines[2], line("Ponteggio")];
    const replaced = await org.ok("update_document", { docId, lineItems });
    expect(replaced.lineVat).toEqual([
      { index: 0, vatPct: 10 },
      { index: 3, vatPct: 4 },
    ]);
    const template = await org.ok("save_as_template", { docId });
    expect(template.lineVat).toEqual(replaced.lineVat);
    const copy = await org.ok("create_document_from_template", { templateId: template.id });
    expect(copy).toMatchObject({ lineVat: replaced.lineVat, vatByRate: replaced.vatByRate });
    expect((await org.ok("list_templates", { view: "full" })).items[0].lineVat).toEqual(replaced.lineVat);
  });

  it("is frozen with the revision; one without it has the content that it always had", async () => {
    const docId = await quote();
    await org.ok("issue_document", { docId });
    await org.ok("set_document_status", { docId, status: "draft" });
    await change(docId, { at: 0, set: { vatPct: 10 } });
    await org.ok("issue_document", { docId });
    const [first, second] = (await org.ok("get_document", { docId })).revisions;
    expect(Object.keys(first.content)).not.toContain("vatByRate");
    expect(Object.keys(first.content.lineItems[0])).not.toContain("vatPct");
    expect(second.content).toMatchObject({
      totals: { vat: 54 },
      vatByRate: [
        { vatPct: 10, taxable: 100, vat: 10 },
        { vatPct: 22, taxable: 200, vat: 44 },
      ],
    });
    expect(second.content.lineItems[0].vatPct).toBe(10);
  });
});

describe("move_document", () => {
  it("moves a document to another project, with its open follow-up, or to none", async () => {
    const contact = await createContact(org);
    const docId = await quote();
    await org.ok("update_document", { docId, contactId: contact.id });
    await org.ok("issue_document", { docId });
    const { reminder } = await org.ok("send_issued_document", { docId });
    const other = await createProject(org, { name: "Altra pratica" });
    expect((await org.ok("move_document", { docId, projectId: other.id })).projectId).toBe(other.id);
    expect((await org.ok("get_reminder", { reminderId: reminder.id })).projectId).toBe(other.id);
    expect(await org.ok("move_document", { docId, projectId: "" })).toMatchObject({
      projectId: null,
      status: "issued",
    });
    const { revisions } = await org.ok("get_document", { docId });
    expect(revisions[0].content.project.name).toBe(project.name);
  });

  it("changes the kind until the document is issued", async () => {
    const docId = await quote();
    expect((await org.ok("move_document", { docId, kind: "engagement_letter" })).kind).toBe("engagement_letter");
    const { number } = await org.ok("issue_document", { docId });
    expect(number).toMatch(/\/0001$/);
    await org.ok("set_document_status", { docId, status: "draft" });
    const { status, detail } = await org.call("move_document", { docId, kind: "preventivo" });
    expect([status, detail]).toEqual([409, expect.stringContaining(`engagement_letter ${number}`)]);
    expect((await org.ok("move_document", { docId, kind: "engagement_letter" })).number).toBe(number);
  });

  it("leaves no quote linked to another project's bill", async () => {
    const { docId } = await linkedQuote();
    const other = await createProject(org);
    for (const fields of [{ projectId: other.id }, { kind: "letter" }]) {
      const { status, detail } = await org.call("move_document", { docId, ...fields });
      expect([status, detail]).toEqual([409, expect.stringContaining("unlink_quote_line")]);
    }
    expect((await org.ok("move_document", { docId, projectId: "" })).projectId).toBeNull();
  });
});

describe("update_template", () => {
  it("gives a template another title", async () => {
    const template = await org.ok("save_as_template", { docId: await quote() });
    const renamed = await org.ok("update_template", { templateId: template.id, title: " Offerta tipo " });
    expect(renamed).toEqual({ ...template, title: "Offerta tipo", updatedAt: expect.any(String) });
    expect((await org.call("update_template", { templateId: template.id, title: " " })).status).toBe(400);
  });
});
