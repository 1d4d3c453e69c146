import { beforeEach, describe, expect, it } from "@jest/globals";
import { modelName, startAiProduct } from "../../support/ai-product.js";
import { eventually } from "../../support/eventually.js";
import { createGuest, createPriceBook, createProject, organization, unknownId } from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";
import type { ScriptedReply } from "../../support/model-server.js";

const product = forAllTests(startAiProduct);
beforeEach(() => product.model.restart());

const nothing = { body: null, lineItems: null, notes: null };
const said = (answer: object) => ({ say: { ...nothing, ...answer } });
const says = (answer: object) => product.model.script.push(said(answer));
const draft = (docId: string, instructions = "Scrivi il testo.", key?: string) =>
  product.org.call("draft_document_from_instructions", { docId, instructions }, key);
const get = (docId: string) => product.org.ok("get_document", { docId });
const auditOf = async (docId: string) => {
  const text = `select via, user_id as "userId", action, changes from audit_event where record_id = $1 and action = 'draft_document_from_instructions' order by id`;
  return (await product.api.pool.query(text, [docId])).rows;
};

describe("draft_document_from_instructions", () => {
  it("leaves a draft to whoever corrects it: a model is no colleague whose words would be lost", async () => {
    const { id } = await product.document();
    says({ body: "Gentile cliente, ecco il testo." });
    await draft(id);
    const { warnings } = await product.org.ok("update_document", { docId: id, body: "Gentile cliente, eccolo." });
    expect(warnings.map(({ code }: { code: string }) => code)).not.toContain("changed_by_another");
  });

  it("puts the model's text into the document, and keeps the trace of it", async () => {
    const { id } = await product.document();
    says({ body: "Gentile cliente, ecco il testo.", notes: "Manca la data." });
    const { status, result } = await draft(id, "Scrivi il testo.", product.owner.key);
    expect(status).toBe(200);
    expect(result).toMatchObject({ id, body: "Gentile cliente, ecco il testo.", status: "draft" });
    expect(result.draft).toEqual({
      changed: ["body"],
      model: modelName,
      notes: expect.stringContaining("Manca la data"),
      removedLinks: [],
    });
    const { aiRuns } = await get(id);
    expect(aiRuns).toMatchObject([
      {
        workflowId: `draft-document:${id}:1`,
        kind: "draft",
        status: "done",
        userId: product.owner.userId,
        instructions: "Scrivi il testo.",
        model: modelName,
        inputTokens: 100,
        outputTokens: 50,
        costEur: null,
        changed: ["body"],
        diff: { before: { body: "Testo di prima." }, after: { body: "Gentile cliente, ecco il testo." } },
        error: null,
      },
    ]);
    expect(await auditOf(id)).toMatchObject([{ via: "workflow", userId: product.owner.userId }]);
    // The audit log names what was changed; what people asked and what was written stays with the run.
    const { rows } = await product.api.pool.query(
      "select changes::text from audit_event where changes::text like '%Scrivi il testo%'",
    );
    expect(rows).toEqual([]);
  });

  it("takes prices from the price book that the model searched, and totals from the lines", async () => {
    await createPriceBook(product.org, { name: "Prezzario Lazio 2026" }, [
      { code: "A.01.002", description: "Intonaco civile a tre strati", unit: "m²", price: 23.47 },
    ]);
    const { id } = await product.document();
    product.model.script.push({ call: [{ name: "searchPriceBook", arguments: { query: "intonaco" } }] });
    says({
      lineItems: [
        { desc: "Intonaco civile a tre strati", unit: "m²", qty: 10, price: 23, code: "A.01.002" },
        { desc: "Trasporto a discarica", unit: "a corpo", qty: 1, price: 80, code: null },
      ],
    });
    const { result } = await draft(id, "Aggiungi le voci per rifare le facciate.");
    expect(result).toMatchObject({ lineItems: [{ price: 23.47, code: "A.01.002" }, { price: 80 }], subtotal: 314.7 });
    const { notes } = result.draft as { notes: string };
    expect(notes).toMatch(/Prezzario Lazio 2026/);
    expect(notes).toMatch(/da confermare/);
    expect(JSON.stringify(product.model.requests[1]?.body.messages)).toContain("23.47");
  });

  it("shows the model no price book of another project, and none to whom may see none", async () => {
    const other = await createProject(product.org);
    const entries = [{ code: "Z.99", description: "Consolidamento fondazioni", unit: "m³", price: 987654.32 }];
    await createPriceBook(product.org, { name: "Solo altrove", projectId: other.id }, entries);
    const search = { call: [{ name: "searchPriceBook", arguments: { query: "consolidamento fondazioni" } }] };
    const { id } = await product.document();
    product.model.script.push(search, said({}));
    await draft(id, "Consolidamento fondazioni");
    expect(JSON.stringify(product.model.requests)).not.toContain("987654.32");
    const within = await product.document({ projectId: other.id });
    says({});
    await draft(within.id, "Consolidamento fondazioni");
    expect(JSON.stringify(product.model.requests)).toContain("987654.32");
    product.model.requests.length = 0;
    says({});
    await draft(within.id, "Consolidamento fondazioni", (await createGuest(product.org, other.id, "editor")).key);
    expect(product.model.requests[0]?.body.tools).toBeUndefined();
    expect(JSON.stringify(product.model.requests)).not.toContain("987654.32");
  });

  it("refuses in order: an unknown document, one that is no draft, no model", async () => {
    expect((await draft(unknownId)).status).toBe(404);
    const { id } = await product.document();
    await product.org.ok("set_document_status", { docId: id, status: "review" });
    expect((await draft(id)).status).toBe(409);
    const other = await organization(product.api);
    expect((await other.call("draft_document_from_instructions", { docId: id, instructions: "x" })).status).toBe(404);
    expect(product.model.requests).toEqual([]);
  });

  it("leaves the document as it was when the model answers with nothing new", async () => {
    const { id, updatedAt } = await product.document();
    says({});
    const { result } = await draft(id);
    expect(result).toMatchObject({ updatedAt, draft: { changed: [] } });
  });
});

