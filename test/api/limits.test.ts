import { describe, expect, it, jest } from "@jest/globals";
import { parseApiKey } from "../../src/accounts/keys/api-key.js";
import { startApi, type TestApi } from "../support/caller.js";
import { eventually } from "../support/eventually.js";
import { organization } from "../support/factories.js";
import { closedAfterTest, forAllTests } from "../support/for-tests.js";

const unknownKey = `pra_${"0".repeat(32)}_${"A".repeat(43)}`;
const api = forAllTests(() => startApi({ settings: { RATE_LIMIT_PER_MINUTE: "5", AUTH_FAILURES_PER_MINUTE: "4" } }));
const org = forAllTests(() => organization(api));

const expectTooMany = ({ status, code, headers }: Awaited<ReturnType<TestApi["call"]>>) => {
  expect([status, code]).toEqual([429, "rate_limited"]);
  const seconds = Number(headers.get("retry-after"));
  expect(Number.isInteger(seconds) && seconds >= 1 && seconds <= 60).toBe(true);
};

describe("limits", () => {
  it("count the requests of each key, whatever they ask for", async () => {
    const key = await org.keyWith("contacts:view", "contacts:edit");
    for (const operation of ["list_contacts", "create_contact", "list_projects", "get_contact", "list_contacts"]) {
      expect((await org.call(operation, {}, key)).status).not.toBe(429);
    }
    expectTooMany(await org.call("list_contacts", {}, key));
    const other = await org.keyWith("contacts:view");
    expect((await org.call("list_contacts", {}, other)).status).toBe(200);
  });

  it("leave the turns of a key to it, whoever sends its id", async () => {
    const key = await org.keyWith("contacts:view");
    const keyId = parseApiKey(key)?.keyId ?? "";
    const refusals = jest.spyOn(api.app.limits.refusals, "consume");
    let answer: (waitMs: number) => void = () => undefined;
    const held = new Promise<number>((resolve) => {
      answer = resolve;
    });
    refusals.mockReturnValue(held);
    const strangers = [1, 2, 3, 4].map(() => api.call("list_contacts", {}, null, { authorization: keyId }));
    await eventually(async () => refusals.mock.calls.length === 4);
    expect((await org.call("list_contacts", {}, key)).status).toBe(200);
    answer(0);
    refusals.mockRestore();
    expect((await Promise.all(strangers)).map(({ status }) => status)).toEqual([401, 401, 401, 401]);
  });

  it("count the refused keys of each address, and leave a good key in peace", async () => {
    const key = await org.keyWith("contacts:view");
    for (const refused of [unknownKey, "nonsense", null, unknownKey]) {
      expect((await api.call("list_contacts", {}, refused)).status).toBe(401);
    }
    expectTooMany(await api.call("list_contacts", {}, unknownKey));
    expectTooMany(await api.call("list_contacts", {}, null));
    expect((await org.call("list_contacts", {}, key)).status).toBe(200);
  });

  it("count the refused calls of providers, of each address", async () => {
    const counted = closedAfterTest(await startApi({ settings: { AUTH_FAILURES_PER_MINUTE: "2" } }));
    const posted = async (path: string) =>
      (await fetch(`${counted.url}/webhooks/${path}/${org.organizationId}`, { method: "POST" })).status;
    expect([await posted("sms"), await posted("whatsapp"), await posted("sms")]).toEqual([401, 401, 429]);
  });
});
