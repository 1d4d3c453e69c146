import { randomBytes } from "node:crypto";
import { beforeAll, expect, it } from "@jest/globals";
import { findAccountId, lockAccount, renameAccount, renewPassword } from "../../src/accounts/account.js";
import { findLink, mailLink, mintToken, setLinkStatus, useLink } from "../../src/accounts/account-links.js";
import { addConnection, disconnect, endConnectionsOf } from "../../src/accounts/connections.js";
import { inSession, keepChallenge, takeChallenge } from "../../src/accounts/factors/challenges.js";
import { addPasskey, removeFactors, removePasskey } from "../../src/accounts/factors/passkeys.js";
import { renewRecoveryCodes, takeRecoveryCode } from "../../src/accounts/factors/recovery-codes.js";
import { newFactor, takeCode, turnOff, turnOn } from "../../src/accounts/factors/second-factor.js";
import { beginSecondStep, finishSecondStep } from "../../src/accounts/factors/second-step.js";
import { rememberDevice } from "../../src/accounts/known-devices.js";
import { addSession, endSession, findSession, proveSession, showOrganization } from "../../src/accounts/sessions.js";
import { transact } from "../../src/db/transact.js";
import type { UnitOfWork } from "../../src/db/unit-of-work.js";
import { startApi } from "../support/caller.js";
import { organization, type TestMember, type TestOrganization } from "../support/factories.js";
import { forAllTests } from "../support/for-tests.js";
import { codeOf } from "../support/second-factor.js";

const api = forAllTests(startApi);
let firms: TestOrganization[];
beforeAll(async () => {
  // Which comes first wherever firms are looked through.
  await (await organization(api, "Studio Estraneo")).member("owner");
  firms = [await organization(api), await organization(api, "Altro Studio")];
});

const change = <T>(work: (unit: UnitOfWork) => Promise<T>): Promise<T> => transact(api.app.database, null, work);

/** A person who belongs to two firms, with one of everything that an account may have. */
async function person(n: number) {
  const { database, config } = api.app;
  const member: TestMember = await (firms[0] as TestOrganization).member("owner");
  const { userId, email } = member;
  for (const { organizationId } of firms.slice(1))
    await api.pool.query(
      "insert into membership (organization_id, user_id, role, created_at) values ($1, $2, 'owner', now())",
      [organizationId, userId],
    );
  const { passwordHash } = await change((unit) => lockAccount(unit, userId));
  const account = { userId, passwordHash, gaveFactor: true };
  const organizationId = firms[0]?.organizationId ?? "";
  const session = (await addSession(database, { account, userAgent: "Firefox", organizationId })) ?? "";
  const sessionId = (await findSession(database, session))?.sessionId ?? "";
  const { secret } = newFactor(email);
  const seed = randomBytes(32);
  const [recoveryCode = ""] =
    (await change((unit) => turnOn(unit, config, userId, { secret, code: codeOf(secret), seed, sessionId }))) ?? [];
  const credential = { id: `passkey${n}`, publicKey: new Uint8Array(randomBytes(8)), counter: 0 };
  await change((unit) => addPasskey(unit, userId, { name: "Telefono", credential, sessionId }));
  const device = await rememberDevice(database, userId, null);
  await keepChallenge(database, inSession(sessionId, "new app"), "domanda");
  const step = await beginSecondStep(database, account);
  const grantId = `grant${n}`;
  const connection = {
    grantId,
    organizationId,
    userId,
    mode: "read",
    clientId: "c",
    clientName: "App",
    redirectHost: "app.test",
  } as const;
  await addConnection(database, connection, sessionId, "r");
  const { id: linkId } = await change((unit) =>
    mailLink(unit, { organizationId, kind: "password_reset", email, userId }),
  );
  const token = await mintToken(database, { id: linkId, kind: "password_reset" });
  return {
    userId,
    email,
    session,
    sessionId,
    secret,
    recoveryCode,
    passkeyId: credential.id,
    device,
    step,
    grantId,
    linkId,
    token,
  };
}
type Person = Awaited<ReturnType<typeof person>>;

/** All that the database holds of a person. */
async function rowsOf({ userId }: Person): Promise<string[]> {
  const { rows } = await api.pool.query<{ name: string; column: string }>(
    `select c.table_name as name, c.column_name as column from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' and (column_name = 'user_id' or table_name = 'user_account' and column_name = 'id')
       and table_name not in ('audit_event', 'security_event')`,
  );
  const found = await Promise.all(
    rows.map(({ name, column }) =>
      api.pool.query<{ row: string }>(
        `select '${name} ' || to_jsonb(t)::text as row from ${name} t where ${column} = $1`,
        [userId],
      ),
    ),
  );
  return found.flatMap((result) => result.rows.map(({ row }) => row)).sort();
}

