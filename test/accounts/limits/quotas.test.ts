import { describe, expect, it } from "@jest/globals";
import { deleteOldQuotaUse } from "../../../src/accounts/limits/quotas.js";
import { updateOrganization } from "../../../src/admin/provision.js";
import { startApi } from "../../support/caller.js";
import { organization, type TestOrganization } from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";

const model = { AI_PROVIDER: "openai-compatible", AI_BASE_URL: "http://127.0.0.1:9", AI_API_KEY: "k", AI_MODEL: "m" };
const api = forAllTests(() => startApi({ settings: model, waitLimitMs: 1 }));

const usedBy = async ({ organizationId }: TestOrganization, kind: string): Promise<number> => {
  const { rows } = await api.pool.query("select used from quota_use where organization_id = $1 and kind = $2", [
    organizationId,
    kind,
  ]);
  return rows[0]?.used ?? 0;
};
const send = (org: TestOrganization) => org.call("send_message", { to: "a@example.test", body: "x" });

describe("the quota of the day", () => {
  it("is 2,000 messages, 50 invitations and 500 requests to the model, unless set otherwise", async () => {
    const { organizationId } = await organization(api);
    const quotas = async () =>
      (
        await api.pool.query(
          "select quota_mails, quota_invitations, quota_model_calls from organization where id = $1",
          [organizationId],
        )
      ).rows[0];
    expect(Object.values(await quotas())).toEqual([2000, 50, 500]);
    await updateOrganization(api.app.database, organizationId, { quotaMails: "0", quotaModelCalls: "7" });
    expect(Object.values(await quotas())).toEqual([0, 50, 7]);
    for (const quotaMails of ["-1", "1.5", "viele", ""])
      await expect(updateOrganization(api.app.database, organizationId, { quotaMails })).rejects.toMatchObject({
        code: "invalid_input",
      });
  });

  it("isn't exceeded by many requests at once, and is counted with what they order", async () => {
    const org = await organization(api);
    await updateOrganization(api.app.database, org.organizationId, { quotaMails: "3" });
    const answers = await Promise.all(Array.from({ length: 6 }, () => send(org)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429, 429]);
    expect(await usedBy(org, "mails")).toBe(3);
    const { rowCount } = await api.pool.query("select from message where organization_id = $1", [org.organizationId]);
    expect(rowCount).toBe(3);
    // Another organization has its own.
    expect((await send(await organization(api))).status).toBe(200);
  });

  it("takes nothing for what is refused", async () => {
    const org = await organization(api);
    await org.call("send_message", { to: "no address", body: "x" });
    expect(await usedBy(org, "mails")).toBe(0);
  });

  it("is of the organization's own day", async () => {
    // In one of them it is always another day than in UTC.
    for (const timezone of ["Pacific/Kiritimati", "Pacific/Pago_Pago"]) {
      const org = await organization(api);
      await updateOrganization(api.app.database, org.organizationId, { timezone });
      await send(org);
      const { rows } = await api.pool.query(
        `select day between ((now() - interval '1 minute') at time zone $2)::date and (now() at time zone $2)::date as "isToday"
         from quota_use where organization_id = $1`,
        [org.organizationId, timezone],
      );
      expect(rows).toEqual([{ isToday: true }]);
    }
  });

  it("says how long it is to the organization's midnight", async () => {
    const org = await organization(api);
    const timezone = "Pacific/Kiritimati";
    await updateOrganization(api.app.database, org.organizationId, { quotaMails: "0", timezone });
    const secondsToMidnight = () => {
      const [hours = 0, minutes = 0, seconds = 0] = new Date()
        .toLocaleTimeString("en-GB", { timeZone: timezone })
        .split(":")
        .map(Number);
      return 86_400 - (hours * 3600 + minutes * 60 + seconds);
    };
    const before = secondsToMidnight();
    const { status, code, detail, headers } = await send(org);
    expect([status, code]).toEqual([429, "quota_exceeded"]);
    expect(detail).toMatch(/used up its 0 messages of today/);
    // The zone has no summer time. At midnight itself the seconds begin anew.
    const seconds = Number(headers.get("retry-after"));
    const after = secondsToMidnight();
    expect(after <= before ? seconds >= after - 1 && seconds <= before : seconds > 0).toBe(true);
  });

  it("counts a request to the language model once, however often its answer is asked for", async () => {
    const org = await organization(api);
    await updateOrganization(api.app.database, org.organizationId, { quotaModelCalls: "1" });
    const [one, other] = [
      await org.ok("create_document", { title: "Uno" }),
      await org.ok("create_document", { title: "Due" }),
    ];
    for (let n = 0; n < 2; n++) expect((await org.call("review_document", { docId: one.id })).status).toBe(200);
    expect(await usedBy(org, "model_calls")).toBe(1);
    expect(await org.call("review_document", { docId: other.id })).toMatchObject({
      status: 429,
      code: "quota_exceeded",
    });
    const draft = { docId: other.id, instructions: "Scrivi" };
    expect(await org.call("draft_document_from_instructions", draft)).toMatchObject({
      status: 429,
      code: "quota_exceeded",
    });
    // Who asks no model needs none of it.
    const viewer = await org.member("viewer");
    expect((await org.call("review_document", { docId: other.id }, viewer.key)).status).toBe(200);
  });

  it("forgets the days that are over", async () => {
    const org = await organization(api);
    await api.pool.query(
      "insert into quota_use select $1, current_date - days, 'mails', 1 from unnest(array[0, 1, 8, 400]) days",
      [org.organizationId],
    );
    await deleteOldQuotaUse(api.app.database);
    const { rowCount } = await api.pool.query("select from quota_use where organization_id = $1", [org.organizationId]);
    expect(rowCount).toBe(2);
  });
});
