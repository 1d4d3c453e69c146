import { describe, expect, it, jest } from "@jest/globals";
import { deleteOldAnswers } from "../../../src/actions/dispatch/idempotency.js";
import { startApi } from "../../support/caller.js";
import { createContact, createGuest, createProject, organization } from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";

const api = forAllTests(startApi);
const org = forAllTests(() => organization(api));

const keyed = (operation: string, body: unknown, idempotencyKey: string, key = org.key) =>
  api.call<{ id: string; number?: string; nextCursor?: null }>(operation, body, key, {
    "idempotency-key": idempotencyKey,
  });
const count = async (sql: string, ...values: unknown[]) =>
  (await api.pool.query<{ n: number }>(`select count(*) as n ${sql}`, values)).rows[0]?.n;
const contactsCalled = (name: string) => count("from contact where name = $1", name);

const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort();
const twentyTimes = Array.from({ length: 20 }, () => 200);

describe("Idempotency-Key", () => {
  it("replays the stored answer, and says so", async () => {
    const first = await keyed("create_contact", { name: "Replay" }, "a");
    const second = await keyed("create_contact", { name: "Replay" }, "a");
    expect(first.status).toBe(200);
    expect(first.headers.get("idempotency-replayed")).toBeNull();
    expect(second.headers.get("idempotency-replayed")).toBe("true");
    expect(second.body).toEqual(first.body);
    expect(second.headers.get("x-request-id")).not.toBe(first.headers.get("x-request-id"));
    expect(await contactsCalled("Replay")).toBe(1);
    expect(await count("from audit_event where record_id = $1", first.result.id)).toBe(1);
  });

  it("replays it also where doing it again would be refused", async () => {
    const { id } = await createContact(org);
    const first = await keyed("delete_contact", { contactId: id }, "delete");
    const second = await keyed("delete_contact", { contactId: id }, "delete");
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body).toEqual(first.body);
  });

  it("replays what an action with effects outside did, without ordering them again", async () => {
    const body = { to: "cliente@example.test", body: "Buongiorno" };
    const first = await keyed("send_message", body, "send");
    expect((await keyed("send_message", body, "send")).body).toEqual(first.body);
    expect(await count("from outbox")).toBe(1);
    expect(await count("from message")).toBe(1);
  });

  it("replays nothing of a project that is no longer shared, and all of one that still is", async () => {
    const { id: projectId } = await createProject(org);
    const { key, userId } = await createGuest(org, projectId, "editor");
    await org.ok("share_project", { projectId: (await createProject(org)).id, userId, role: "editor" });
    const body = { title: "Sopralluogo", projectId };
    const first = await keyed("create_task", body, "guest", key);
    expect(first.status).toBe(200);
    expect((await keyed("create_task", body, "guest", key)).body).toEqual(first.body);
    const done = { taskId: first.result.id, status: "done" };
    expect((await keyed("update_task_status", done, "guest done", key)).status).toBe(200);
    await org.ok("share_project", { projectId, userId, role: "viewer" });
    expect((await keyed("create_task", body, "guest", key)).status).toBe(403);
    await org.ok("unshare_project", { projectId, userId });
    expect((await keyed("create_task", body, "guest", key)).status).toBe(404);
    expect((await keyed("update_task_status", done, "guest done", key)).status).toBe(404);
    expect(await count("from task where project_id = $1", projectId)).toBe(1);
  });

  it("lists nothing that the caller lost access to", async () => {
    const { id: projectId } = await org.ok("create_project", { name: "Listed" });
    const { userId, key } = await createGuest(org, projectId, "viewer");
    const listed = async () => (await keyed("list_projects", {}, "guest list", key)).result;
    expect(await listed()).toMatchObject({ items: [{ id: projectId }] });
    await org.ok("unshare_project", { projectId, userId });
    expect(await listed()).toMatchObject({ items: [] });
  });

  it("refuses the key with another body or another action", async () => {
    await keyed("create_contact", { name: "Body" }, "b");
    for (const [operation, body] of [
      ["create_contact", { name: "Other body" }],
      ["create_project", { name: "Body" }],
    ] as const) {
      const { status, code } = await keyed(operation, body, "b");
      expect([status, code]).toEqual([409, "conflict"]);
    }
    expect(await contactsCalled("Other body")).toBe(0);
  });

  it("holds for one API key alone", async () => {
    const colleague = await org.member("member");
    const mine = await keyed("create_contact", { name: "Shared" }, "c");
    const theirs = await keyed("create_contact", { name: "Shared" }, "c", colleague.key);
    expect(theirs.status).toBe(200);
    expect(theirs.result.id).not.toBe(mine.result.id);
  });

  it("checks the permission anew before it replays", async () => {
    const user = await org.member("member");
    await keyed("create_contact", { name: "Demoted" }, "d", user.key);
    await api.pool.query("update membership set role = 'viewer' where user_id = $1", [user.userId]);
    expect((await keyed("create_contact", { name: "Demoted" }, "d", user.key)).status).toBe(403);
  });

  it("keeps no refusal: the corrected request may take the same key", async () => {
    expect((await keyed("create_contact", { name: " " }, "e")).status).toBe(400);
    expect((await keyed("get_contact", { contactId: "unknown" }, "e")).status).toBe(404);
    expect((await keyed("create_contact", { name: "Corrected" }, "e")).status).toBe(200);
  });

  it("serves reads too", async () => {
    const before = await keyed("list_contacts", { limit: 1 }, "f");
    await createContact(org, { name: "Later" });
    expect((await keyed("list_contacts", { limit: 1 }, "f")).body).toEqual(before.body);
  });

  it("must have 1 to 255 characters", async () => {
    expect((await keyed("create_contact", { name: "Long" }, "x".repeat(256))).status).toBe(400);
    expect((await keyed("create_contact", { name: "Long" }, "x".repeat(255))).status).toBe(200);
    expect((await keyed("create_contact", { name: "Long" }, "")).status).toBe(400);
  });

  it("lets 20 at once make one record, and answers all of them alike", async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => keyed("create_contact", { name: "One" }, "g")));
    expect(statuses(answers)).toEqual(twentyTimes);
    expect(new Set(answers.map(({ result }) => result.id)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers.get("idempotency-replayed") === null)).toHaveLength(1);
    expect(await contactsCalled("One")).toBe(1);
  });

  it("does so for an action that works in a transaction, and that can be done only once", async () => {
    const { id } = await org.ok("create_document", { title: "Offerta" });
    const answers = await Promise.all(Array.from({ length: 20 }, () => keyed("issue_document", { docId: id }, "h")));
    expect(statuses(answers)).toEqual(twentyTimes);
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await count("from document_revision where document_id = $1", id)).toBe(1);
  });

  it("does so for a deletion", async () => {
    const { id } = await createContact(org);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => keyed("delete_contact", { contactId: id }, "delete at once")),
    );
    expect(statuses(answers)).toEqual(twentyTimes);
    expect(await count("from audit_event where record_id = $1 and action = 'delete_contact'", id)).toBe(1);
  });

  it("gives one of two different requests at once the key, and the other 409", async () => {
    const answers = await Promise.all([
      keyed("create_contact", { name: "Race one" }, "i"),
      keyed("create_contact", { name: "Race two" }, "i"),
    ]);
    expect(statuses(answers)).toEqual([200, 409]);
    expect(((await contactsCalled("Race one")) ?? 0) + ((await contactsCalled("Race two")) ?? 0)).toBe(1);
  });

  it.each([-2, 400])("counts the hours by Postgres' clock, whatever the API's says: %d days from now", async (days) => {
    const [name, now] = [`Clock ${days}`, Date.now() + days * 86_400_000];
    const doNotFake = ["nextTick", "setImmediate", "setInterval", "setTimeout", "performance"] as const;
    jest.useFakeTimers({ now, doNotFake: [...doNotFake] });
    const first = await keyed("create_contact", { name }, name).finally(() => jest.useRealTimers());
    expect((await keyed("create_contact", { name }, name)).result.id).toBe(first.result.id);
    await api.pool.query("update idempotency_key set created_at = created_at - interval '24 hours' where key = $1", [
      name,
    ]);
    expect((await keyed("create_contact", { name }, name)).result.id).not.toBe(first.result.id);
  });

  it("forgets after 24 hours, on use and by the clean-up", async () => {
    const age = (hours: number) =>
      api.pool.query("update idempotency_key set created_at = now() - make_interval(hours => $1) where key = 'j'", [
        hours,
      ]);
    const first = await keyed("create_contact", { name: "Old" }, "j");
    await age(23);
    expect((await keyed("create_contact", { name: "Old" }, "j")).result.id).toBe(first.result.id);
    await age(25);
    const second = await keyed("create_contact", { name: "Old" }, "j");
    expect(second.headers.get("idempotency-replayed")).toBeNull();
    expect(second.result.id).not.toBe(first.result.id);
    expect((await keyed("create_contact", { name: "Old" }, "j")).result.id).toBe(second.result.id);
    await age(25);
    const kept = (await count("from idempotency_key")) ?? 0;
    await deleteOldAnswers(api.app.database);
    expect(await count("from idempotency_key")).toBe(kept - 1);
    expect((await keyed("create_contact", { name: "Other" }, "j")).status).toBe(200);
  });
});
