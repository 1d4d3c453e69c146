import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, expect, it, jest } from "@jest/globals";
import { setChannel } from "../../../src/accounts/channels.js";
import { tellOfUnreadMailbox } from "../../../src/activities/notices/mailbox-notices.js";
import { startMailboxReaders } from "../../../src/channels/reader/mailbox-readers.js";
import { type ReaderTimes, readerTimes } from "../../../src/channels/reader/reader-times.js";
import { byAdmin } from "../../../src/db/audit.js";
import { transact } from "../../../src/db/transact.js";
import { NotConnected } from "../../../src/db/unreachable.js";
import { hourMs } from "../../../src/domain/calendar/durations.js";
import { Files } from "../../../src/files/files.js";
import { startApi } from "../../support/caller.js";
import { openAsOwner } from "../../support/database.js";
import { eventually } from "../../support/eventually.js";
import { organization, type TestOrganization } from "../../support/factories.js";
import { closedAfterTest, forAllTests } from "../../support/for-tests.js";
import { type ImapForTests, startImap } from "../../support/imap.js";
import { listening } from "../../support/listening.js";
import { withClockSet } from "../../support/set-clock.js";

const api = forAllTests(startApi);
/** Nothing comes by polling within a test, unless the test says so. */
const hurried: ReaderTimes = {
  ...readerTimes,
  lookMs: 50,
  leaseMs: 1_000,
  pollMs: 600_000,
  retryMs: [50],
  loginRetryMs: [300],
};
afterEach(() => api.app.database.query("delete from mail_channel"));

const startServer = async (options?: Parameters<typeof startImap>[0]) => closedAfterTest(await startImap(options));

function startReaders(
  times: Partial<ReaderTimes> = {},
  files = new Files(api.app.database, api.app.config),
): { stop(): Promise<void> } {
  const { database, config, log } = api.app;
  const readers = startMailboxReaders(
    {
      database,
      config,
      log,
      files,
      tellOwners: tellOfUnreadMailbox({ database, config }),
    },
    { ...hurried, ...times },
  );
  return closedAfterTest(readers);
}

async function setMailbox(
  org: TestOrganization,
  imapUrl: string | undefined,
  channel: "email" | "pec" = "email",
): Promise<void> {
  const given = { smtpUrl: "smtp://127.0.0.1:9", from: "studio@studio.test", ...(imapUrl && { imapUrl }) };
  await transact(api.app.database, byAdmin(org.organizationId, "set_channel"), (unit) =>
    setChannel(unit, api.app.config, { organizationId: org.organizationId, channel, given }),
  );
}

async function orgWith(imap: ImapForTests): Promise<TestOrganization> {
  const org = await organization(api);
  await setMailbox(org, imap.url);
  return org;
}

let count = 0;
const mail = (text: string, id = `m${++count}@cliente.test`) =>
  `From: Maria <maria@cliente.test>\r\nTo: studio@studio.test\r\nSubject: ${text}\r\nMessage-ID: <${id}>\r\n\r\n${text}\r\n`;

const subjects = async (org: TestOrganization): Promise<string[]> =>
  (
    await api.app.database.query<{ subject: string }>(
      "select subject from message where organization_id = $1 and direction = 'incoming' order by id",
      [org.organizationId],
    )
  ).map(({ subject }) => subject);
const untilCame = (org: TestOrganization, expected: number): Promise<string[]> =>
  eventually(async () => {
    const came = await subjects(org);
    return came.length >= expected ? came : undefined;
  });
type Reading = {
  read_at: Date | null;
  error: string | null;
  failed_at: Date | null;
  last_uid: number;
  held_by: string | null;
  refusals: number;
};
const untilReading = (org: TestOrganization, is: (reading: Reading) => boolean): Promise<Reading> =>
  eventually(async () => {
    const [row] = await api.app.database.query<Reading>("select * from mailbox_reading where organization_id = $1", [
      org.organizationId,
    ]);
    return row && is(row) ? row : undefined;
  });
