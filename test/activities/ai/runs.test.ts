import { describe, expect, it } from "@jest/globals";
import { createEndWaiter } from "../../../src/actions/dispatch/end-waiter.js";
import { createDraftActivities } from "../../../src/activities/ai/draft.js";
import { createReviewActivities } from "../../../src/activities/ai/review.js";
import { hourMs } from "../../../src/domain/calendar/durations.js";
import { startAiProduct } from "../../support/ai-product.js";
import { createProject, organization, type TestRecord } from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";
import { withClockSet } from "../../support/set-clock.js";

const product = forAllTests(startAiProduct);

const said = (body: string) => ({ say: { body, lineItems: null, notes: null } });
const draft = (docId: string, key?: string) =>
  product.org.call("draft_document_from_instructions", { docId, instructions: "Scrivi." }, key);
const get = (docId: string) => product.org.ok("get_document", { docId });
const query = (text: string, ...values: unknown[]) => product.api.pool.query(text, values);

/** Runs that nothing carries out. */
const openRuns = async (document: TestRecord, count: number, documentVersion: number): Promise<string[]> => {
  const { rows } = await query(
    `insert into ai_run (organization_id, id, created_at, updated_at, document_id, kind, n, status, workflow_id, via, sight, document_version)
     select $1, gen_random_uuid(), now(), now(), $2, 'review', 1000 + i, 'queued', 'review-document:' || i, 'rest', '{}', $4
     from generate_series(1, $3) i returning id`,
    product.org.organizationId,
    document.id,
    count,
    documentVersion,
  );
  return rows.map(({ id }) => id);
};

describe("a run", () => {
  it("is written into its document once, and says so again where that news was lost", async () => {
    const document = await product.document();
    product.model.script.push(said("Una volta."));
    await draft(document.id);
    const { updatedAt, aiRuns } = await get(document.id);
    const { applyDraft } = createDraftActivities(product.api.app);
    const input = { organizationId: product.org.organizationId, runId: aiRuns[0].id };
    expect(await applyDraft(input)).toEqual({ outcome: "drafted" });
    expect(await get(document.id)).toMatchObject({ updatedAt, body: "Una volta." });
  });

  it("isn't paid for twice, where its worker died just after the answer came", async () => {
    const { id } = await product.document();
    const { rows } = await query("select version from document where id = $1", id);
    const [runId = ""] = await openRuns({ id }, 1, rows[0].version);
    const answer = JSON.stringify({ changed: ["body"], body: "Già pagato.", notes: null });
    await query("update ai_run set kind = 'draft', answer = $2 where id = $1", runId, answer);
    const input = { organizationId: product.org.organizationId, runId };
    const { askForDraft, applyDraft } = createDraftActivities(product.api.app);
    const asked = product.model.requests.length;
    await askForDraft(input);
    expect(product.model.requests).toHaveLength(asked);
    expect(await applyDraft(input)).toEqual({ outcome: "drafted" });
    expect((await get(id)).body).toBe("Già pagato.");
    await query("delete from ai_run where id = $1", runId);
  });

  it.each<[string, string]>([
    ["who left the organization", "delete from membership where user_id = $1"],
    ["whose key was revoked", "update api_key set revoked_at = now() where user_id = $1"],
    ["who may only read now", "update membership set role = 'viewer' where user_id = $1"],
  ])("does nothing more for somebody %s", async (_, loss) => {
    const { id } = await product.document();
    const asker = await product.org.member("member");
    product.model.script.push(async () => {
      await query(loss, asker.userId);
      return said("Mai scritto.");
    });
    expect(await draft(id, asker.key)).toMatchObject({ status: 422, detail: expect.stringContaining("no longer") });
    expect((await get(id)).body).toBe("Testo di prima.");
  });

  it("writes nothing for a member who became a guest meanwhile, though the project is still shared with them", async () => {
    const { id: projectId } = await createProject(product.org);
    const { id } = await product.document({ projectId });
    const asker = await product.org.member("member");
    await product.org.ok("share_project", { projectId, userId: asker.userId, role: "editor" });
    product.model.script.push(async () => {
      await query("update membership set role = 'guest' where user_id = $1", asker.userId);
      return said("Con i prezzi del prezzario.");
    });
    expect(await draft(id, asker.key)).toMatchObject({ status: 422, detail: expect.stringContaining("no longer") });
    expect((await get(id)).body).toBe("Testo di prima.");
    product.model.script.push(said("Da ospite."));
    expect((await draft(id, asker.key)).result).toMatchObject({ body: "Da ospite." });
  });

  it("reviews the text that the fixed findings are about, or none", async () => {
    const document = await product.document();
    const [runId = ""] = await openRuns(document, 1, 99);
    const { askForReview } = createReviewActivities(product.api.app);
    const { organizationId } = product.org;
    await expect(askForReview({ organizationId, runId })).rejects.toMatchObject({ type: "document_changed" });
    await query("delete from ai_run where id = $1", runId);
  });

  it("is waited for no longer where the clock is set back an hour meanwhile", async () => {
    const { config, database, log } = product.api.app;
    const waiter = createEndWaiter(database, config.DATABASE_URL ?? "", log, 100);
    const ids = await openRuns(await product.document(), 1, 99);
    const answer = waiter.waitForEnd(product.org.organizationId, "review-document:1", {}, async () => "fine");
    expect(await withClockSet({ setMs: -hourMs }, () => answer)).toBeNull();
    await waiter.stop();
    await query("delete from ai_run where id = any($1)", ids);
  });

  it("goes on without the process that waits for it: whoever calls is answered as it stops", async () => {
    const { config, database, log } = product.api.app;
    const waiter = createEndWaiter(database, config.DATABASE_URL ?? "", log);
    const ids = await openRuns(await product.document(), 1, 99);
    const waits = await new Promise<{ answer: Promise<string | null> }>((resolve) => {
      const progress = () => resolve({ answer });
      const answer = waiter.waitForEnd(
        product.org.organizationId,
        "review-document:1",
        { progress },
        async () => "fine",
      );
    });
    await waiter.stop();
    expect(await waits.answer).toBeNull();
    await query("delete from ai_run where id = any($1)", ids);
  });

  it("waits its turn beyond the organization's share: a draft is refused, a review has its fixed checks", async () => {
    const document = await product.document();
    const ids = await openRuns(document, 20, 99);
    const { status, headers } = await draft(document.id);
    expect([status, headers.get("retry-after")]).toEqual([429, "30"]);
    const review = await product.org.ok("review_document", { docId: document.id });
    expect([review.model, "workflowId" in review]).toEqual([null, false]);
    const other = await organization(product.api);
    const { id: docId } = await other.ok("create_document", { title: "D'altri" });
    product.model.script.push(said("Subito."));
    expect((await other.call("draft_document_from_instructions", { docId, instructions: "Scrivi." })).status).toBe(200);
    await query("delete from ai_run where id = any($1)", ids);
    product.model.script.push(said("Ora sì."));
    expect((await draft(document.id)).result).toMatchObject({ body: "Ora sì." });
  });
});