const deeds: [name: string, (me: Person) => Promise<unknown>][] = [
  // These leave nothing for others below: somebody else does them.
  [
    "signing in with a recovery code",
    (me) =>
      finishSecondStep(api.app.database, api.app, {
        token: me.step,
        code: me.recoveryCode,
        passkey: null,
        device: null,
      }),
  ],
  ["disconnecting an app", (me) => disconnect(api.app.database, me.userId, me.grantId)],
  ["removing every factor", (me) => change((unit) => removeFactors(unit, me.userId))],
  [
    "choosing the firm that the pages show",
    (me) => showOrganization(api.app.database, me.sessionId, firms[1]?.organizationId ?? ""),
  ],
  ["giving the password again", (me) => proveSession(api.app.database, me.sessionId)],
  ["answering a challenge", (me) => takeChallenge(api.app.database, inSession(me.sessionId, "new app"))],
  ["a new name", (me) => change((unit) => renameAccount(unit, me.userId, "Nuovo Nome"))],
  ["signing in again with the same browser", (me) => rememberDevice(api.app.database, me.userId, me.device)],
  ["a code of the app", (me) => takeCode(api.app.database, api.app.config, me.userId, codeOf(me.secret, 30))],
  ["a recovery code", (me) => takeRecoveryCode(api.app.database, me.userId, me.recoveryCode)],
  [
    "a wrong code at a sign-in",
    (me) =>
      finishSecondStep(api.app.database, api.app, { token: me.step, code: "000000", passkey: null, device: null }),
  ],
  ["new recovery codes", (me) => change((unit) => renewRecoveryCodes(unit, me.userId))],
  ["removing a passkey", (me) => change((unit) => removePasskey(unit, me.userId, me.passkeyId))],
  ["removing the app", (me) => change((unit) => turnOff(unit, me.userId))],
  ["disconnecting all apps", (me) => change((unit) => endConnectionsOf(unit, me.userId, null))],
  ["a link that was sent", (me) => setLinkStatus(api.app.database, me.linkId, "sent")],
  ["a link that was used", (me) => change((unit) => useLink(unit, me.linkId))],
  [
    "another link",
    (me) =>
      change((unit) =>
        mailLink(unit, {
          organizationId: firms[0]?.organizationId ?? "",
          kind: "password_reset",
          email: me.email,
          userId: me.userId,
        }),
      ),
  ],
  ["signing out", (me) => endSession(api.app.database, me.session)],
  [
    "a new password",
    (me) =>
      change(async (unit) => renewPassword(unit, await lockAccount(unit, me.userId), "una frase nuova e lunga", null)),
  ],
];

it("what one person does with an account, each deed changes, and nothing of another's, who belongs to the same firms", async () => {
  const [first, second, other] = [await person(1), await person(2), await person(3)];
  const before = await rowsOf(other);
  for (const [n, [name, deed]] of deeds.entries()) {
    const me = n < 3 ? first : second;
    const mine = await rowsOf(me);
    await deed(me);
    expect([name, await rowsOf(other)]).toEqual([name, before]);
    expect([name, JSON.stringify(await rowsOf(me)) === JSON.stringify(mine)]).toEqual([name, false]);
  }
  // Each is told of their own deeds, and nobody of others'.
  for (const { userId, email } of [first, second, other]) {
    const { rows } = await api.pool.query(
      "select distinct email, organization_id = any($2) as ours from account_link where user_id = $1",
      [userId, firms.map(({ organizationId }) => organizationId)],
    );
    expect(rows).toEqual([{ email, ours: true }]);
  }
  expect(await findAccountId(api.app.database, other.email.toUpperCase())).toBe(other.userId);
  expect((await findLink(api.app.database, "password_reset", other.token))?.userId).toBe(other.userId);
});

it("opens nothing with a code once ten minutes have passed since the password, and uses none up", async () => {
  const { database } = api.app;
  const me = await person(4);
  const signIn = () =>
    finishSecondStep(database, api.app, { token: me.step, code: me.recoveryCode, passkey: null, device: null });
  await api.pool.query("update second_step set expires_at = now() - interval '1 ms' where user_id = $1", [me.userId]);
  expect(await signIn()).toBe("over");
  await api.pool.query("update second_step set expires_at = now() + interval '1 minute' where user_id = $1", [
    me.userId,
  ]);
  expect(await signIn()).toMatchObject({ userId: me.userId });
  expect(await signIn()).toBe("done");
});

it("needs a second factor where a firm of the person's own requires it of that role", async () => {
  const { database } = api.app;
  const [strict, other] = [await organization(api, "Studio Severo"), await organization(api, "Altro Studio")];
  const needed = async ({ userId }: TestMember) => {
    const account = await change((unit) => lockAccount(unit, userId));
    const session = await addSession(database, { account, userAgent: "", organizationId: null });
    return (await findSession(database, session ?? ""))?.needsSecondFactor;
  };
  const [owner, member, stranger] = [
    await strict.member("owner"),
    await strict.member("member"),
    await other.member("owner"),
  ];
  const asked = async (of: string) => {
    await api.pool.query("update organization set require_second_factor = $2 where id = $1", [
      strict.organizationId,
      of,
    ]);
    return [await needed(owner), await needed(member), await needed(stranger)];
  };
  expect(await asked("owners")).toEqual([true, false, false]);
  expect(await asked("all")).toEqual([true, true, false]);
});
