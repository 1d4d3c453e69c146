import { describe, expect, it } from "@jest/globals";
import { addKey } from "../../../src/accounts/keys/keys.js";
import { inviteMember } from "../../../src/accounts/members/invitations.js";
import { writeNotices } from "../../../src/activities/notices/write-notices.js";
import { createKey, createUser } from "../../../src/admin/provision.js";
import { transact } from "../../../src/db/transact.js";
import { startApi } from "../../support/caller.js";
import { connectedApp } from "../../support/connection.js";
import { createProject, ordersFor, organization, type TestMember, unknownId } from "../../support/factories.js";
import { forAllTests, forEachTest } from "../../support/for-tests.js";
import { signedIn, type Visitor } from "../../support/visitor.js";
import { untilWaitedFor } from "../../support/waiting.js";

const api = forAllTests(startApi);
const org = forEachTest(() => organization(api));

async function openPage(member: TestMember): Promise<Visitor> {
  const me = await signedIn(api, member);
  await me.visit("/settings/members");
  return me;
}
const roleOf = async (userId: string): Promise<string | undefined> =>
  (
    await api.pool.query("select role from membership where organization_id = $1 and user_id = $2", [
      org.organizationId,
      userId,
    ])
  ).rows[0]?.role;
const events = async (action: string) =>
  (
    await api.pool.query("select * from audit_event where organization_id = $1 and action = $2", [
      org.organizationId,
      action,
    ])
  ).rows;
const [role, remove, invite] = ["/settings/members/role", "/settings/members/remove", "/settings/members/invite"];