describe("the links and VAT rates of a document whose lines a model replaces", () => {
  it("names in its notes the lines that lost the rate or the mark of those in whose place they stand", async () => {
    const { id: docId } = await product.document();
    const line = (desc: string, price: number) => ({ desc, unit: "m²", qty: 2, price });
    const lineItems = [line("Ponteggi di facciata", 40), line("Posa di pavimenti", 30)];
    await product.org.ok("update_document", { docId, lineItems });
    await product.org.ok("update_quote_lines", { docId, changes: [{ at: 0, set: { vatPct: 4, safety: true } }] });
    const other = { ...line("Massetto alleggerito", 12), qty: 7 };
    says({ lineItems: [other, lineItems[1]].map((item) => ({ ...item, code: null })), notes: "Fatto." });
    const { result } = await draft(
      docId,
      "Togli la voce dei ponteggi di facciata, e aggiungi 7 m² di massetto alleggerito a 12 euro.",
    );
    expect(result.lineVat).toEqual([]);
    const marks = "l'aliquota IVA propria del 4% e l'indicazione di costo della sicurezza";
    expect(result.draft).toMatchObject({
      notes: expect.stringMatching(
        `^«Massetto alleggerito» sta al posto di «Ponteggi di facciata» e non ne ha ${marks}: da verificare\\.\n[^]*Fatto`,
      ),
    });
  });

  it("follow their lines; links of lines that are gone are named, in the answer and with the run", async () => {
    const project = await createProject(product.org);
    const { id: computoId } = await product.org.ok("create_bill_of_quantities", {
      projectId: project.id,
      name: "Computo",
    });
    const line = (desc: string, price: number) => ({ desc, unit: "m²", qty: 2, price });
    const [scavo, getto, posa] = [
      line("Scavo di sbancamento", 10),
      line("Getto in calcestruzzo", 90),
      line("Posa di pavimenti", 30),
    ];
    const lines = [scavo, getto, posa].map((node) => ({ type: "line", ...node }));
    await product.org.ok("save_bill_of_quantities_lines", { computoId, lines });
    const { id: docId } = await product.org.ok("draft_quote_from_bill_of_quantities", { computoId });
    const linked = [];
    for (const index of [0, 1, 2]) {
      const pair = { computoId, docId, computoLineIndex: index, docLineIndex: index };
      linked.push(await product.org.ok("link_quote_line", pair));
    }
    await product.org.ok("update_quote_lines", { docId, changes: [{ at: 0, set: { vatPct: 4 } }] });
    says({ lineItems: [posa, { ...scavo, price: 12 }].map((item) => ({ ...item, code: null })) });
    const { result } = await draft(
      docId,
      "Togli la voce del getto, e porta lo scavo di sbancamento al prezzo di 12 euro.",
    );
    expect(result.draft).toMatchObject({ changed: ["lineItems"], removedLinks: [linked[1]] });
    expect(result.lineVat).toEqual([{ index: 1, vatPct: 4 }]);
    const { links } = await product.org.ok("get_bill_of_quantities", { computoId });
    expect(links).toEqual([
      { ...linked[0], docLineIndex: 1, stale: false },
      { ...linked[2], docLineIndex: 0, stale: false },
    ]);
    expect((await get(docId)).aiRuns).toMatchObject([{ removedLinks: [linked[1]] }]);
    const narrow = await product.org.keyWith("documents:view");
    const { aiRuns } = await product.org.ok("get_document", { docId }, narrow);
    expect(aiRuns).toMatchObject([{ removedLinks: [] }]);
    expect(await auditOf(docId)).toMatchObject([
      {
        changes: expect.arrayContaining([
          expect.objectContaining({ record: "quote_link", op: "delete", id: linked[1]?.linkId }),
        ]),
      },
    ]);
    says({ findings: [] });
    const { findings } = await product.org.ok("review_document", { docId });
    expect(findings).not.toContainEqual(expect.objectContaining({ code: "R07_STALE_LINK" }));
  });
});

