import { beforeAll, expect, it } from "@jest/globals";
import { ownSettings } from "../../../src/db/channels/channel-settings.js";
import {
  faultyFields,
  givenBy,
  ownNetworkFields,
  publicServers,
} from "../../../src/web/settings/channels/form-fields.js";
import { startApi } from "../../support/caller.js";
import { eventually } from "../../support/eventually.js";
import { organization } from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";
import { startSmtp } from "../../support/smtp.js";
import { signedIn } from "../../support/visitor.js";

const api = forAllTests(startApi);
const smtp = forAllTests(() => startSmtp({ login: { user: "studio@studio.test", pass: "se/gr€to:1" } }));
const org = forAllTests(() => organization(api, "Studio Rossi"));
const me = forAllTests(async () => signedIn(api, await org.member("admin")));
const [set, unset, test] = ["/settings/channels/set", "/settings/channels/unset", "/settings/channels/test"];

beforeAll(async () => {
  await me.visit("/settings/channels");
});

const typed = () => ({
  channel: "email",
  "email-smtpServer": new URL(smtp.url).host,
  "email-user": "studio@studio.test",
  "email-password": "se/gr€to:1",
  "email-from": "studio@studio.test",
});

it("sets a channel, tries it and takes it away, and shows no secret again", async () => {
  expect(me.page.text).toContain("E-mail: not set");
  await me.submit(set, typed());
  expect(me.page.text).toContain("The channel is set.");
  expect(me.page.text).toContain("E-mail: set");
  expect(me.page.text).toContain("studio@studio.test");
  expect(me.page.html).not.toContain("gr€to");
  const own = await ownSettings(api.app.database, api.app.config, org.organizationId, "email");
  expect(own).toEqual({ settings: { smtpUrl: expect.any(String) }, from: "studio@studio.test" });
  await me.submit(test, { channel: "email" });
  expect(me.page.text).toContain("The trial succeeded.");
  expect(smtp.messages).toHaveLength(1);
  await me.submit(unset, { channel: "email" });
  expect(me.page.text).toContain("The channel is removed.");
  expect(me.page.text).toContain("E-mail: not set");
  const noted = async () =>
    (
      await api.pool.query(
        "select action, about from security_event where organization_id = $1 and action like '%channel' order by at, id",
        [org.organizationId],
      )
    ).rows;
  expect(await eventually(async () => ((await noted()).length === 2 ? noted() : undefined))).toEqual([
    { action: "set_channel", about: "email" },
    { action: "unset_channel", about: "email" },
  ]);
});

it("says which entries can't be used, and keeps the others", async () => {
  await me.visit("/settings/channels");
  await me.submit(set, { ...typed(), "email-from": "nessuno" });
  expect(me.page.status).toBe(422);
  expect(me.page.text).toContain("This is not an e-mail address.");
  expect(me.page.html).toContain('value="nessuno"');
  expect(me.page.html).not.toContain("gr€to");
});

it("begins with what is set and no secret", async () => {
  await me.visit("/settings/channels");
  const checked = () => /value="(\w+)" checked/.exec(me.page.html)?.[1];
  expect(checked()).toBe("tagged");
  await me.submit(set, { ...typed(), "email-from": "segreteria@studio.test", "email-replyAddress": "plain" });
  await me.visit("/settings/channels");
  expect(checked()).toBe("plain");
  expect(me.page.html).toContain(`value="smtp://${new URL(smtp.url).host}"`);
  expect(me.page.html).toContain('value="segreteria@studio.test"');
  expect(me.page.html).not.toContain("gr€to");
  await me.submit(unset, { channel: "email" });
});

