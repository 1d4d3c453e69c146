import { beforeEach, describe, expect, it, jest } from "@jest/globals";
import { ActionContext } from "../../../src/actions/context.js";
import { modelName, startAiProduct } from "../../support/ai-product.js";
import { auditOf } from "../../support/audit.js";
import { createContact, createGuest, createProject, ordersFor, type TestRecord } from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";
import { connectMcp } from "../../support/mcp.js";
import { connect } from "../../support/oauth.js";

const product = forAllTests(() => startAiProduct({ atOwnAddress: true }));
beforeEach(() => product.model.restart());

const finding = {
  severity: "warning",
  category: "legal",
  field: "/body",
  quote: "entro tempi brevi",
  message: "I tempi non sono determinati",
  suggestion: "Indicare i giorni",
};
const letter = (body = "Gentile cliente, consegneremo la pratica entro tempi brevi.") =>
  product.document({ kind: "letter", title: "Lettera", body });
const review = (docId: string, key?: string): Promise<TestRecord> => product.org.ok("review_document", { docId }, key);
const codes = ({ findings }: TestRecord) => findings.map(({ code }: { code: string }) => code);
const auditCount = async () => (await product.api.pool.query("select from audit_event")).rowCount;
const sharedViewer = async (projectId: string): Promise<string> => {
  const { userId, key } = await product.org.member("viewer");
  await product.org.ok("share_project", { projectId, userId, role: "editor" });
  return key;
};

