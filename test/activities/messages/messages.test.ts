import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from "@jest/globals";
import { setChannel } from "../../../src/accounts/channels.js";
import { ChannelServers } from "../../../src/channels/channel-servers.js";
import { settleByReceipt } from "../../../src/channels/settle.js";
import { Message } from "../../../src/db/entities/message.js";
import { transact } from "../../../src/db/transact.js";
import { activitiesOver } from "../../support/activities.js";
import { attempt } from "../../support/activity-attempt.js";
import { startApi } from "../../support/caller.js";
import { restoreLast } from "../../support/deletions.js";
import {
  createContact,
  createGuest,
  createIssued,
  createProject,
  ordersFor,
  organization,
  type TestMember,
  type TestRecord,
} from "../../support/factories.js";
import { closedAfterTest, forAllTests } from "../../support/for-tests.js";
import { type SmtpBehaviour, startSmtp } from "../../support/smtp.js";

const api = forAllTests(startApi);
const smtp = forAllTests(startSmtp);
const org = forAllTests(() => organization(api));
let activities: ReturnType<typeof activitiesOver>;

beforeAll(async () => {
  const { organizationId } = org;
  const { database, config } = api.app;
  activities = activitiesOver(database, config);
  for (const channel of ["email", "pec"] as const) {
    const given = { smtpUrl: smtp.url, from: `studio@${channel}.test` };
    await transact(database, null, (unit) => setChannel(unit, config, { organizationId, channel, given }));
  }
});
afterEach(() => {
  delete smtp.behaviour.onMail;
  delete smtp.behaviour.rejectWith;
  delete smtp.behaviour.dropAfterData;
});
afterAll(() => {
  jest.restoreAllMocks();
});

const input = ({ id: messageId }: { id: string }) => ({
  organizationId: org.organizationId,
  messageId,
  isNotice: false,
  projectId: null,
});

const oneMoreSmtp = async (behaviour?: SmtpBehaviour) => closedAfterTest(await startSmtp(behaviour));

const handOver = (message: { id: string }) => attempt(activities.handOverMessage, input(message)).result;

async function written(channel: "email" | "pec"): Promise<TestRecord> {
  const { message } = await org.ok("send_message", { channel, to: "maria@cliente.test", subject: "Sì", body: "Sì." });
  return message;
}

const deleted = async (threadId: string): Promise<void> => {
  await org.ok("delete_thread", { threadId });
};
/** Restores the thread that was deleted last. */
const restored = () => restoreLast(org, "thread");

