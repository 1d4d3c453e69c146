import { expect, it } from "@jest/globals";
import { callerNow } from "../../src/accounts/callers/caller-now.js";
import { setChannel, unsetChannel } from "../../src/accounts/channels.js";
import { addConnection } from "../../src/accounts/connections.js";
import { addKey } from "../../src/accounts/keys/keys.js";
import { setLanguageModel, unsetLanguageModel } from "../../src/accounts/language-model.js";
import { inviteMember, withdrawInvitations } from "../../src/accounts/members/invitations.js";
import { changeRole, removeMember } from "../../src/accounts/members/member-changes.js";
import { addSession, findSession } from "../../src/accounts/sessions.js";
import { newId } from "../../src/db/new-id.js";
import { transact } from "../../src/db/transact.js";
import type { UnitOfWork } from "../../src/db/unit-of-work.js";
import { startApi } from "../support/caller.js";
import { createProject, organization, type TestMember, type TestOrganization } from "../support/factories.js";
import { forAllTests } from "../support/for-tests.js";
import { allRowsOf } from "../support/same-ids.js";

const api = forAllTests(startApi);

const change = <T>(work: (unit: UnitOfWork) => Promise<T>): Promise<T> => transact(api.app.database, null, work);
const invited = "nuova@studio.test";
const pec = { channel: "pec", given: { smtpUrl: "smtps://u:p@smtp.pec.test", from: "studio@pec.test" } };
const model = { provider: "openai", model: "m", apiKey: "k" };

interface Firm {
  org: TestOrganization;
  owner: TestMember;
}

/** A firm in which somebody has all that a member may leave behind. */
async function firmOf(person: TestMember): Promise<Firm> {
  const { database, config } = api.app;
  const org = await organization(api);
  const { organizationId } = org;
  const { userId } = person;
  const firm = { org, owner: await org.member("owner") };
  await api.pool.query(
    "insert into membership (organization_id, user_id, role, created_at) values ($1, $2, 'admin', now())",
    [organizationId, userId],
  );
  await change((unit) => addKey(unit, { organizationId, userId, name: "propria" }));
  await change((unit) => addKey(unit, { organizationId, createdBy: userId, name: "dello studio" }));
  await change((unit) => inviteMember(unit, { organizationId, email: invited, role: "member", invitedBy: userId }));
  await change((unit) => setChannel(unit, config, { organizationId, ...pec }));
  await change((unit) => setLanguageModel(unit, config, { organizationId, ...model }));
  const account = await change(async (unit) => {
    const [row] = await unit.query<{ hash: string }>("select password_hash as hash from user_account where id = $1", [
      userId,
    ]);
    return { userId, passwordHash: row?.hash ?? "" };
  });
  const session = await addSession(database, { account, userAgent: "", organizationId });
  const { sessionId } = (await findSession(database, session ?? "")) ?? { sessionId: "" };
  const app = { mode: "read", clientId: "c", clientName: "App", redirectHost: "app.test" } as const;
  await addConnection(database, { grantId: newId(), organizationId, userId, ...app }, sessionId, "r");
  const { id: projectId } = await createProject(org);
  await org.ok("share_project", { projectId, userId, role: "viewer" });
  await org.ok("delete_project", { projectId });
  await api.pool.query(
    `insert into message (organization_id, id, created_at, updated_at, about_id, notice, direction, channel, to_address, body, attachments, status)
     values ($1, $2, now(), now(), $1, 'avviso', 'outgoing', 'email', $3, 'x', '[]', 'queued')`,
    [organizationId, newId(), person.email],
  );
  return firm;
}