describe("review_document with a model", () => {
  it("adds what the model found and quotes, after the fixed findings, which stay the same", async () => {
    const { id, updatedAt } = await letter();
    product.model.script.push({ status: 401 });
    const fixed = await review(id);
    expect([fixed.model, fixed.omitted, "workflowId" in fixed]).toEqual([null, [], false]);
    product.model.script.push({ say: { findings: [finding, { ...finding, quote: "parole che non ci sono" }] } });
    const full = await review(id);
    expect([full.model, full.omitted]).toEqual([modelName, []]);
    expect(codes(full)).toEqual([...codes(fixed), "AI_LEGAL"]);
    expect(full.findings.slice(0, -1)).toEqual(fixed.findings);
    expect(full.findings.at(-1)).toMatchObject({
      field: "/body",
      message: expect.stringContaining("«entro tempi brevi»"),
    });
    expect(full.score).toBe(fixed.score - 5);
    const { aiRuns, ...document } = await product.org.ok("get_document", { docId: id });
    expect(document).toMatchObject({ updatedAt });
    expect(aiRuns.map(({ kind, status }: TestRecord) => [kind, status])).toEqual([
      ["review", "done"],
      ["review", "failed"],
    ]);
    expect(aiRuns[1].error).toMatch(/refuses the API key/);
  });

  it("is in the audit log by the run that was requested, without a word of the document", async () => {
    const { id } = await letter();
    product.model.script.push({ say: { findings: [finding] } });
    await review(id, product.owner.key);
    const { aiRuns } = await product.org.ok("get_document", { docId: id });
    const events = await auditOf(product.api, aiRuns[0].id);
    const { userId } = product.owner;
    expect(events).toMatchObject([{ action: "review_document", user_id: userId, via: "rest", record_type: "ai_run" }]);
    expect(events[0]?.changes).toMatchObject([
      { record: "ai_run", op: "create", after: { documentId: id, kind: "review" } },
    ]);
    expect(JSON.stringify(events)).not.toContain("tempi brevi");
  });

  it("asks no model for who may only read: fixed findings, no run, no trace", async () => {
    const { org, api, model } = product;
    const project = await createProject(org);
    const { id } = await product.document({ kind: "letter", body: finding.quote, projectId: project.id });
    const keys = {
      viewer: (await org.member("viewer")).key,
      "viewer with a share": await sharedViewer(project.id),
      guest: (await createGuest(org, project.id, "editor")).key,
      "the organization's key that only views": await org.keyWith("documents:view", "projects:view"),
      "an owner's key that only views": (await org.member("owner", ["documents:view", "contacts:view"])).key,
    };
    const before = await auditCount();
    for (const [who, key] of Object.entries(keys)) {
      const answer = await review(id, key);
      expect([who, answer.model, answer.omitted, "workflowId" in answer]).toEqual([who, null, ["model"], false]);
      expect(codes(answer).length).toBeGreaterThan(0);
    }
    expect(model.requests).toEqual([]);
    expect((await org.ok("get_document", { docId: id })).aiRuns).toEqual([]);
    expect(await auditCount()).toBe(before);
    expect(await ordersFor(api, `review-document:${id}:1`)).toEqual([]);
  });

  it("answers an app that was approved for reading by the fixed checks, and one approved for changes by the model", async () => {
    const { id } = await letter();
    const answerTo = async (mode: "read" | "change") => {
      const { tokens } = await connect(product.api, product.owner, { ...product.org, mode });
      const mcp = await connectMcp(product.api.url, tokens.access_token);
      await mcp.tools();
      const { structuredContent } = await mcp.call("review_document", { docId: id });
      await mcp.close();
      return structuredContent?.result as TestRecord;
    };
    expect(await answerTo("read")).toMatchObject({ model: null, omitted: ["model"] });
    expect(product.model.requests).toEqual([]);
    product.model.script.push({ say: { findings: [finding] } });
    expect(await answerTo("change")).toMatchObject({ model: modelName, omitted: [] });
  });

  it("replays an answer under its Idempotency-Key, and asks the model once", async () => {
    const { id } = await letter();
    product.model.script.push({ say: { findings: [finding] } });
    const ask = () =>
      product.api.call("review_document", { docId: id }, product.org.key, { "idempotency-key": `review-${id}` });
    const [first, second] = [await ask(), await ask()];
    expect(second.headers.get("idempotency-replayed")).toBe("true");
    expect([second.body, second.result]).toEqual([first.body, expect.objectContaining({ model: modelName })]);
    expect(product.model.requests).toHaveLength(1);
  });

  it("asks once while document, contact and project stay as they are, whoever asks with the same view of them", async () => {
    const { org, model, owner } = product;
    const [contact, project] = [await createContact(org, { role: "client" }), await createProject(org)];
    const { id } = await product.document({
      kind: "letter",
      body: finding.quote,
      projectId: project.id,
      contactId: contact.id,
    });
    const asks = async (key?: string): Promise<number> => {
      model.script.push({ say: { findings: [finding] } });
      const before = model.requests.length;
      const answer = await review(id, key);
      expect([answer.model, codes(answer).at(-1), "workflowId" in answer]).toEqual([modelName, "AI_LEGAL", false]);
      model.script.length = 0;
      return model.requests.length - before;
    };
    expect([await asks(), await asks(), await asks(owner.key)]).toEqual([1, 0, 0]);
    expect((await org.ok("get_document", { docId: id })).aiRuns).toHaveLength(1);
    await org.ok("update_document", { docId: id, notes: "Altro" });
    expect([await asks(), await asks()]).toEqual([1, 0]);
    await org.ok("update_contact", { contactId: contact.id, notes: "Altro" });
    expect([await asks(), await asks()]).toEqual([1, 0]);
    await org.ok("update_project", { projectId: project.id, description: "Altro" });
    expect([await asks(), await asks()]).toEqual([1, 0]);
    // Who sees less gets no findings that were made with more in sight.
    const narrow = await org.keyWith("documents:view", "documents:edit");
    expect([await asks(narrow), await asks(narrow)]).toEqual([1, 0]);
    await org.ok("delete_contact", { contactId: contact.id });
    expect([await asks(), await asks()]).toEqual([1, 0]);
  });

  it("keeps the document as it was read until the run is ordered, where others were faster twice", async () => {
    const { id } = await letter();
    product.model.script.push({ say: { findings: [finding] } });
    const refused = () => Promise.reject(Object.assign(new Error("could not serialize access"), { code: "40001" }));
    const counted = jest.spyOn(ActionContext.prototype, "takeFromQuota");
    counted.mockImplementationOnce(refused).mockImplementationOnce(refused);
    const unlocked: (number | null)[] = [];
    const { endMoment } = ActionContext.prototype;
    const ended = jest.spyOn(ActionContext.prototype, "endMoment").mockImplementation(async function (
      this: ActionContext,
    ) {
      await endMoment.call(this);
      const free = "select from document where id = $1 for no key update skip locked";
      unlocked.push((await product.api.pool.query(free, [id])).rowCount);
    });
    expect((await review(id)).model).toBe(modelName);
    counted.mockRestore();
    ended.mockRestore();
    expect(unlocked).toEqual([1, 1, 0]);
  });

  it("asks for the notice of L. 132/2025 once a model has drafted, and only then", async () => {
    const contact = await createContact(product.org, { role: "client" });
    const { id } = await product.document({ kind: "engagement_letter", title: "Incarico", contactId: contact.id });
    product.model.script.push({ say: { findings: [] } });
    expect(codes(await review(id))).not.toContain("R27_NO_AI_NOTICE");
    product.model.script.push(
      { say: { body: "Testo nuovo.", lineItems: null, notes: null } },
      { say: { findings: [] } },
    );
    await product.org.ok("draft_document_from_instructions", { docId: id, instructions: "Scrivi." });
    expect(codes(await review(id))).toContain("R27_NO_AI_NOTICE");
  });
});