async function untilFailedTwice(org: TestOrganization): Promise<void> {
  const { failed_at: last } = await untilReading(org, ({ failed_at }) => failed_at !== null);
  const { failed_at: first } = await untilReading(org, ({ failed_at }) => Number(failed_at) > Number(last));
  await untilReading(org, ({ failed_at }) => Number(failed_at) > Number(first));
}
/** @returns a look at the notices to an owner that a mailbox is long unread */
async function toldUnread(org: TestOrganization) {
  const { email } = await org.member("owner");
  return () =>
    api.app.database.query<{ subject: string; body: string }>(
      "select subject, body from message where organization_id = $1 and to_address = $2 and notice like 'unread email %'",
      [org.organizationId, email],
    );
}
const untilRead = (org: TestOrganization) => untilReading(org, ({ read_at }) => read_at !== null);

it("takes what comes while it waits, and marks nothing", async () => {
  const imap = await startServer();
  const org = await orgWith(imap);
  startReaders();
  await untilRead(org);
  imap.append(mail("Prima"));
  await untilCame(org, 1);
  imap.append(mail("Seconda"));
  expect(await untilCame(org, 2)).toEqual(["Prima", "Seconda"]);
  expect(imap.isTouched).toBe(false);
});

it("asks a server that has no IDLE", async () => {
  const imap = await startServer({ idle: false });
  const org = await orgWith(imap);
  startReaders({ pollMs: 50 });
  await untilRead(org);
  imap.append(mail("Prima"));
  expect(await untilCame(org, 1)).toEqual(["Prima"]);
});

it("says of a mail that is read late when its mailbox got it, for a term runs from then", async () => {
  const imap = await startServer();
  const org = await orgWith(imap);
  const readers = startReaders();
  await untilRead(org);
  await readers.stop();
  const arrivedAt = new Date(Math.floor(Date.now() / 1000) * 1000 - 20 * 3_600_000);
  imap.append(mail("Integrazioni entro 10 giorni dal ricevimento"), arrivedAt);
  startReaders();
  await untilCame(org, 1);
  const [thread] = (await org.ok("list_threads", {})).items;
  expect(thread.lastMessage.at).toBe(arrivedAt.toISOString());
  const { messages, status } = await org.ok("get_thread", { threadId: thread.id });
  expect(messages).toMatchObject([{ createdAt: arrivedAt.toISOString() }]);
  expect(status).toBe("needs_reply");
});

it("begins with the last day, and leaves alone what is older", async () => {
  const imap = await startServer();
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  imap.append(mail("Dell'anno scorso"), hoursAgo(9_000));
  imap.append(mail("Di ieri l'altro"), hoursAgo(30));
  imap.append(mail("Di oggi"), hoursAgo(2));
  const org = await orgWith(imap);
  startReaders();
  await untilRead(org);
  // As when somebody copies an old mailbox into this one.
  imap.append(mail("Vecchia, copiata adesso"), hoursAgo(9_000));
  imap.append(mail("Nuova"));
  expect(await untilCame(org, 2)).toEqual(["Di oggi", "Nuova"]);
});

it("goes on where another worker stopped", async () => {
  const imap = await startServer();
  const org = await orgWith(imap);
  const first = startReaders();
  imap.append(mail("Prima"));
  await untilCame(org, 1);
  await first.stop();
  expect((await untilReading(org, ({ held_by }) => held_by === null)).last_uid).toBe(1);
  imap.append(mail("Seconda"));
  startReaders();
  expect(await untilCame(org, 2)).toEqual(["Prima", "Seconda"]);
});

it("reads a mailbox with one of two workers, and takes over when that one is silent", async () => {
  const imap = await startServer();
  const org = await orgWith(imap);
  await api.app.database.query(
    `insert into mailbox_reading (organization_id, channel, mailbox, held_by, held_until)
     values ($1, 'email', '', 'killed', now() + interval '700 ms')`,
    [org.organizationId],
  );
  startReaders({ leaseMs: 30_000 });
  startReaders({ leaseMs: 30_000 });
  for (let n = 0; n < 20; n++) imap.append(mail(`Numero ${n}`));
  await untilCame(org, 20);
  await untilReading(org, ({ last_uid, read_at }) => last_uid === 20 && read_at !== null);
  expect(imap.connections).toBe(1);
  expect(new Set(await subjects(org)).size).toBe(20);
  expect(await subjects(org)).toHaveLength(20);
});