it("refuses what Twilio can't take, and says why", async () => {
  await me.visit("/settings/channels");
  await me.submit(set, { channel: "sms", "sms-accountSid": "abc", "sms-from": "051 123" });
  expect(me.page.status).toBe(422);
  expect(me.page.text).toMatch(/Twilio's account SID is AC with 32/);
  expect(me.page.text).toMatch(/Write the number with its country code/);
  expect(me.page.text).toMatch(/This field is required\./);
  const sms = {
    channel: "sms",
    "sms-accountSid": `AC${"0a".repeat(16)}`,
    "sms-authToken": "x",
    "sms-from": "+39 051 123456",
  };
  expect((await me.submit(set, sms)).text).toContain("The channel is set.");
  expect(me.page.html).toContain(`value="${sms["sms-accountSid"]}"`);
  await me.submit(unset, { channel: "sms" });
});

it("names the address that a provider must call, and sends from the mailbox where no sender is given", async () => {
  await me.submit(set, { ...typed(), "email-from": "" });
  expect((await ownSettings(api.app.database, api.app.config, org.organizationId, "email"))?.from).toBe(
    "studio@studio.test",
  );
  for (const channel of ["whatsapp", "sms"])
    expect(me.page.text).toContain(`${api.app.config.BASE_URL}/webhooks/${channel}/${org.organizationId}`);
});

it("says when a mailbox can't be read, and nothing of another organization's", async () => {
  const other = await organization(api);
  const they = await signedIn(api, await other.member("admin"));
  await they.visit("/settings/channels");
  await they.submit(set, { ...typed(), "email-from": "altri@altrui.test" });
  await me.submit(set, typed());
  await api.pool.query(
    `insert into mailbox_reading (organization_id, channel, mailbox, failed_at, error)
     values ($1, 'email', 'INBOX', '2026-11-22T09:00Z', 'altrui')`,
    [other.organizationId],
  );
  await api.pool.query(
    `insert into mailbox_reading (organization_id, channel, mailbox, read_at, failed_at, error)
     values ($1, 'email', 'INBOX', '2026-11-20T09:00Z', '2026-11-21T09:00Z', 'the mail server refused the login: NO')`,
    [org.organizationId],
  );
  await me.visit("/settings/channels");
  expect(me.page.text).toMatch(/Last reading of the mailbox\s*20 Nov 2026/);
  expect(me.page.html).not.toContain("altrui");
  // Of many failures in a row only the last is known.
  expect(me.page.text).toMatch(
    /can't be read; it was last tried on 21 Nov 2026.*the mail server refused the login: NO/,
  );
  const italian = await me.visit("/settings/channels", { "accept-language": "it" });
  expect(italian.text).toMatch(/ultimo tentativo il 21 nov 2026/);
  expect(italian.text).toMatch(/il server di posta ha rifiutato l.{1,6}accesso: NO/);
});

it("is closed to members, and names no server of the own network where others run it", async () => {
  const member = await signedIn(api, await org.member("member"));
  expect((await member.visit("/settings/channels")).status).toBe(403);
  const isOwn = (smtpServer: string) => ownNetworkFields(givenBy("email", { smtpServer })).length > 0;
  for (const server of [
    "127.0.0.1:25",
    "localhost",
    "10.1.2.3:465",
    "postgres:5432",
    "[::1]:25",
    "db.internal",
    "localhost.:25",
  ])
    expect([server, isOwn(server)]).toEqual([server, true]);
  for (const server of ["smtps.aruba.it:465", "8.8.8.8:25"]) expect(isOwn(server)).toBe(false);
});

it("sets servers that may not lead into the own network later, where others run it", async () => {
  const given = publicServers(givenBy("email", { smtpServer: "127.1:25", imapServer: "imap.b.it", from: "a@b.it" }));
  expect(given).toEqual({
    smtpUrl: "smtp://127.1:25?publicOnly=true",
    imapUrl: "imaps://imap.b.it?publicOnly=true",
    from: "a@b.it",
  });
  expect(faultyFields("email", given)).toEqual([]);
  expect(publicServers({ smtpUrl: "smtp://b.it?publicOnly=false" })).toEqual({
    smtpUrl: "smtp://b.it?publicOnly=true",
  });
});

it("takes servers as people write them", () => {
  const login = { user: "a@b.it", password: "p@:/ %" };
  expect(givenBy("pec", { smtpServer: "smtps.pec.it:465", imapServer: "imaps.pec.it", ...login, from: "" })).toEqual({
    smtpUrl: "smtps://a%40b.it:p%40%3A%2F%20%25@smtps.pec.it:465",
    imapUrl: "imaps://a%40b.it:p%40%3A%2F%20%25@imaps.pec.it",
  });
  expect(givenBy("email", { smtpServer: "smtp.b.it:587" })).toEqual({ smtpUrl: "smtp://smtp.b.it:587" });
  expect(faultyFields("email", givenBy("email", { imapServer: "a b" }))).toEqual(["smtpServer", "imapServer"]);
  expect(givenBy("email", { smtpServer: "smtp://b.it?requireTLS=false" })).toEqual({
    smtpUrl: "smtp://b.it?requireTLS=false",
  });
  expect(faultyFields("email", givenBy("email", { smtpServer: "smtp://b.it?requireTLS=false" }))).toEqual([]);
  for (const option of ["tls.highWaterMark=x", "connection=x", "tls.path=/run/postgresql"])
    expect(faultyFields("email", givenBy("email", { smtpServer: `smtps://b.it?${option}` }))).toEqual(["smtpServer"]);
  expect(faultyFields("sms", givenBy("sms", { accountSid: "AC1", authToken: "x" }))).toEqual(["from"]);
});