const deeds: [name: string, deed: (organizationId: string, actorId: string, userId: string) => Promise<unknown>][] = [
  [
    "another role",
    (organizationId, actorId, userId) =>
      change((unit) => changeRole(unit, { organizationId, actorId, userId }, "member")),
  ],
  [
    "the same invitation",
    (organizationId, actorId) =>
      change((unit) => inviteMember(unit, { organizationId, email: invited, role: "guest", invitedBy: actorId })),
  ],
  [
    "an invitation withdrawn",
    (organizationId) => change((unit) => withdrawInvitations(unit, organizationId, "email = $2", [invited])),
  ],
  [
    "a removal",
    (organizationId, actorId, userId) =>
      change((unit) => removeMember(unit, { organizationId, actorId, userId }, { revokingMadeKeys: true })),
  ],
  [
    "other settings of a channel",
    (organizationId) => change((unit) => setChannel(unit, api.app.config, { organizationId, ...pec })),
  ],
  [
    "a channel taken away",
    (organizationId) => change((unit) => unsetChannel(unit, { organizationId, channel: "pec" })),
  ],
  [
    "another model",
    (organizationId) => change((unit) => setLanguageModel(unit, api.app.config, { organizationId, ...model })),
  ],
  ["a model taken away", (organizationId) => change((unit) => unsetLanguageModel(unit, organizationId))],
];

it("what a firm does with a member changes nothing for the same person in another, and its notices go to its own owner", async () => {
  const elsewhere = await organization(api);
  const person = await elsewhere.member("owner");
  const there = await firmOf(person);
  const others = there.org.organizationId;
  const before = await allRowsOf(api, others);
  const here = await firmOf(person);
  const own = here.org.organizationId;
  for (const [name, deed] of deeds) {
    const mine = await allRowsOf(api, own);
    await deed(own, here.owner.userId, person.userId);
    expect([name, await allRowsOf(api, others)]).toEqual([name, before]);
    expect([name, JSON.stringify(await allRowsOf(api, own)) === JSON.stringify(mine)]).toEqual([name, false]);
  }
  const { rows } = await api.pool.query("select to_address as to from message where organization_id = $1", [own]);
  expect(rows).toEqual([{ to: here.owner.email }]);
  const last = { organizationId: own, actorId: here.owner.userId, userId: here.owner.userId };
  await expect(change((unit) => removeMember(unit, last))).rejects.toMatchObject({ code: "conflict" });
  const stranger = change((unit) => addKey(unit, { organizationId: own, userId: person.userId, name: "di prima" }));
  await expect(stranger).rejects.toMatchObject({ code: "not_found" });
});

it("takes a person in each firm for what they are there, by key and by app, and counts what each uses for itself", async () => {
  const { database } = api.app;
  const firms = await Promise.all([organization(api), organization(api)]);
  const [first, second] = firms as [TestOrganization, TestOrganization];
  const person = await first.member("owner");
  const { userId } = person;
  await api.pool.query(
    "insert into membership (organization_id, user_id, role, created_at) values ($1, $2, 'guest', now())",
    [second.organizationId, userId],
  );
  await second.ok("share_project", { projectId: (await createProject(second)).id, userId, role: "editor" });
  await api.pool.query("update organization set timezone = 'Europe/London' where id = $1", [second.organizationId]);
  for (const [{ organizationId }, rights] of [
    [first, { role: "owner", strongestShare: null, timezone: "Europe/Rome" }],
    [second, { role: "guest", strongestShare: "editor", timezone: "Europe/London" }],
  ] as const) {
    const { keyId } = await change((unit) => addKey(unit, { organizationId, userId, name: "propria" }));
    const grantId = newId();
    await api.pool.query(
      `insert into connection (grant_id, organization_id, user_id, mode, client_id, client_name, redirect_host, created_at)
       values ($1, $2, $3, 'change', 'c', 'App', 'app.test', now())`,
      [grantId, organizationId, userId],
    );
    for (const by of [
      { keyId, connectionId: null },
      { keyId: null, connectionId: grantId },
    ])
      expect(await callerNow(database, by)).toMatchObject({ organizationId, userId, ...rights });
  }
  await api.pool.query(
    `insert into quota_use (organization_id, day, kind, used)
     select id, (now() at time zone timezone)::date + later, 'mails', quota_mails
     from organization, generate_series(0, 1) later where id = $1`,
    [first.organizationId],
  );
  const send = (org: TestOrganization) => org.call("send_message", { to: "a@example.test", body: "x" });
  expect([(await send(first)).status, (await send(second)).status]).toEqual([429, 200]);
});