it("reads again when the server numbers its mails anew, and keeps each once", async () => {
  const imap = await startServer();
  const org = await orgWith(imap);
  startReaders();
  imap.append(mail("Prima"));
  await untilCame(org, 1);
  imap.renumber();
  imap.append(mail("Seconda"));
  await untilCame(org, 2);
  await untilReading(org, ({ last_uid }) => last_uid > 1000);
  expect(await subjects(org)).toEqual(["Prima", "Seconda"]);
});

it("reads a mailbox that moved to another server from its last reading on, and another mailbox from the last day", async () => {
  const [old, next, others] = [
    await startServer(),
    await startServer(),
    await startServer({ user: "altra@studio.test" }),
  ];
  const org = await orgWith(old);
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  const first = startReaders();
  const known = mail("Prima");
  old.append(known);
  await untilCame(org, 1);
  await untilRead(org);
  await first.stop();
  // The old server has been silent for five days.
  await api.app.database.query("update mailbox_reading set read_at = $2, taken_since = $3 where organization_id = $1", [
    org.organizationId,
    daysAgo(5),
    daysAgo(30),
  ]);
  next.append(mail("Del mese scorso"), daysAgo(20));
  next.append(known, daysAgo(5));
  next.append(mail("Durante il trasloco"), daysAgo(4));
  await setMailbox(org, next.url);
  const second = startReaders();
  expect(await untilCame(org, 2)).toEqual(["Prima", "Durante il trasloco"]);
  await untilReading(org, ({ last_uid }) => last_uid === 3);
  await second.stop();

  await api.app.database.query("update mailbox_reading set read_at = $2 where organization_id = $1", [
    org.organizationId,
    daysAgo(5),
  ]);
  others.append(mail("Di un'altra casella"), daysAgo(4));
  others.append(mail("Di oggi"));
  await setMailbox(org, others.url);
  startReaders();
  expect((await untilCame(org, 3)).at(-1)).toBe("Di oggi");
  expect(await subjects(org)).toHaveLength(3);
});

it("connects again when the connection breaks", async () => {
  const imap = await startServer();
  const org = await orgWith(imap);
  startReaders();
  await untilRead(org);
  imap.dropConnections();
  imap.append(mail("Dopo"));
  expect(await untilCame(org, 1)).toEqual(["Dopo"]);
});

it.each(["dropConnections", "takeLeave"] as const)(
  "leaves no mail out after a break in the middle: %s",
  async (goAway) => {
    const imap = await startServer();
    const org = await orgWith(imap);
    const expected = ["Uno", "Due", "Tre", "Quattro", "Cinque"];
    for (const text of expected) imap.append(mail(text));
    class Breaking extends Files {
      count = 0;
      override put(...given: Parameters<Files["put"]>) {
        if (++this.count === 2) imap[goAway]();
        return super.put(...given);
      }
    }
    startReaders({}, new Breaking(api.app.database, api.app.config));
    expect(await untilCame(org, expected.length)).toEqual(expected);
  },
);