describe("the members", () => {
  it("get another role, which counts on the next request", async () => {
    const [owner, member] = [await org.member("owner"), await org.member("viewer")];
    expect((await org.call("create_project", { name: "A" }, member.key)).status).toBe(403);
    const me = await openPage(owner);
    await me.submit(role, { member: member.userId, role: "member" });
    expect(me.page.text).toContain("The role is changed.");
    expect((await org.call("create_project", { name: "A" }, member.key)).status).toBe(200);
    expect(await events("change_role")).toMatchObject([
      { user_id: owner.userId, via: "page", changes: [{ before: { role: "viewer" }, after: { role: "member" } }] },
    ]);
  });

  it("leave the organization's keys that they made, which the owner sees at the removal and may revoke with it", async () => {
    const owner = await org.member("owner");
    const revoked = async (alsoKeys: object) => {
      const maker = await org.member("admin");
      const theirs = await openPage(maker);
      await theirs.visit("/settings/api-keys");
      await theirs.submit("/settings/api-keys/create", { name: "Server <1>", holder: "organization" });
      const me = await openPage(owner);
      expect(me.page.text).toMatch(
        /keys of the organization itself\. They stay valid[^.]*: Server <1> Revoke these keys too/,
      );
      await me.submit(remove, { member: maker.userId, ...alsoKeys });
      const { rows } = await api.pool.query("select revoked_at from api_key where created_by = $1", [maker.userId]);
      return rows[0].revoked_at !== null;
    };
    expect(await revoked({})).toBe(false);
    expect(await revoked({ "revoke-keys": "yes" })).toBe(true);
    // Others made this one.
    expect((await org.call("list_projects")).status).toBe(200);
  });

  it("keep no say over keys with a lower role, which the owner is told where keys that they made stay valid", async () => {
    const [owner, maker] = [await org.member("owner"), await org.member("admin")];
    const theirs = await openPage(maker);
    await theirs.visit("/settings/api-keys");
    await theirs.submit("/settings/api-keys/create", { name: "Server", holder: "organization" });
    const me = await openPage(owner);
    const told = async (given: string) => {
      await me.submit(role, { member: maker.userId, role: given });
      return /The role is changed.*Keys of the organization itself that this person made stay valid/.test(me.page.text);
    };
    expect([await told("owner"), await told("guest")]).toEqual([false, true]);
    await api.pool.query("update api_key set revoked_at = now() where created_by = $1", [maker.userId]);
    expect(await told("viewer")).toBe(false);
  });

  it("are removed with the apps that act in their name, which the owner sees at the removal", async () => {
    const [owner, member] = [await org.member("owner"), await org.member("member")];
    await connectedApp(api, org, member, "Claude <1>");
    const me = await openPage(owner);
    expect(me.page.text).toContain("The removal disconnects them: Claude <1> Remove this member");
    // With nobody else, and none that was disconnected.
    expect(me.page.text.split("Claude <1>")).toHaveLength(2);
    await api.pool.query("update connection set revoked_at = now() where user_id = $1", [member.userId]);
    expect((await me.visit("/settings/members")).text).not.toContain("Claude <1>");
    await me.submit(remove, { member: member.userId });
    expect((await api.pool.query("select from connection where user_id = $1", [member.userId])).rowCount).toBe(0);
  });

  it("leave their open tasks with nobody, which the owner sees at the removal, the most urgent first", async () => {
    const [owner, member, other] = [await org.member("owner"), await org.member("member"), await org.member("member")];
    const projectId = (await createProject(org, { name: "Villa <1>" })).id;
    await createProject(org, { name: "Altra" });
    const task = (title: string, fields: object = {}) =>
      org.ok("create_task", { projectId, title, assigneeId: member.userId, ...fields });
    await task("Rilievo");
    const urgent = await task("Integrazione", { dueAt: "2027-01-10" });
    await task("Telefonata", { assigneeId: other.userId });
    await org.ok("update_task_status", { taskId: (await task("Fatto")).id, status: "done" });
    const me = await openPage(owner);
    expect(me.page.text).toContain(
      "so give them to somebody else: Integrazione – Villa <1> Rilievo – Villa <1> Remove this member",
    );
    expect(me.page.text).not.toContain("Fatto");
    await me.submit(remove, { member: member.userId });
    expect(await org.ok("get_task", { taskId: urgent.id })).toMatchObject({ assigneeId: null, status: "todo" });
  });

  it("lose access with the membership, and their keys for good", async () => {
    const [owner, member] = [await org.member("owner"), await org.member("admin")];
    const theirs = await openPage(member);
    expect(theirs.page.status).toBe(200);
    const me = await openPage(owner);
    await me.submit(remove, { member: member.userId });
    expect((await org.call("list_projects", {}, member.key)).status).toBe(401);
    expect((await theirs.visit("/settings/members")).status).toBe(403);
    await api.pool.query("insert into membership values ($1, $2, 'admin', now())", [org.organizationId, member.userId]);
    expect((await org.call("list_projects", {}, member.key)).status).toBe(401);
    expect((await events("remove_member"))[0].changes.map((change: { record: string }) => change.record)).toEqual([
      "membership",
      "api_key",
    ]);
  });

  it("leave to an owner the notices that wait for the mail server, each once", async () => {
    await org.member("viewer");
    const [owner, member] = [await org.member("owner"), await org.member("member")];
    const { id: reminderId } = await org.ok("create_reminder", { title: "Deposito", dueAt: "2030-01-01" });
    const write = (name: string, people: string[]) =>
      transact(api.app.database, null, (unit) => {
        const about = { organizationId: org.organizationId, reminderId };
        return writeNotices(unit, api.app.config, about, { name, subject: name, body: name }, people);
      });
    const { message } = await org.ok("send_message", { to: member.email, body: "Buongiorno" });
    await write("1 day", [member.email]);
    await write("due", [owner.email, member.email]);
    await write("30 days", [member.email]);
    await api.pool.query("update message set status = 'sent' where notice = '30 days' and reminder_id = $1", [
      reminderId,
    ]);
    const me = await openPage(owner);
    await me.submit(remove, { member: member.userId });
    const { rows } = await api.pool.query(
      "select notice, to_address from message where reminder_id = $1 order by notice, to_address",
      [reminderId],
    );
    expect(rows).toEqual([
      { notice: "1 day", to_address: owner.email },
      { notice: "30 days", to_address: member.email },
      { notice: "due", to_address: owner.email },
    ]);
    // What somebody wrote to them goes where it was written to.
    const written = await api.pool.query("select to_address from message where id = $1", [message.id]);
    expect(written.rows).toEqual([{ to_address: member.email }]);
  });

  it("show nothing of what they have in another organization, whose members may be invited", async () => {
    const [owner, { userId, email, key }] = [await org.member("owner"), await org.member("admin")];
    const other = await organization(api);
    const { organizationId } = other;
    const { database } = api.app;
    await createUser(database, { organizationId, email, role: "admin" });
    await transact(database, null, async (unit) => {
      await addKey(unit, { organizationId, createdBy: userId, name: "Chiave altrui" });
      await inviteMember(unit, { organizationId, email: "altrui@studio.test", role: "member", invitedBy: userId });
    });
    await api.pool.query(
      `insert into connection (grant_id, organization_id, user_id, mode, client_id, client_name, redirect_host, created_at)
       values (gen_random_uuid(), $1, $2, 'read', 'c', 'App altrui', 'app.test', now())`,
      [organizationId, userId],
    );
    const { id: projectId } = await createProject(other);
    await other.ok("create_task", { projectId, title: "Compito altrui", assigneeId: userId });
    const foreign = await other.member("member");
    const me = await openPage(owner);
    expect(me.page.html).toContain(email);
    expect(me.page.html).not.toContain("altrui");
    expect(me.page.text).not.toContain("keys of the organization itself");
    await me.submit(invite, { email: foreign.email, role: "member" });
    expect(me.page.text).toContain("The invitation is on its way.");
    // A lower role takes no say over keys of another organization.
    await me.submit(role, { member: userId, role: "member" });
    expect(me.page.text).toContain("The role is changed.");
    expect(me.page.text).not.toContain("stay valid");
    expect((await org.call("list_projects", {}, key)).status).toBe(200);
  });

  it("keep their keys of another organization", async () => {
    const [owner, { userId, email, key }] = [await org.member("owner"), await org.member("member")];
    const { database } = api.app;
    const other = await organization(api);
    const { organizationId } = other;
    await createUser(database, { organizationId, email, role: "member" });
    const { key: keyThere } = await createKey(database, { organizationId, userId, name: "Altro studio" });
    const me = await openPage(owner);
    await me.submit(remove, { member: userId });
    expect((await org.call("list_projects", {}, key)).status).toBe(401);
    expect((await other.call("list_projects", {}, keyThere)).status).toBe(200);
  });

  it("are made and unmade owners by owners alone", async () => {
    const [owner, admin, member] = [await org.member("owner"), await org.member("admin"), await org.member("member")];
    const me = await openPage(admin);
    expect(me.page.html).not.toContain('<option value="owner"');
    for (const [path, fields] of [
      [role, { member: member.userId, role: "owner" }],
      [role, { member: owner.userId, role: "viewer" }],
      [remove, { member: owner.userId }],
      [invite, { email: "nuovo@studio.test", role: "owner" }],
    ] as const) {
      await me.visit("/settings/members");
      const page = await me.submit(path, fields);
      expect([page.status, page.text]).toEqual([403, expect.stringContaining("Only an owner makes or removes owners")]);
    }
    expect([await roleOf(member.userId), await roleOf(owner.userId)]).toEqual(["member", "owner"]);
    const boss = await openPage(owner);
    await boss.submit(role, { member: member.userId, role: "owner" });
    expect(await roleOf(member.userId)).toBe("owner");
  });

  it("always have an owner among them", async () => {
    const owner = await org.member("owner");
    const me = await openPage(owner);
    for (const [path, fields] of [
      [role, { role: "member" }],
      [remove, {}],
    ] as const) {
      await me.visit("/settings/members");
      const page = await me.submit(path, { member: owner.userId, ...fields });
      expect([page.status, page.text]).toEqual([409, expect.stringContaining("at least one owner")]);
    }
    expect(await roleOf(owner.userId)).toBe("owner");
  });

  it("who give their own place away are told on a page that is still theirs", async () => {
    const [, owner] = [await org.member("owner"), await org.member("owner")];
    const me = await openPage(owner);
    await me.submit(role, { member: owner.userId, role: "admin" });
    expect(me.page.address).toBe("/settings/members?done=role");
    await me.submit(role, { member: owner.userId, role: "member" });
    expect([me.page.status, me.page.text]).toEqual([200, expect.stringContaining("Your role is changed.")]);
    const leaver = await org.member("admin");
    const theirs = await openPage(leaver);
    await theirs.submit(remove, { member: leaver.userId });
    expect([theirs.page.status, theirs.page.text]).toEqual([200, expect.stringContaining("You have left")]);
  });

  it("of another organization are not found", async () => {
    const foreign = await (await organization(api)).member("member");
    const me = await openPage(await org.member("owner"));
    for (const member of [foreign.userId, unknownId, "x"]) {
      await me.visit("/settings/members");
      expect((await me.submit(remove, { member })).status).toBe(404);
    }
  });
});