describe("a notice of a reminder that was moved", () => {
  const past = new Date(Date.now() - 3_600_000).toISOString();
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  const due = async (reminderId: string): Promise<TestRecord> => {
    const { organizationId } = org;
    const { messageIds } = await activities.fireReminder({ organizationId, reminderId, at: Date.now() });
    return { id: messageIds[0] ?? "" };
  };
  const moved = async (...dates: string[]): Promise<string> => {
    await org.member("owner");
    const { id: reminderId } = await org.ok("create_reminder", { title: "Saldo", dueAt: tomorrow });
    for (const dueAt of dates) await org.ok("update_reminder", { reminderId, dueAt });
    return reminderId;
  };

  it("is handed over, though the clock was set back since", async () => {
    const reminderId = await moved(past);
    await api.pool.query("update reminder set due_set_at = now() + interval '10 minutes' where id = $1", [reminderId]);
    expect((await handOver(await due(reminderId))).outcome).toBe("sent");
  });

  it("is handed over, if it waited while the reminder got another date and then this one again", async () => {
    const reminderId = await moved(past);
    const waiting = await due(reminderId);
    await org.ok("update_reminder", { reminderId, dueAt: tomorrow });
    await org.ok("update_reminder", { reminderId, dueAt: past });
    expect(await due(reminderId)).toEqual(waiting);
    expect((await handOver(waiting)).outcome).toBe("sent");
  });

  it("isn't handed over once the reminder has another date", async () => {
    const reminderId = await moved(past);
    const waiting = await due(reminderId);
    await org.ok("update_reminder", { reminderId, dueAt: tomorrow });
    expect((await handOver(waiting)).outcome).toBe("failed");
  });

  it("says what the reminder is now, where that was changed while it waited", async () => {
    const reminderId = await moved(past);
    const waiting = await due(reminderId);
    await org.ok("update_reminder", { reminderId, kind: "hearing", title: "CTU Rossi", notes: "Aula 4" });
    expect((await handOver(waiting)).outcome).toBe("deferred");
    expect((await handOver(waiting)).outcome).toBe("sent");
    const raw = smtp.messages.at(-1)?.raw.toString();
    // An hour ago was yesterday for an hour of each night.
    expect(raw).toMatch(/^Subject: Udienza(?: ieri)?: CTU Rossi\r$/m);
    expect(raw).toContain("Aula 4");
  });

  it("goes to an owner where its reader has left, as the firm's people may know it", async () => {
    await org.member("owner");
    const { id: clientContactId } = await createContact(org, { name: "Cliente Riservato" });
    const { id: projectId } = await createProject(org, { clientContactId });
    const guest = await createGuest(org, projectId, "editor");
    const { id: reminderId } = await org.ok("create_reminder", { title: "Saldo", dueAt: past, projectId }, guest.key);
    const waiting = await due(reminderId);
    await org.ok("update_reminder", { reminderId, notes: "Cambiato" });
    await api.pool.query("delete from membership where user_id = $1", [guest.userId]);
    for (const outcome of ["deferred", "deferred", "sent"]) expect((await handOver(waiting)).outcome).toBe(outcome);
    const sent = smtp.messages.map(({ raw }) => raw.toString());
    expect(sent.at(-1)).toContain("Cliente Riservato");
    expect(sent.filter((raw) => raw.includes(`To: ${guest.email}`))).toEqual([]);
  });
});

it.each([
  ["email", "is away", "ECONNREFUSED"],
  ["pec", "is away", "ECONNREFUSED"],
  ["pec", "has become a read-only standby", "25006"],
] as const)(
  "hands a message of %s over once, though the database %s just as the server has taken it",
  async (channel, _, code) => {
    const message = await written(channel);
    const { database } = api.app;
    let refusals = 0;
    smtp.behaviour.onMail = () => {
      const away = jest.spyOn(database.pool, "connect").mockImplementation(((done: (error: Error) => void) => {
        refusals += 1;
        if (refusals === 2) away.mockRestore();
        done(Object.assign(new Error("refused"), { code }));
      }) as never);
    };
    const before = smtp.messages.length;
    const { outcome } = await handOver(message);
    expect([outcome, refusals, smtp.messages.length - before]).toEqual(["sent", 2, 1]);
    const { rows } = await api.pool.query("select handed_over_at, attempted_at from message where id = $1", [
      message.id,
    ]);
    expect(rows).toEqual([{ handed_over_at: expect.any(Date), attempted_at: null }]);
  },
);

describe("a message that has waited for its turn", () => {
  it.each([
    ["email", "its thread was deleted", ({ threadId }: TestRecord) => org.ok("delete_thread", { threadId }), "failed"],
    [
      "email",
      "it was withdrawn",
      ({ id }: TestRecord) =>
        api.pool.query("update message set status = 'failed', error = 'not sent: no more' where id = $1", [id]),
      "failed",
    ],
    [
      "pec",
      "another worker tries it",
      ({ id }: TestRecord) => api.pool.query("update message set attempted_at = now() where id = $1", [id]),
      "uncertain",
    ],
    [
      "pec",
      "the login was refused",
      () => api.pool.query("update mail_channel set login_refused_at = now() where channel = 'pec'"),
      "deferred",
    ],
  ] as const)("by %s is not handed over where %s meanwhile", async (channel, _, meanwhile, outcome) => {
    const message = await written(channel);
    jest.spyOn(ChannelServers.prototype, "run").mockImplementationOnce(async (_server, _sender, work) => {
      await meanwhile(message);
      return work();
    });
    const before = smtp.messages.length;
    expect(await handOver(message)).toMatchObject({ outcome });
    expect(smtp.messages).toHaveLength(before);
    await api.pool.query("update mail_channel set login_refused_at = null");
  });
});