it("says that the login is refused, tells the owners once, and reads on when the password is right again", async () => {
  const imap = await startServer();
  const org = await orgWith(imap);
  const owner = await org.member("owner");
  startReaders();
  await untilRead(org);
  imap.setPassword("altra");
  imap.dropConnections();
  const { error } = await untilReading(org, (reading) => reading.error?.includes("refused the login") ?? false);
  expect(error).toBe("the mail server refused the login: Login failed: authentication failure");
  const told = () =>
    api.app.database.query<{ body: string }>(
      "select body from message where organization_id = $1 and to_address = $2 and notice like 'login refused%'",
      [org.organizationId, owner.email],
    );
  const [notice] = await eventually(async () => ((await told()).length > 0 ? told() : undefined));
  expect(notice?.body).toContain("Login failed");
  expect(notice?.body).not.toContain("segreta");
  imap.append(mail("Intanto"));
  const { failed_at: failedAt } = await untilReading(org, ({ failed_at }) => failed_at !== null);
  await untilReading(org, ({ failed_at }) => Number(failed_at) > Number(failedAt));
  imap.setPassword("segreta");
  expect(await untilCame(org, 1)).toEqual(["Intanto"]);
  await untilReading(org, (reading) => reading.error === null);
  expect(await told()).toHaveLength(1);
});

it("tells the owners once of a mailbox that is long out of reach, and not as soon as Pratica runs again", async () => {
  const imap = await startServer();
  const org = await orgWith(imap);
  const told = await toldUnread(org);
  const twoFailures = () => untilFailedTwice(org);
  const before = startReaders();
  await untilRead(org);
  await before.stop();
  await imap.close();
  await api.app.database.query("update mailbox_reading set read_at = now() - interval '25 hours'");
  // Its settings were changed since.
  const changed = startReaders({ failingMs: 0 });
  await twoFailures();
  await changed.stop();
  await api.app.database.query("update mail_channel set updated_at = now() - interval '30 days'");
  const soon = startReaders();
  await twoFailures();
  expect(await told()).toEqual([]);
  // As after a night's sleep of a laptop, whose network comes back a moment after it.
  await withClockSet({ setMs: 25 * hourMs }, twoFailures);
  expect(await told()).toEqual([]);
  await soon.stop();
  startReaders({ failingMs: 0 });
  const [notice] = await eventually(async () => ((await told()).length > 0 ? told() : undefined));
  expect(notice).toMatchObject({ subject: "Da più di un giorno la casella email non viene letta" });
  expect(notice?.body).toContain("il server di posta rifiuta le connessioni");
  await twoFailures();
  expect(await told()).toHaveLength(1);
});

it.each(["was read before", "never was"])("tells of an outage once, whichever reader: the mailbox %s", async (how) => {
  const imap = await startServer();
  const org = await orgWith(imap);
  const told = await toldUnread(org);
  if (how === "never was") await imap.close();
  const times = { failingMs: 0, unreadMs: 1 };
  const first = startReaders(times);
  if (how === "was read before") {
    await untilRead(org);
    await imap.close();
  }
  await eventually(async () => (await told()).length > 0);
  await first.stop();
  startReaders(times);
  await untilFailedTwice(org);
  expect(await told()).toHaveLength(1);
});

it("says once that Postgres is away, and not of each mailbox", async () => {
  const imap = await startServer();
  const org = await orgWith(imap);
  startReaders({ pollMs: 50 });
  await untilRead(org);
  const { database, log } = api.app;
  const lines = (["warn", "error"] as const).map((level) => jest.spyOn(log, level));
  let refused = 0;
  const away = jest.spyOn(database, "query").mockImplementation(() => {
    refused++;
    return Promise.reject(new NotConnected(new Error("connect ECONNREFUSED 127.0.0.1:5432")));
  });
  await eventually(async () => refused > 20);
  away.mockRestore();
  imap.append(mail("Prima"));
  expect(await untilCame(org, 1)).toEqual(["Prima"]);
  const said = lines.flatMap(({ mock }) => mock.calls.map((call: unknown[]) => call[1]));
  for (const spy of lines) spy.mockRestore();
  expect(new Set(said)).toEqual(new Set(["the mailboxes could not be looked after; trying again"]));
});

