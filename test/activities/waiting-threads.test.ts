import { expect, it, jest } from "@jest/globals";
import { activitiesOver } from "../support/activities.js";
import { startApi } from "../support/caller.js";
import { organization } from "../support/factories.js";
import { forAllTests } from "../support/for-tests.js";

const api = forAllTests(startApi);

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
  expect(await tell("2027-02-22T09:59:00Z")).toEqual({ told: 0, failed: 0 });
  expect(connected).toHaveBeenCalledTimes(1);
  connected.mockRestore();
  expect(await tell("2027-02-22T10:00:00Z")).toEqual({ told: 3, failed: 0 });
  expect(await tell("2027-02-23T09:59:00Z")).toEqual({ told: 0, failed: 0 });
  expect(await tell("2027-02-23T10:00:00Z")).toEqual({ told: 1, failed: 0 });
});

it("tells of the others where one thread's notice can't be written, and of that one with a later sweep", async () => {
  const activities = activitiesOver(api.app.database);
  const [faulty, sound] = [await organization(api), await organization(api)];
  for (const each of [faulty, sound]) {
    const { thread } = await each.ok("send_message", { to: "a@example.test", body: "Buongiorno" });
    await each.ok("set_thread_status", { threadId: thread.id, status: "needs_reply" });
  }
  await api.pool.query("update thread set needs_reply_since = '2027-03-01T10:00:00Z' where reply_told_at is null");
  const zone = (name: string) =>
    api.pool.query("update organization set timezone = $2 where id = $1", [faulty.organizationId, name]);
  await zone("Europe/Nowhere");
  const at = Date.parse("2027-03-04T10:00:00Z");
  expect(await activities.tellWaitingThreads({ at })).toEqual({ told: 1, failed: 1 });
  await zone("Europe/Rome");
  expect(await activities.tellWaitingThreads({ at })).toEqual({ told: 1, failed: 0 });
});
