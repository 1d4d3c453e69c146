import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from "@jest/globals";
import { setChannel } from "../../src/accounts/channels.js";
import { transact } from "../../src/db/transact.js";
import { activitiesOver } from "../support/activities.js";
import { attempt } from "../support/activity-attempt.js";
import { startApi, type TestApi } from "../support/caller.js";
import { organization, type TestMember, type TestOrganization } from "../support/factories.js";
import { type SmtpForTests, startSmtp } from "../support/smtp.js";

let api: TestApi;
let org: TestOrganization;
let smtp: SmtpForTests;

beforeAll(async () => {
  [api, smtp] = await Promise.all([startApi(), startSmtp()]);
  org = await organization(api);
  const { organizationId } = org;
  const { database, config } = api.app;
  for (const channel of ["email", "pec"] as const) {
    const given = { smtpUrl: smtp.url, from: `studio@${channel}.test` };
    await transact(database, null, (unit) => setChannel(unit, config, { organizationId, channel, given }));
  }
});
afterEach(() => {
  delete smtp.behaviour.onMail;
  delete smtp.behaviour.rejectWith;
});
afterAll(async () => {
  jest.restoreAllMocks();
  await smtp?.close();
  await api?.close();
});

const input = ({ id: messageId }: { id: string }) => ({
  organizationId: org.organizationId,
  messageId,
  isNotice: false,
  projectId: null,
});

it.each([
  ["email", "is away", "ECONNREFUSED"],
  ["pec", "is away", "ECONNREFUSED"],
  ["pec", "has become a read-only standby", "25006"],
] as const)(
  "hands a message of %s over once, though the database %s just as the server has taken it",
  async (channel, _, code) => {
    const { message } = await org.ok("send_message", {
      channel,
      to: "maria@cliente.test",
      subject: channel,
      body: "Sì.",
    });
    const { database, config } = api.app;
    let refusals = 0;
    smtp.behaviour.onMail = () => {
      const away = jest.spyOn(database.pool, "connect").mockImplementation(((done: (error: Error) => void) => {
        refusals += 1;
        if (refusals === 2) away.mockRestore();
        done(Object.assign(new Error("refused"), { code }));
      }) as never);
    };
    const { handOverMessage } = activitiesOver(database, config);
    const before = smtp.messages.length;
    const { outcome } = await attempt(handOverMessage, input(message)).result;
    expect([outcome, refusals, smtp.messages.length - before]).toEqual(["sent", 2, 1]);
    const { rows } = await api.pool.query("select handed_over_at, attempted_at from message where id = $1", [
      message.id,
    ]);
    expect(rows).toEqual([{ handed_over_at: expect.any(Date), attempted_at: null }]);
  },
);

describe("a server that takes a message for one of two recipients and not yet for the other", () => {
  const row = async ({ id }: { id: string }) =>
    (await api.pool.query("select status, error, handed_over_at from message where id = $1", [id])).rows[0];

  let writer: TestMember;
  beforeAll(async () => {
    writer = await org.member("member");
  });

  async function halfTaken() {
    const mail = { channel: "email", to: "maria@cliente.test", subject: "Il sopralluogo", body: "Sì." };
    const { message } = await org.ok("send_message", mail, writer.key);
    await api.pool.query("update message set cc = $2 where id = $1", [message.id, '["figlio@cliente.test"]']);
    smtp.behaviour.rejectWith = (to) => (to.startsWith("maria") ? "451 4.7.1 greylisted" : undefined);
    const activities = activitiesOver(api.app.database, api.app.config);
    const before = smtp.messages.length;
    const handOver = () => attempt(activities.handOverMessage, input(message)).result;
    const giveUp = () => attempt(activities.giveUpMessage, input(message)).result;
    expect(await handOver()).toEqual({ outcome: "deferred" });
    expect(await row(message)).toEqual({
      status: "queued",
      error: "refused for maria@cliente.test: 451 4.7.1 greylisted",
      handed_over_at: null,
    });
    const reached = () => smtp.messages.slice(before).map(({ envelopeTo, to }) => [envelopeTo, to]);
    return { message, handOver, giveUp, reached };
  }

  it("gets it again for that one alone", async () => {
    const { message, handOver, reached } = await halfTaken();
    delete smtp.behaviour.rejectWith;
    expect((await handOver()).outcome).toBe("sent");
    expect(await row(message)).toEqual({ status: "sent", error: null, handed_over_at: expect.any(Date) });
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
    const { followMessage } = activitiesOver(api.app.database, api.app.config);
    const look = () => attempt(followMessage, { ...input(half.message), at: Date.now() }).result;
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