it("keeps that a PEC was taken whose thread was deleted just then, for the case that it is restored", async () => {
  const message = await written("pec");
  smtp.behaviour.onMail = () => deleted(message.threadId);
  const before = smtp.messages.length;
  expect((await handOver(message)).outcome).toBe("sent");
  await restored();
  expect((await handOver(message)).outcome).toBe("sent");
  expect(smtp.messages.length - before).toBe(1);
});

it.each([
  ["handed over", "sent"],
  ["cut off", "uncertain"],
])("has the receipts of a document's PEC waited for that was %s, though none ever comes", async (what, outcome) => {
  const { id: contactId } = await createContact(org, { role: "municipality", pec: "comune@pec.test" });
  const { id: docId } = await createIssued(org, { title: "Istanza", kind: "letter", contactId });
  const { message } = await org.ok("send_issued_document", { docId });
  smtp.behaviour.dropAfterData = what === "cut off";
  expect(await handOver(message)).toMatchObject({ outcome });
  expect(await ordersFor(api, `send-message:${message.id}`)).toEqual([{ type: "sendMessage", signal: null }]);
});

it.each([
  ["accepted", "accettazione", "sent", { follow: true }],
  ["delivered", "avvenuta-consegna", "delivered", {}],
])("leaves a PEC %s whose receipt came before its hand-over was recorded", async (_, type, status, follow) => {
  const { organizationId } = org;
  const message = await written("pec");
  const receipt = { type, fileId: message.id, signature: "valid", words: "" } as const;
  smtp.behaviour.onMail = () =>
    transact(api.app.database, null, async (unit) => {
      const row = (await unit.find(Message, organizationId, message.id)) as Message;
      await settleByReceipt(unit, row, { ...receipt, at: new Date() });
    });
  expect(await handOver(message)).toEqual({
    outcome: "sent",
    handedOverAt: expect.any(Number),
    ...follow,
  });
  const { rows } = await api.pool.query("select status, attempted_at from message where id = $1", [message.id]);
  expect(rows).toEqual([{ status, attempted_at: null }]);
});

it("sends notices by the installation's server while the firm's own refuses the login, and tells the owners", async () => {
  const studio = await organization(api);
  const { email: owner } = await studio.member("owner");
  const { organizationId } = studio;
  const { database, config } = api.app;
  const installation = await oneMoreSmtp();
  const withOther = activitiesOver(database, { ...config, SMTP_URL: installation.url });
  const changed = await oneMoreSmtp({ login: { user: "studio", pass: "nuova" } });
  const set = (pass: string) => {
    const given = { smtpUrl: changed.url.replace("nuova", pass), from: "studio@email.test" };
    return transact(database, null, (unit) => setChannel(unit, config, { organizationId, channel: "email", given }));
  };
  await set("vecchia");
  const reminder = await studio.ok("create_reminder", { title: "Fine lavori", dueAt: Date.now() });
  const told = await attempt(withOther.fireReminder, { organizationId, reminderId: reminder.id }).result;
  const [id] = told.messageIds as [string];
  const outcomeBy = async (through: typeof activities, messageId: string) =>
    (await attempt(through.handOverMessage, { ...input({ id: messageId }), organizationId }).result).outcome;
  expect([await outcomeBy(withOther, id), await outcomeBy(withOther, id)]).toEqual(["deferred", "sent"]);
  expect(installation.messages.map(({ to, envelopeFrom }) => [to, envelopeFrom])).toEqual([
    [[owner], config.MAIL_FROM],
  ]);
  const { rows } = await api.pool.query(
    "select id, subject from message where organization_id = $1 and notice like 'login refused email%'",
    [organizationId],
  );
  expect(rows).toEqual([{ id: expect.any(String), subject: "Accesso rifiutato al server di posta" }]);
  expect(await outcomeBy(withOther, rows[0].id)).toBe("sent");
  const { message } = await studio.ok("send_message", {
    channel: "email",
    to: "maria@cliente.test",
    subject: "Sì",
    body: "Sì.",
  });
  expect(await outcomeBy(withOther, message.id)).toBe("failed");
  expect(installation.messages).toHaveLength(2);
  await api.pool.query("update message set status = 'queued', handed_over_at = null where id = $1", [id]);
  expect(await outcomeBy(activities, id)).toBe("failed");
  await set("nuova");
  await api.pool.query("update message set status = 'queued', handed_over_at = null where id = $1", [id]);
  expect([await outcomeBy(withOther, id), changed.messages.length]).toEqual(["sent", 1]);
});

