import { beforeEach, describe, expect, it } from "@jest/globals";
import { startAiProduct } from "../../support/ai-product.js";
import { eventually } from "../../support/eventually.js";
import { createContact, createGuest, createProject, type TestRecord } from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";
import type { ModelReply } from "../../support/model-script.js";

const product = forAllTests(() => startAiProduct({ waitLimitMs: 300 }));
beforeEach(() => product.model.restart());

const says = (say: object) => product.model.script.push({ say });
const said = (body: string): ModelReply => ({ say: { body, lineItems: null, notes: "Prezzo da confermare." } });
const draft = (docId: string, key?: string, instructions = "Scrivi il testo.") =>
  product.org.ok("draft_document_from_instructions", { docId, instructions }, key);
const runsOf = async (docId: string, key?: string): Promise<TestRecord[]> =>
  (await product.org.ok("get_document", { docId }, key)).aiRuns;
const ended = (docId: string, count = 1) =>
  eventually(async () => {
    const runs = await runsOf(docId);
    return runs.length === count && runs.every(({ status }) => status === "done");
  });

/** Keeps the next answer back until it is let. */
function held(reply: ModelReply): () => void {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  product.model.script.push(() => released.then(() => reply));
  return release;
}

describe("the runs of a document", () => {
  it("keep what a review found that came too late for its answer", async () => {
    const { id } = await product.document({ kind: "letter", body: "Consegneremo la pratica entro tempi brevi." });
    const finding = { severity: "warning", category: "legal", field: "/body", quote: "entro tempi brevi" };
    const release = held({
      say: { findings: [{ ...finding, message: "Tempi incerti", suggestion: "Dire i giorni" }] },
    });
    const early = await product.org.ok("review_document", { docId: id });
    expect(early).toMatchObject({ model: null, workflowId: `review-document:${id}:1` });
    release();
    await ended(id);
    expect((await runsOf(id))[0]?.findings).toMatchObject([{ code: "AI_LEGAL", field: "/body" }]);
  });

  it("tell a guest nothing of the organization's own work, and a key without price books no sources of prices", async () => {
    const project = await createProject(product.org);
    const guest = await createGuest(product.org, project.id, "editor");
    const { id } = await product.document({ projectId: project.id });
    product.model.script.push(said("Dello studio."), said("Dell'ospite."));
    await draft(id, product.owner.key, "Margine del 40%.");
    await ended(id);
    await draft(id, guest.key, "Più breve.");
    await ended(id, 2);
    const [own, orgs] = await runsOf(id, guest.key);
    expect(own).toMatchObject({ userId: guest.userId, instructions: "Più breve.", inputTokens: 100 });
    expect([own?.diff, own?.notes]).not.toContain(null);
    expect(orgs).toMatchObject({ kind: "draft", status: "done", changed: ["body"] });
    for (const field of ["userId", "keyId", "instructions", "diff", "notes", "findings", "costEur", "inputTokens"])
      expect([field, orgs?.[field]]).toEqual([field, null]);
    const narrow = await product.org.keyWith("documents:view");
    expect(await runsOf(id, narrow)).toMatchObject([
      { notes: null },
      { notes: null, instructions: "Margine del 40%." },
    ]);
    expect((await runsOf(id)).map(({ notes }) => notes)).not.toContain(null);
  });
});

describe("what the model is shown", () => {
  const records = async () => {
    const project = await createProject(product.org, { description: "Sanatoria riservata" });
    const contact = await createContact(product.org, { notes: "P.IVA 01234567897" });
    return product.document({ projectId: project.id, contactId: contact.id });
  };
  const shown = async (docId: string, key: string): Promise<string> => {
    says({ body: "Fatto.", lineItems: null, notes: null });
    const { length } = product.model.requests;
    await draft(docId, key);
    return product.model.textOf((await product.model.waitFor(length + 1)).at(-1));
  };

  it("is of contact and project no more than the asker may see", async () => {
    const { id } = await records();
    const narrow = await shown(id, await product.org.keyWith("documents:view", "documents:edit"));
    expect(narrow).toContain("Maria Bianchi");
    expect(narrow).not.toMatch(/Sanatoria riservata|taxId.{0,12}PIVA1/);
    await ended(id);
    const whole = await shown(id, product.owner.key);
    expect(whole).toMatch(/Sanatoria riservata.*taxId.{0,12}PIVA1/);
  });

  it("follows the asker's permissions, not the way to the document: a viewer's price books count through a share too", async () => {
    const project = await createProject(product.org);
    const viewer = await product.org.member("viewer");
    await product.org.ok("share_project", { projectId: project.id, userId: viewer.userId, role: "editor" });
    const book = await product.org.ok("create_price_book", { name: "Prezzario Toscana" });
    const entry = { code: "Z.01", description: "Massetto alleggerito", unit: "m²", price: 31.5 };
    await product.org.ok("add_price_book_entries", { bookId: book.id, entries: [entry] });
    const { id } = await product.document({ projectId: project.id });
    says({ body: "Fatto.", lineItems: null, notes: null });
    await draft(id, viewer.key, "Preventivo per il massetto alleggerito.");
    expect(product.model.textOf((await product.model.waitFor(1))[0])).toContain("Z.01");
  });
});

describe("the same request made again while the first is open", () => {
  it("joins it; another's, or another one, is a run of its own", async () => {
    const { id } = await product.document();
    const release = held(said("Una volta sola."));
    product.model.script.push(...["Altro.", "Altro ancora.", "Di nuovo."].map(said));
    const answers = await Promise.all([draft(id), draft(id)]);
    const again = await draft(id);
    expect([...answers, again].map((answer) => answer.draft.workflowId)).toEqual(
      Array(3).fill(`draft-document:${id}:1`),
    );
    await draft(id, product.owner.key);
    await draft(id, undefined, "Altro.");
    expect(await runsOf(id)).toHaveLength(3);
    release();
  });
});

describe("the wait for the end of a run", () => {
  it("outlasts a database that can't be reached for a moment", async () => {
    const lost = Object.assign(new Error("terminating connection"), { code: "57P01" });
    const answers = [() => Promise.reject(lost), () => Promise.resolve("risposta")];
    const read = () => (answers.shift() as () => Promise<string>)();
    const { ends } = product.api.app;
    expect(await ends.waitForEnd(product.org.organizationId, "nessuno", {}, () => Promise.reject(lost))).toBeNull();
    expect(await ends.waitForEnd(product.org.organizationId, "nessuno", {}, read)).toBe("risposta");
  });
});
