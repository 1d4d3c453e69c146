import { afterAll, beforeAll, expect, it, jest } from "@jest/globals";
import { activitiesOver } from "../support/activities.js";
import { startApi, type TestApi } from "../support/caller.js";
import { organization } from "../support/factories.js";

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

it("looks at all that wait over a weekend in one query, until they are due by their organization's own days", async () => {
  const { database } = api.app;
  const activities = activitiesOver(database);
  const [org, closedOnMonday] = [await organization(api), await organization(api)];
  for (const each of [org, org, org, closedOnMonday]) {
    const { thread } = await each.ok("send_message", { to: "a@example.test", body: "Buongiorno" });
    await each.ok("set_thread_status", { threadId: thread.id, status: "needs_reply" });
  }
  await api.pool.query("update thread set needs_reply_since = '2027-02-19T10:00:00Z'");
  await api.pool.query("update organization set holidays = '{02-22}' where id = $1", [closedOnMonday.organizationId]);
  const tell = (at: string) => activities.tellWaitingThreads({ at: Date.parse(at) });
  const connected = jest.spyOn(database.pool, "connect");
  expect(await tell("2027-02-22T09:59:00Z")).toEqual({ told: 0 });
  expect(connected).toHaveBeenCalledTimes(1);
  connected.mockRestore();
  expect(await tell("2027-02-22T10:00:00Z")).toEqual({ told: 3 });
  expect(await tell("2027-02-23T09:59:00Z")).toEqual({ told: 0 });
  expect(await tell("2027-02-23T10:00:00Z")).toEqual({ told: 1 });
});
