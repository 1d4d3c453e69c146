import { expect, it } from "@jest/globals";
import { emailOut } from "../../../src/channels/mail/mail-out.js";
import { Message } from "../../../src/db/entities/message.js";
import { UnitOfWork } from "../../../src/db/unit-of-work.js";
import { Files } from "../../../src/files/files.js";
import { startApi } from "../../support/caller.js";
import { organization } from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";
import { type ReceivedMail, startSmtp } from "../../support/smtp.js";

const api = forAllTests(() => startApi({ settings: { MAIL_FROM: "pratica@studio.test" } }));
const smtp = forAllTests(startSmtp);
const org = forAllTests(() => organization(api, "Studio Rossi"));

async function handOver(id: string, imapUrl?: string, replyAddress?: "plain"): Promise<ReceivedMail> {
  const unit = new UnitOfWork(api.app.database);
  const message = (await unit.find(Message, org.organizationId, id)) as Message;
  const settings = { smtpUrl: smtp.url, ...(imapUrl ? { imapUrl } : {}), ...(replyAddress ? { replyAddress } : {}) };
  const { config, database } = api.app;
  const files = new Files(database, config);
  const send = await emailOut.compose({ unit, config, files, message, settings, from: "studio@studio.test" });
  const count = smtp.messages.length;
  await send();
  return smtp.messages[count] as ReceivedMail;
}

it("a mail of a thread says where an answer belongs, and refers to the thread's root and its last messages", async () => {
  const { thread, message } = await org.ok("send_message", { to: "a@cliente.test", subject: "Sopralluogo", body: "1" });
  const [{ token }] = (await api.pool.query("select token from thread where id = $1", [thread.id])).rows;
  const first = await handOver(message.id, "imap://studio@127.0.0.1");
  expect(first.subject).toBe(`Sopralluogo [#${token.slice(0, 12)}]`);
  expect(first.parsed.replyTo?.[0]?.address).toBe(`studio+t${token}@studio.test`);
  const plain = await handOver(message.id, "imap://studio@127.0.0.1", "plain");
  expect(plain.parsed.replyTo?.[0]?.address).toBe("studio@studio.test");
  for (const name of ["auto-submitted", "list-unsubscribe", "precedence"])
    expect(first.headers).not.toHaveProperty(name);
  const replies: string[] = [];
  for (let n = 0; n < 12; n++)
    replies.push((await org.ok("reply_to_thread", { threadId: thread.id, body: "Altro" })).message.id);
  const last = await handOver(replies.at(-1) as string);
  const header = (id: string | undefined) => `<m.${id}@studio.test>`;
  expect(last.subject).toBe(`Re: Sopralluogo [#${token.slice(0, 12)}]`);
  expect(last.parsed.replyTo).toBeUndefined();
  expect(last.headers["in-reply-to"]).toBe(header(replies[10]));
  expect(last.headers.references?.split(" ")).toEqual([header(message.id), ...replies.slice(1, 11).map(header)]);
});

it("a mail shows the firm's name, or its logo as an image of the mail, in an HTML part beside the text", async () => {
  const { message } = await org.ok("send_message", { to: "a@cliente.test", subject: "S", body: "**Buongiorno**" });
  const withLogo = async (logo: string | null) => {
    await api.pool.query("update organization set logo = $2 where id = $1", [org.organizationId, logo]);
    return handOver(message.id);
  };
  const png = "iVBORw0KGgo=";
  const shown = await withLogo(`data:image/png;base64,${png}`);
  expect(shown.parsed.html).toContain('<img src="cid:logo" alt="Studio Rossi"');
  expect(shown.parsed.html).toContain("<strong>Buongiorno</strong>");
  expect(shown.text.trim()).toBe("**Buongiorno**");
  expect(shown.parsed.attachments).toMatchObject([
    { contentId: "<logo>", disposition: "inline", mimeType: "image/png" },
  ]);
  for (const logo of [null, "data:image/svg+xml;base64,PHN2Zy8+", `data:image/png;base64,${png.repeat(20_000)}`]) {
    const without = await withLogo(logo);
    expect([without.parsed.attachments, without.parsed.html?.includes("cid:")]).toEqual([[], false]);
  }
});

it("a mail says below its text how the firm is reached, by PEC too", async () => {
  const { message } = await org.ok("send_message", { to: "a@cliente.test", subject: "S", body: "Testo" });
  const details = "address = 'Via Po 3', phone = '051 1', email = 's@verdi.test', pec = 's@pec.verdi.test'";
  await api.pool.query(`update organization set ${details} where id = $1`, [org.organizationId]);
  const { parsed } = await handOver(message.id);
  expect(parsed.html).toContain(
    "Studio Rossi<br>\nVia Po 3<br>\nTel. 051 1 · s@verdi.test<br>\nPEC s@pec.verdi.test\n",
  );
});

it("a mail of more than forty pages is its text alone, so that setting it keeps no other mail waiting", async () => {
  const sent = async (times: number) => {
    const body = "*a_ ".repeat(times);
    const { message } = await org.ok("send_message", { to: "a@cliente.test", subject: "S", body });
    return handOver(message.id);
  };
  expect((await sent(25_000)).parsed.html).toContain("a_");
  const long = await sent(25_001);
  expect([long.parsed.html, long.text.trim().length]).toEqual([undefined, 100_003]);
});