it("sends no notice of a deadline whose clock was suspended while the mail server was away", async () => {
  const { organizationId } = org;
  await org.member("owner");
  const { id: projectId } = await createProject(org);
  const inDays = (days: number) => Date.now() + days * 86_400_000;
  const filing = { projectId, decisionDeadline: new Date(inDays(60)).toISOString() };
  const { id: submissionId, reminder } = await org.ok("record_submission", filing);
  const notice = { organizationId, reminderId: reminder.id, notice: "7 days", at: inDays(59) };
  const told = await attempt(activities.tellAhead, notice).result;
  const [id] = told.messageIds as [string];
  await org.ok("set_submission_outcome", { submissionId, outcome: "suspended" });
  const before = smtp.messages.length;
  expect(await handOver({ id })).toEqual({ outcome: "failed" });
  expect(smtp.messages).toHaveLength(before);
  const { rows } = await api.pool.query("select error from message where id = $1", [id]);
  expect(rows).toEqual([{ error: "not sent: the clock of the deadline was suspended" }]);
});

describe("a server that takes a message for one of two recipients and not yet for the other", () => {
  const row = async ({ id }: { id: string }) =>
    (await api.pool.query("select status, error, handed_over_at from message where id = $1", [id])).rows[0];

  let writer: TestMember;
  beforeAll(async () => {
    writer = await org.member("member");
  });

  /** @param isDeleted whether its thread is deleted while the server takes it, and restored */
  async function halfTaken(isDeleted = false) {
    const mail = { channel: "email", to: "maria@cliente.test", subject: "Il sopralluogo", body: "Sì." };
    const { message } = await org.ok("send_message", mail, writer.key);
    await api.pool.query("update message set cc = $2 where id = $1", [message.id, '["figlio@cliente.test"]']);
    smtp.behaviour.rejectWith = (to) => (to.startsWith("maria") ? "451 4.7.1 greylisted" : undefined);
    const before = smtp.messages.length;
    if (isDeleted) smtp.behaviour.onMail = () => deleted(message.threadId);
    const giveUp = () => attempt(activities.giveUpMessage, input(message)).result;
    expect(await handOver(message)).toEqual({ outcome: "deferred" });
    delete smtp.behaviour.onMail;
    if (isDeleted) await restored();
    expect(await row(message)).toEqual({
      status: "queued",
      error: "refused for maria@cliente.test: 451 4.7.1 greylisted",
      handed_over_at: null,
    });
    const reached = () => smtp.messages.slice(before).map(({ envelopeTo, to }) => [envelopeTo, to]);
    return { message, handOver: () => handOver(message), giveUp, reached };
  }

  it("has no other's words put upon who refuses it for good", async () => {
    const { message, handOver } = await halfTaken();
    const gone = { address: "zio@cliente.test", words: "550 5.1.1 unknown user", isForNow: false };
    await api.pool.query("update message set refusals = refusals || $2::jsonb, version = version + 1 where id = $1", [
      message.id,
      JSON.stringify([gone]),
    ]);
    smtp.behaviour.rejectWith = "451 4.7.1 wait longer";
    expect(await handOver()).toEqual({ outcome: "deferred" });
    expect(await row(message)).toMatchObject({
      status: "queued",
      error: "refused for maria@cliente.test: 451 4.7.1 wait longer; zio@cliente.test: 550 5.1.1 unknown user",
    });
    delete smtp.behaviour.rejectWith;
    expect((await handOver()).outcome).toBe("sent");
    expect(await row(message)).toMatchObject({ error: "refused for zio@cliente.test: 550 5.1.1 unknown user" });
  });

  it("gets it again for that one alone where its thread was deleted just then, and is restored", async () => {
    const { message, handOver, reached } = await halfTaken(true);
    delete smtp.behaviour.rejectWith;
    expect((await handOver()).outcome).toBe("sent");
    expect(reached().map(([envelopeTo]) => envelopeTo)).toEqual([["figlio@cliente.test"], ["maria@cliente.test"]]);
    expect(await row(message)).toMatchObject({ status: "sent", error: null });
  });

  it("isn't sent again where the answer is so long that it is cut within a character", async () => {
    const mail = { channel: "email", to: "maria@cliente.test", subject: "Il sopralluogo", body: "Sì." };
    const { message } = await org.ok("send_message", mail, writer.key);
    await api.pool.query("update message set cc = $2 where id = $1", [message.id, '["figlio@cliente.test"]']);
    const refusal = `550 5.1.1 ${"x".repeat(489)}🏠 chiuso`;
    smtp.behaviour.rejectWith = (to) => (to.startsWith("maria") ? refusal : undefined);
    expect((await handOver(message)).outcome).toBe("sent");
    const { rows } = await api.pool.query("select refusals from message where id = $1", [message.id]);
    expect(rows[0].refusals[0].words).toBe(`550 5.1.1 ${"x".repeat(489)}…`);
  });

  it("gets it again for that one alone", async () => {
    const { message, handOver, reached } = await halfTaken();
    delete smtp.behaviour.rejectWith;
    expect((await handOver()).outcome).toBe("sent");
    expect(await row(message)).toEqual({ status: "sent", error: null, handed_over_at: expect.any(Date) });
    // As where a worker dies before Temporal knows: the activity runs once more.
    expect((await handOver()).outcome).toBe("sent");
    expect(reached()).toEqual([
      [["figlio@cliente.test"], ["maria@cliente.test"]],
      [["maria@cliente.test"], ["maria@cliente.test"]],
    ]);
  });

  it.each([
    [
      "is refused for good",
      async ({ handOver }: Awaited<ReturnType<typeof halfTaken>>) => {
        smtp.behaviour.rejectWith = "550 5.1.1 unknown user";
        return handOver();
      },
      "550 5.1.1 unknown user",
    ],
    [
      "isn't reached for a day",
      ({ giveUp }: Awaited<ReturnType<typeof halfTaken>>) => giveUp(),
      "451 4.7.1 greylisted",
    ],
  ])("leaves the message sent where the other %s, and says whom it didn't reach", async (_, end, words) => {
    const half = await halfTaken();
    expect(await end(half)).toEqual({ outcome: "sent", handedOverAt: expect.any(Number), follow: true });
    expect(await row(half.message)).toEqual({
      status: "sent",
      error: `refused for maria@cliente.test: ${words}`,
      handed_over_at: expect.any(Date),
    });
    expect(half.reached()).toHaveLength(1);
    const look = () => attempt(activities.followMessage, { ...input(half.message), at: Date.now() }).result;
    const { noticeIds } = (await look()) as { noticeIds: string[] };
    const { rows } = await api.pool.query("select to_address, subject, body from message where id = any($1)", [
      noticeIds,
    ]);
    expect(rows).toEqual([
      {
        to_address: writer.email,
        subject: "Non consegnato a tutti: Il sopralluogo",
        body: expect.stringContaining(
          `Il messaggio non è arrivato a maria@cliente.test: risposta del server di posta: ${words}.\nAgli altri`,
        ),
      },
    ]);
    expect(await look()).toEqual({ state: "settled", noticeIds });
  });
});