describe("when the model fails", () => {
  it.each<[string, ScriptedReply[], RegExp]>([
    ["refuses the key", [{ status: 401 }], /refuses the API key/],
    ["doesn't know its name", [{ status: 404 }], /knows no model/],
    ["answers in prose", [{ say: "Ecco il testo" }], /didn't answer in the form/],
    ["is cut at the limit", [{ say: '{"body": "Gen', finish: "length" }], /cut off at its limit/],
    ["answers more than a document takes", [said({ body: "x".repeat(100_001) })], /longer than 100000/],
    ["has broken JSON", [{ raw: "<html>" }], /can't be read/],
    ["has no room for a long time", [{ status: 429, headers: { "retry-after": "7200" } }], /in 120 minutes/],
  ])("that %s, it says so with 422, and the document is as it was", async (_, script, words) => {
    const { id, updatedAt } = await product.document();
    product.model.script.push(...script);
    const { status, code, detail } = await draft(id);
    expect([status, code]).toEqual([422, "unprocessable"]);
    expect(detail).toMatch(words);
    const document = await get(id);
    expect(document).toMatchObject({ body: "Testo di prima.", updatedAt, status: "draft" });
    expect(document.aiRuns).toMatchObject([{ status: "failed", error: detail, changed: [], diff: null }]);
    expect(product.model.requests).toHaveLength(1);
    expect(await auditOf(id)).toEqual([]);
  });

  it.each<[string, ScriptedReply]>([
    ["has an error of its own", { status: 503 }],
    ["asks to come back in a second", { status: 429, headers: { "retry-after": "1" } }],
    ["breaks off in its answer", { cut: '{"id": "x"' }],
  ])("that %s, it is asked again", async (_, reply) => {
    const { id } = await product.document();
    product.model.script.push(reply, said({ body: "Al secondo tentativo." }));
    expect((await draft(id)).result).toMatchObject({ body: "Al secondo tentativo." });
    expect(product.model.requests).toHaveLength(2);
  });

  it("again and again, it is given up, and says so", async () => {
    const { id } = await product.document();
    // Between two errors of its own it is left alone for ever longer, which the test before shows once: 15 s in all.
    const busy = { status: 429, headers: { "retry-after": "1" } };
    product.model.script.push(...Array(4).fill(busy), { status: 500 });
    const { status, detail } = await draft(id);
    expect([status, detail]).toEqual([422, expect.stringContaining("error of its own (500)")]);
    expect(product.model.requests).toHaveLength(5);
  });
});

describe("while the model writes", () => {
  /** Answers so, after somebody has changed the document. */
  const edited = (docId: string, fields: object, answer: object) => async () => {
    await product.org.ok("update_document", { docId, ...fields });
    return said(answer);
  };

  it("an edit isn't overwritten: the model is asked again, about the new content", async () => {
    const { id } = await product.document();
    product.model.script.push(edited(id, { body: "Corretto a mano." }, { body: "Dal vecchio testo." }));
    says({ body: "Dal nuovo testo." });
    expect((await draft(id)).result).toMatchObject({ body: "Dal nuovo testo." });
    expect(product.model.textOf(product.model.requests[1])).toContain("Corretto a mano.");
    expect((await get(id)).aiRuns).toMatchObject([
      { inputTokens: 200, diff: { before: { body: "Corretto a mano." } } },
    ]);
  });

  it("edits again and again end it, and stay", async () => {
    const { id } = await product.document();
    for (const n of [1, 2]) product.model.script.push(edited(id, { body: `A mano ${n}.` }, { body: "Mai scritto." }));
    const { status, detail } = await draft(id);
    expect([status, detail]).toEqual([422, expect.stringContaining("edited twice")]);
    expect(await get(id)).toMatchObject({ body: "A mano 2." });
  });

  it("a document that is issued stays as it was issued", async () => {
    const { id } = await product.document();
    product.model.script.push(async () => {
      await product.org.ok("issue_document", { docId: id });
      return said({ body: "Mai scritto." });
    });
    const { status, detail } = await draft(id);
    expect([status, detail]).toEqual([422, expect.stringContaining("became issued")]);
    expect(await get(id)).toMatchObject({ body: "Testo di prima.", status: "issued" });
  });

  it("a document may be deleted: the call is hung up, and the answer is 404", async () => {
    const { id } = await product.document();
    product.model.script.push({ silence: true });
    const drafting = draft(id);
    await product.model.waitFor(1);
    await product.org.ok("delete_document", { docId: id });
    expect((await drafting).status).toBe(404);
    const handle = product.temporal.client.workflow.getHandle(`draft-document:${id}:1`);
    expect(await handle.result()).toBe("cancelled");
    await eventually(async () => product.model.requests[0]?.aborted);
  });

  it("what people wrote stays out of Temporal's history", async () => {
    const { id } = await product.document({ body: "Segreto nel testo" });
    says({ body: "Segreto nella risposta" });
    await draft(id, "Segreto nelle istruzioni");
    const handle = product.temporal.client.workflow.getHandle(`draft-document:${id}:1`);
    await handle.result();
    const payloads = JSON.stringify(await handle.fetchHistory(), (_, value) =>
      value instanceof Uint8Array || value?.type === "Buffer" ? Buffer.from(value.data ?? value).toString() : value,
    );
    expect(payloads).toContain("askForDraft");
    expect(payloads).not.toContain("Segreto");
  });
});
