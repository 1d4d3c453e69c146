import { beforeAll, beforeEach, expect, it } from "@jest/globals";
import { setChannel } from "../../../src/accounts/channels.js";
import {
  begin,
  beginTry,
  type HeldMailbox,
  hold,
  leave,
  MailboxLost,
  move,
  moveWith,
  noteFailure,
  noteRead,
  type Place,
  release,
  renew,
} from "../../../src/channels/reader/place.js";
import type { Database } from "../../../src/db/database.js";
import { transact } from "../../../src/db/transact.js";
import type { MailChannel } from "../../../src/domain/messages/mail.js";
import { startApi } from "../../support/caller.js";
import { organization, type TestOrganization } from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";

const api = forAllTests(startApi);
let database: Database;
let firms: TestOrganization[];
beforeAll(async () => {
  ({ database } = api.app);
  firms = [await organization(api), await organization(api, "Altro Studio")];
  const given = { smtpUrl: "smtps://u:p@smtp.studio.test", from: "studio@studio.test" };
  for (const { organizationId } of firms)
    for (const channel of ["email", "pec"])
      await transact(database, null, (unit) => setChannel(unit, api.app.config, { organizationId, channel, given }));
});

const [one, other] = ["01890000-0000-7000-8000-000000000001", "01890000-0000-7000-8000-000000000002"];
const leaseMs = 60_000;
const mailboxOf = (firm: number, channel: MailChannel, holder: string): HeldMailbox => ({
  organizationId: firms[firm]?.organizationId ?? "",
  channel,
  holder,
});
const rows = async () =>
  (
    await api.pool.query("select to_jsonb(r)::text as row from mailbox_reading r order by organization_id, channel")
  ).rows.map(({ row }) => row as string);
const place: Place = {
  ...{ mailbox: "u@imap.studio.test/INBOX", uidValidity: "7", lastUid: 3 },
  ...{ readAt: null, failedAt: null, takenSince: new Date(), refusals: 0, retryAt: null },
};

/** One worker reads three of the four, and all stand at the same place. */
let mine: HeldMailbox;
beforeEach(async () => {
  await api.pool.query("delete from mailbox_reading");
  mine = mailboxOf(0, "email", one);
  for (const mailbox of [mine, mailboxOf(0, "pec", one), mailboxOf(1, "email", one), mailboxOf(1, "pec", other)]) {
    await hold(database, mailbox, leaseMs);
    await begin(database, mailbox, place);
  }
});

const deeds: [name: string, changed: number, (mailbox: HeldMailbox) => Promise<unknown>][] = [
  ["where its reading begins", 1, (mailbox) => begin(database, mailbox, { ...place, lastUid: 9 })],
  ["a try", 1, (mailbox) => beginTry(database, mailbox, 4, false)],
  ["that it was read", 1, (mailbox) => noteRead(database, mailbox)],
  ["that it can't be read", 1, (mailbox) => noteFailure(database, mailbox, { words: "x", refusals: 1, waitMs: 1 })],
  ["a mail that was passed over", 1, (mailbox) => move(database, mailbox, 4, "7")],
  ["a mail that was taken", 1, (mailbox) => transact(database, null, async (unit) => moveWith(unit, mailbox, 4, "7"))],
  ["that its settings name none any more", 1, (mailbox) => leave(database, mailbox)],
  ["with all of its worker's that they are still read", 3, ({ holder }) => renew(database, holder, leaseMs * 2)],
  ["with all of its worker's that they are given back", 3, ({ holder }) => release(database, holder)],
];

it.each(deeds)(
  "notes of one mailbox alone %s (%d), and nothing for a worker that has lost it",
  async (_, count, deed) => {
    const before = await rows();
    // Whoever lost it may be told, or not.
    await deed({ ...mine, holder: "01890000-0000-7000-8000-000000000003" }).catch((error) => {
      if (!(error instanceof MailboxLost)) throw error;
    });
    expect(await rows()).toEqual(before);
    await deed(mine);
    const after = await rows();
    const changed = before.filter((row) => !after.includes(row));
    expect(changed).toHaveLength(count);
    expect(changed.every((row) => row.includes(one))).toBe(true);
    expect(changed.some((row) => row.includes(mine.organizationId) && row.includes('"email"'))).toBe(true);
  },
);

it.each(["given back", "silent"])(
  "forgets why a mailbox couldn't be read that the settings name no more, its worker being %s",
  async (how) => {
    await noteFailure(database, mine, { words: "x", refusals: 1, waitMs: 1 });
    if (how === "given back") await release(database, one);
    else await api.pool.query("update mailbox_reading set held_until = now() - interval '1 ms'");
    await leave(database, { ...mine, holder: other });
    const { rows } = await api.pool.query(
      "select error from mailbox_reading where organization_id = $1 and channel = 'email'",
      [mine.organizationId],
    );
    expect(rows).toEqual([{ error: null }]);
  },
);

it("is held by one worker until its time is over, or it is given back", async () => {
  const theirs = { ...mine, holder: other };
  expect(await hold(database, theirs, leaseMs)).toBeNull();
  expect(await hold(database, mine, leaseMs)).toMatchObject({ mailbox: place.mailbox, lastUid: 3 });
  await api.pool.query("update mailbox_reading set held_until = now() - interval '1 ms' where held_by = $1", [one]);
  await expect(beginTry(database, mine, 4, false)).rejects.toThrow(MailboxLost);
  expect(await hold(database, theirs, leaseMs)).toMatchObject({ lastUid: 3 });
  await release(database, other);
  expect(await hold(database, mine, leaseMs)).not.toBeNull();
});

it("is free where it was taken before the clock was set back", async () => {
  const theirs = { ...mine, holder: other };
  await api.pool.query("update mailbox_reading set held_until = now() + interval '1 hour' where held_by = $1", [one]);
  expect(await hold(database, theirs, leaseMs)).toMatchObject({ lastUid: 3 });
});

it("never goes back, nor on by a mail of a folder that was made anew, and counts the tries of one mail", async () => {
  const lastUid = async () =>
    (
      await api.pool.query(
        "select last_uid::int as uid from mailbox_reading where organization_id = $1 and channel = 'email'",
        [mine.organizationId],
      )
    ).rows[0].uid;
  await move(database, mine, 2, "7");
  await move(database, mine, 8, "6");
  expect(await lastUid()).toBe(3);
  await move(database, mine, 8, "7");
  expect(await lastUid()).toBe(8);
  const tries = [];
  for (const [uid, goesOn] of [
    [9, false],
    [9, false],
    [9, true],
    [10, false],
  ] as const)
    tries.push(await beginTry(database, mine, uid, goesOn));
  expect(tries).toEqual([1, 2, 2, 1]);
});