it.each([
  ...["UNAVAILABLE", "INUSE", "LIMIT", "SERVERBUG"].map((code) => [`NO [${code}] Try again later`, "Try again later"]),
  ["BYE [UNAVAILABLE] Too many connections", "Too many connections"],
  ["", "the mail server closed the connection"],
])(
  "takes a server that answers %j to the login for one that is out of order, not for one that refuses it",
  async (answer, words) => {
    const busy = createServer((socket) => {
      socket.write("* OK [CAPABILITY IMAP4rev1] ready\r\n");
      socket.on("data", (data) => {
        const [tag, command = ""] = String(data).split(" ");
        if (!command.startsWith("LOGIN")) socket.write(`${tag} OK\r\n`);
        else if (answer.startsWith("NO")) socket.write(`${tag} ${answer}\r\n`);
        else socket.end(answer && `* ${answer}\r\n`);
      });
    });
    const { port } = closedAfterTest(await listening(busy));
    const org = await organization(api);
    await setMailbox(org, `imap://studio:segreta@127.0.0.1:${port}`);
    startReaders();
    await untilFailedTwice(org);
    const { error, refusals } = await untilReading(org, () => true);
    expect({ error, refusals }).toEqual({ error: words, refusals: 0 });
  },
);

it("tries a refused login again only after its wait, or when the settings change", async () => {
  const imap = await startServer({ password: "giusta" });
  const org = await organization(api);
  await setMailbox(org, imap.url.replace("giusta", "sbagliata"));
  startReaders({ loginRetryMs: [600_000] });
  await untilReading(org, ({ error }) => error !== null);
  imap.append(mail("Prima"));
  // An attempt with the old password may end after the change.
  await api.app.database.query("update mailbox_reading set failed_at = now() + interval '1 minute'");
  const { database } = api.app;
  const { query } = database;
  // And the first attempt to begin with the new one may fail.
  let failed = 0;
  const spy = jest.spyOn(database, "query").mockImplementation(function (this: typeof database, ...given) {
    if (given[0].startsWith("insert into mailbox_reading") && ++failed === 1) return Promise.reject(new Error("away"));
    return query.apply(this, given) as Promise<never[]>;
  });
  await setMailbox(org, imap.url);
  expect(await untilCame(org, 1)).toEqual(["Prima"]);
  spy.mockRestore();
  expect(failed).toBe(2);
});

it("reads what was to be tried again after a wait, and by a worker that is gone, though the clock was set back since", async () => {
  const imap = await startServer();
  imap.append(mail("Prima"));
  const org = await orgWith(imap);
  await api.pool.query(
    `insert into mailbox_reading (organization_id, channel, mailbox, last_uid, held_by, held_until, retry_at, failed_at)
     select $1, 'email', '', 0, gen_random_uuid(), at, at, at from (select now() + interval '1 year' as at) t`,
    [org.organizationId],
  );
  startReaders({ retryMs: [10], loginRetryMs: [10] });
  expect(await untilCame(org, 1)).toEqual(["Prima"]);
});

it.each([false, true])(
  "takes what came since a mailbox was set while the clock was ahead (to a folder made anew: %p)",
  async (isRemade) => {
    const imap = await startServer();
    imap.append(mail("Prima"));
    const org = await orgWith(imap);
    const ahead = await withClockSet({ setMs: 400 * 86_400_000 }, async () => {
      const readers = startReaders();
      await untilRead(org);
      return readers;
    });
    await ahead.stop();
    expect(await subjects(org)).toEqual([]);
    if (isRemade)
      await api.pool.query("update mailbox_reading set uid_validity = 0, read_at = now() + interval '400 days'");
    imap.append(mail("Seconda"));
    startReaders();
    expect(await untilCame(org, 2)).toEqual(["Prima", "Seconda"]);
  },
);

it("counts the refused logins anew where the settings have changed", async () => {
  const imap = await startServer({ password: "giusta" });
  const org = await organization(api);
  await setMailbox(org, imap.url.replace("giusta", "sbagliata"));
  startReaders({ loginRetryMs: [50, 600_000] });
  const { failed_at: before } = await untilReading(org, ({ refusals }) => refusals === 2);
  await setMailbox(org, imap.url.replace("giusta", "sbagliata2"));
  const { refusals } = await untilReading(org, ({ failed_at }) => Number(failed_at) > Number(before));
  expect([1, 2]).toContain(refusals);
});