describe("an invitation", () => {
  it("is ordered with its row and its audit event, and takes the place of an earlier one", async () => {
    const owner = await org.member("owner");
    const me = await openPage(owner);
    for (const _ of [1, 2]) {
      await me.submit(invite, { email: "nuova@studio.test", role: "member" });
      expect(me.page.text).toContain("The invitation is on its way.");
    }
    const { rows } = await api.pool.query("select * from account_link where organization_id = $1", [
      org.organizationId,
    ]);
    expect(rows).toMatchObject([{ email: "nuova@studio.test", role: "member", token_sha256: null, status: "queued" }]);
    expect(await ordersFor(api, `send-account-mail:${rows[0].id}`)).toEqual([
      { type: "sendAccountMail", signal: null },
    ]);
    expect(await events("invite_member")).toHaveLength(2);
    expect(me.page.text).toContain("nuova@studio.test");
  });

  it("is asked for above all members, and says that its mail has not left as long as the server doesn't take it", async () => {
    const me = await openPage(await org.member("owner"));
    await me.submit(invite, { email: "nuova@studio.test", role: "member" });
    const { html } = me.page;
    expect(html.indexOf('id="invite"')).toBeLessThan(html.indexOf('id="members"'));
    expect(me.page.text).toContain("the mail has not left yet");
    await api.pool.query("update account_link set status = 'sent' where organization_id = $1", [org.organizationId]);
    await me.visit("/settings/members");
    expect(me.page.text).toContain("nuova@studio.test");
    expect(me.page.text).not.toContain("the mail has not left yet");
  });

  it("that takes the place of another's leaves a line in the audit log about that one too", async () => {
    await (await openPage(await org.member("owner"))).submit(invite, { email: "nuova@studio.test", role: "owner" });
    await (await openPage(await org.member("admin"))).submit(invite, { email: "nuova@studio.test", role: "member" });
    const [first, second] = await events("invite_member");
    expect(second.changes).toMatchObject([
      { op: "create", after: { email: "nuova@studio.test", role: "member" } },
      { op: "delete", id: first.record_id, before: { email: "nuova@studio.test", role: "owner" } },
    ]);
  });

  it("can be withdrawn", async () => {
    const me = await openPage(await org.member("owner"));
    await me.submit(invite, { email: "nuova@studio.test", role: "member" });
    const [, invitation = ""] = /name="invitation" value="([^"]+)"/.exec(me.page.html) ?? [];
    await me.submit("/settings/members/withdraw", { invitation });
    expect(me.page.text).not.toContain("nuova@studio.test");
    expect(await events("withdraw_invitation")).toHaveLength(1);
  });

  it.each([
    ["two addresses", "a@studio.test, b@studio.test"],
    ["one with a second line", "a@studio.test\r\nBcc: b@studio.test"],
  ])("to %s is refused", async (_, email) => {
    const me = await openPage(await org.member("owner"));
    const page = await me.submit(invite, { email, role: "member" });
    expect([page.status, page.text]).toEqual([422, expect.stringContaining("Enter one e-mail address.")]);
  });

  it("ends with its inviter's right to invite", async () => {
    const [boss, second] = [await org.member("owner"), await org.member("owner")];
    const elsewhere = {
      organizationId: (await organization(api, "Zeta Studio")).organizationId,
      role: "owner",
    } as const;
    await createUser(api.app.database, { ...elsewhere, email: second.email });
    await transact(api.app.database, null, (unit) =>
      inviteMember(unit, { ...elsewhere, email: "elsewhere@altrove.test", invitedBy: second.userId }),
    );
    const me = await openPage(second);
    for (const invited of ["owner", "member"])
      await me.submit(invite, { email: `${invited}@altrove.test`, role: invited });
    const theirs = await openPage(boss);
    await theirs.submit(invite, { email: "theirs@altrove.test", role: "viewer" });
    const open = () => new Set(theirs.page.text.match(/\w+@altrove\.test/g) ?? []);
    expect(open()).toEqual(new Set(["owner@altrove.test", "member@altrove.test", "theirs@altrove.test"]));
    await theirs.submit(role, { member: second.userId, role: "admin" });
    expect(open()).toEqual(new Set(["member@altrove.test", "theirs@altrove.test"]));
    expect(theirs.page.text).toContain("send them again yourself: member@altrove.test Remove this member");
    await theirs.submit(remove, { member: second.userId });
    expect(open()).toEqual(new Set(["theirs@altrove.test"]));
    const left = await api.pool.query("select email from account_link where organization_id = $1", [
      elsewhere.organizationId,
    ]);
    expect(left.rows).toEqual([{ email: "elsewhere@altrove.test" }]);
    expect((await events("remove_member"))[0].changes).toMatchObject([
      { record: "membership" },
      { record: "api_key" },
      { record: "invitation", op: "delete", before: { email: "member@altrove.test", role: "member" } },
    ]);
  });

  it("is refused to somebody who loses the right at that moment", async () => {
    const admin = await org.member("admin");
    const me = await openPage(admin);
    const client = await api.pool.connect();
    try {
      await client.query("begin");
      await client.query("select from organization where id = $1 for update", [org.organizationId]);
      const page = me.submit(invite, { email: "nuova@studio.test", role: "member" });
      await untilWaitedFor(api.pool, client);
      await client.query("update membership set role = 'viewer' where user_id = $1", [admin.userId]);
      await client.query("commit");
      expect((await page).status).toBe(403);
      expect(await events("invite_member")).toEqual([]);
    } finally {
      client.release();
    }
  });
});
