import { afterAll, beforeAll, expect, it, jest } from "@jest/globals";
import { setChannel } from "../../src/accounts/channels.js";
import { transact } from "../../src/db/transact.js";
import { activitiesOver } from "../support/activities.js";
import { attempt } from "../support/activity-attempt.js";
import { startApi, type TestApi } from "../support/caller.js";
import { organization, type TestOrganization } from "../support/factories.js";
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
afterAll(async () => {
  jest.restoreAllMocks();
  await smtp?.close();
  await api?.close();
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
    const { outcome } = await attempt(handOverMessage, {
      organizationId: org.organizationId,
      messageId: message.id,
      isNotice: false,
      projectId: null,
    }).result;
    expect([outcome, refusals, smtp.messages.length - before]).toEqual(["sent", 2, 1]);
    const { rows } = await api.pool.query("select handed_over_at, attempted_at from message where id = $1", [
      message.id,
    ]);
    expect(rows).toEqual([{ handed_over_at: expect.any(Date), attempted_at: null }]);
  },
);