it("goes on from the count of refused logins after a failure of another kind", async () => {
  const imap = await startServer({ password: "giusta" });
  const org = await organization(api);
  await setMailbox(org, imap.url.replace("giusta", "sbagliata"));
  startReaders({ loginRetryMs: [50] });
  const { error: refused } = await untilReading(org, ({ refusals }) => refusals >= 2);
  await imap.close();
  const { refusals } = await untilReading(org, ({ error }) => error !== refused);
  expect(refusals).toBeGreaterThanOrEqual(2);
});

it("takes up changed settings at once, though the server that they named before never answers the login", async () => {
  const silent = createServer((socket) => socket.write("* OK ready\r\n"));
  const { port } = closedAfterTest(await listening(silent));
  const org = await organization(api);
  await setMailbox(org, `imap://studio:segreta@127.0.0.1:${port}`);
  startReaders();
  await once(silent, "connection");
  await setMailbox(org, (await startServer()).url);
  await untilRead(org);
});

async function drip(from: Socket, to: Socket, isSlow: () => boolean): Promise<void> {
  for await (const said of from as AsyncIterable<Buffer>)
    for (const piece of isSlow() ? Array.from(said, (byte) => Buffer.of(byte)) : [said]) {
      if (!to.writable) return;
      to.write(piece);
      if (isSlow()) await wait(50);
    }
}

/** A way to a server. @param connected told of each connection over it; carries what is said both ways */
async function wayTo(imap: ImapForTests, connected: (client: Socket, server: Socket) => void): Promise<string> {
  const way = createServer((client) => {
    const server = connect(Number(new URL(imap.url).port), "127.0.0.1").on("error", () => undefined);
    client.on("close", () => server.destroy());
    connected(client, server);
  });
  const { port } = closedAfterTest(await listening(way));
  const url = new URL(imap.url);
  url.port = String(port);
  return url.href;
}

const asksForContent = (asked: Buffer) => asked.includes("BODY.PEEK[]");

/** A way to a server on which a mail comes byte by byte. */
const dripping = (imap: ImapForTests): Promise<string> =>
  wayTo(imap, (client, server) => {
    let isMail = false;
    client.on("data", (asked) => {
      isMail ||= asksForContent(asked);
      server.write(asked);
    });
    // The client goes away in the middle.
    drip(server, client, () => isMail).catch(() => undefined);
  });

it("lets no firm whose servers send a mail byte by byte hold up another's", async () => {
  const slow = await organization(api);
  for (const channel of ["email", "pec"] as const) {
    const imap = await startServer();
    imap.append(mail(`Lenta ${channel}`));
    await setMailbox(slow, await dripping(imap), channel);
  }
  startReaders();
  await eventually(async () => {
    const rows = await api.app.database.query(
      "select from mailbox_reading where organization_id = $1 and mailbox <> ''",
      [slow.organizationId],
    );
    return rows.length === 2;
  });
  const imap = await startServer();
  const org = await orgWith(imap);
  imap.append(mail("Normale"));
  expect(await untilCame(org, 1)).toEqual(["Normale"]);
});

it("gives up a mail that doesn't come in time, says so, and in the end only notes it", async () => {
  const imap = await startServer();
  imap.append(mail("Lenta"));
  const org = await organization(api);
  await setMailbox(org, await dripping(imap));
  startReaders({ mailMs: 200 });
  await untilReading(org, ({ error }) => error === "the mail server did not answer in time");
  expect(await untilCame(org, 1)).toEqual([null]);
});

it.each(["EXAMINE", "SEARCH", "NOOP"])(
  "connects again where a server answers no %s, though it goes on saying that it is there",
  async (stuck) => {
    const imap = await startServer({ idle: false });
    const org = await organization(api);
    let isStuck = true;
    const hanging = wayTo(imap, (client, server) => {
      server.pipe(client);
      client.on("data", (asked) => {
        if (!isStuck || !asked.includes(stuck)) return server.write(asked);
        const timer = setInterval(() => client.write("* OK Hang in there..\r\n"), 50);
        client.once("close", () => clearInterval(timer));
      });
    });
    await setMailbox(org, await hanging);
    startReaders({ answerMs: 300, pollMs: 100 });
    await untilReading(org, ({ error }) => error === "the mail server did not answer in time");
    isStuck = false;
    imap.append(mail(stuck));
    expect(await untilCame(org, 1)).toEqual([stuck]);
  },
);

it("takes a mail though its server tells first of others that somebody has marked", async () => {
  const imap = await startServer();
  for (const text of ["Prima", "Seconda"]) imap.append(mail(text));
  const org = await organization(api);
  const marking = wayTo(imap, (client, server) => {
    server.pipe(client);
    client.on("data", (asked) => {
      if (asked.includes("FETCH")) client.write("* 2 FETCH (UID 2 FLAGS (\\Seen))\r\n* 1 FETCH (FLAGS ())\r\n");
      server.write(asked);
    });
  });
  await setMailbox(org, await marking);
  startReaders();
  expect(await untilCame(org, 2)).toEqual(["Prima", "Seconda"]);
});

it("waits for a mail that its server refuses for now, and in the end only notes one that it never gives", async () => {
  const imap = await startServer();
  for (const text of ["Prima", "Mai"]) imap.append(mail(text));
  const org = await organization(api);
  let refusals = 0;
  const refusing = wayTo(imap, (client, server) => {
    server.pipe(client);
    client.on("data", (asked) => {
      const isRefused = asksForContent(asked) && (asked.includes("FETCH 2 ") || ++refusals <= 3);
      if (!isRefused) return server.write(asked);
      client.write(`${String(asked).split(" ")[0]} NO [UNAVAILABLE] Backend temporarily unavailable\r\n`);
    });
  });
  await setMailbox(org, await refusing);
  startReaders();
  await untilReading(org, ({ error }) => error === "Backend temporarily unavailable");
  expect(await untilCame(org, 2)).toEqual(["Prima", null]);
});

it("reads a mailbox anew that was made again with the same UIDVALIDITY", async () => {
  const imap = await startServer();
  const org = await orgWith(imap);
  startReaders();
  for (const text of ["Una", "Due", "Tre"]) imap.append(mail(text));
  await untilCame(org, 3);
  imap.remake();
  imap.append(mail("Nuova"));
  expect(await untilCame(org, 4)).toEqual(["Una", "Due", "Tre", "Nuova"]);
});

it("stops reading a mailbox that is taken away", async () => {
  const imap = await startServer();
  const org = await orgWith(imap);
  startReaders();
  await untilRead(org);
  await api.app.database.query("delete from mail_channel where organization_id = $1", [org.organizationId]);
  await eventually(async () => imap.connections === 0);
});

it("leaves a mailbox that the settings name no more, and goes on in it when they name it again", async () => {
  const imap = await startServer({ password: "giusta" });
  const org = await organization(api);
  await setMailbox(org, imap.url);
  startReaders();
  imap.append(mail("Prima"));
  await untilCame(org, 1);
  await setMailbox(org, imap.url.replace("giusta", "sbagliata"));
  await untilReading(org, ({ error }) => error !== null);
  await setMailbox(org, undefined);
  const left = await untilReading(org, ({ held_by }) => held_by === null);
  expect(left).toMatchObject({ error: null, failed_at: null, held_until: Number.NEGATIVE_INFINITY });
  expect(left.read_at).not.toBeNull();
  imap.append(mail("Dopo"));
  await setMailbox(org, imap.url);
  expect(await untilCame(org, 2)).toEqual(["Prima", "Dopo"]);
});

it("keeps a mail that it can't take as it came, and goes on with the next", async () => {
  const imap = await startServer();
  const org = await orgWith(imap);
  // Stands for a fault in the program: this mail alone is refused by the database.
  await refuseSubject("Guasto", "[Pratica");
  imap.append(mail("Guasto"));
  imap.append(mail("Sano"));
  startReaders();
  expect(await untilCame(org, 2)).toEqual(["Guasto", "Sano"]);
  const [row] = await api.app.database.query<{ body: string; raw_file_id: string }>(
    "select body, raw_file_id from message where organization_id = $1 and subject = 'Guasto'",
    [org.organizationId],
  );
  expect(row?.body).toContain("non è riuscita a leggere");
  const { database, config } = api.app;
  const raw = await new Files(database, config).read(org.organizationId, row?.raw_file_id ?? "");
  expect(raw.toString()).toContain("Guasto");
});

it.each(["57014", "23505"])(
  "keeps a mail raw to which alone the database always answers %s, as in an outage, and goes on with the next",
  async (code) => {
    const imap = await startServer();
    const org = await orgWith(imap);
    await refuseSubject(`Guasto ${code}`, "[Pratica", code);
    imap.append(mail(`Guasto ${code}`));
    imap.append(mail("Sano"));
    startReaders({ stuckTries: 2, stuckMs: 1 });
    expect(await untilCame(org, 2)).toEqual([`Guasto ${code}`, "Sano"]);
    const [row] = await api.app.database.query<{ body: string; raw_file_id: string | null }>(
      "select body, raw_file_id from message where organization_id = $1 and subject like 'Guasto%'",
      [org.organizationId],
    );
    expect(row?.body).toContain("non è riuscita a leggere");
    expect(row?.raw_file_id).not.toBeNull();
  },
);

it("loses nothing of a mail in an outage that is longer than any mail may take", async () => {
  const imap = await startServer();
  const org = await orgWith(imap);
  // Two tries of the whole mail, two with the raw one, and two with a note besides: the next thing that is tried succeeds.
  await asOwner(`
    create sequence outage;
    create function refuse_twelve() returns trigger security definer language plpgsql as $$ begin
      if nextval('outage') <= 12 then raise exception 'refused' using errcode = '57014'; end if;
      return new; end $$;
    create trigger refuse_twelve before insert on message for each row when (new.organization_id = '${org.organizationId}')
      execute function refuse_twelve()`);
  imap.append(mail("Intera"));
  imap.append(mail("Seconda"));
  startReaders({ stuckTries: 2, stuckMs: 1 });
  await untilCame(org, 2);
  const rows = await api.app.database.query(
    "select body from message where organization_id = $1 and direction = 'incoming' order by id",
    [org.organizationId],
  );
  expect(rows).toEqual([{ body: "Intera" }, { body: "Seconda" }]);
});

it("gives up a mail that ended the worker twice: it is kept unread", async () => {
  const imap = await startServer();
  const org = await orgWith(imap);
  const first = startReaders();
  await untilRead(org);
  await first.stop();
  await api.app.database.query("update mailbox_reading set trying_uid = 1, tries = 2 where organization_id = $1", [
    org.organizationId,
  ]);
  imap.append(mail("Veleno"));
  imap.append(mail("Sano"));
  startReaders();
  expect(await untilCame(org, 2)).toEqual(["Veleno", "Sano"]);
  const [{ body } = { body: "" }] = await api.app.database.query<{ body: string }>(
    "select body from message where organization_id = $1 and subject = 'Veleno'",
    [org.organizationId],
  );
  expect(body).toContain("non è riuscita a leggere");
});

/** Has the database refuse incoming messages with this subject, unless their text begins so. */
const refuseSubject = (subject: string, beginning: string, code = "P0001"): Promise<void> =>
  asOwner(`
    create function refuse_${code}() returns trigger language plpgsql as $$ begin
      if new.subject = '${subject}' and new.body not like '${beginning}%' then raise exception 'refused' using errcode = '${code}'; end if;
      return new; end $$;
    create trigger refuse_${code} before insert on message for each row execute function refuse_${code}()`);

async function asOwner(sql: string): Promise<void> {
  const owner = await openAsOwner(api.app.database.url);
  await owner.query(sql);
  await owner.end();
}
