import { readFileSync } from "node:fs";
import { beforeAll, expect, it } from "@jest/globals";
import type { ArrivedMail, MailDependencies } from "../../../src/channels/incoming/arrived-mail.js";
import { takeMail, takeUnread } from "../../../src/channels/incoming/take-mail.js";
import { isWithdrawn } from "../../../src/domain/messages/withdrawn.js";
import { Files } from "../../../src/files/files.js";
import { certifiedContent, daticert } from "../../formats/pec/signed-message.js";
import { docx, paragraph, zip } from "../../formats/texts/files.js";
import { activitiesOver } from "../../support/activities.js";
import { attempt } from "../../support/activity-attempt.js";
import { startApi } from "../../support/caller.js";
import { restoreLast } from "../../support/deletions.js";
import { createContact, createGuest, createProject, organization, type TestRecord } from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";

const api = forAllTests(startApi);
const org = forAllTests(() => organization(api));
let deps: MailDependencies;

beforeAll(async () => {
  const { database, config, log } = api.app;
  deps = { database, config, log, files: new Files(database, config) };
  await api.app.database.query("update organization set email = $2, pec = $3 where id = $1", [
    org.organizationId,
    "studio@studio.test",
    "studio@pec.studio.test",
  ]);
});

let count = 0;
type Header = Record<string, string>;

/** A mail to the studio. */
function mail(header: Header = {}, body = "Quando passate?", n = ++count): Buffer {
  const fields: Header = {
    From: "Maria Bianchi <maria@cliente.test>",
    To: "studio@studio.test",
    Subject: "Domanda",
    "Message-ID": `<m${n}@cliente.test>`,
    Date: "Fri, 20 Nov 2026 10:00:00 +0100",
    ...header,
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  return Buffer.from(`${lines.join("\r\n")}\r\n\r\n${body}\r\n`);
}

const arrived = (raw: Buffer, changes: Partial<ArrivedMail> = {}): ArrivedMail => ({
  organizationId: org.organizationId,
  channel: "email",
  raw,
  ...changes,
});
async function take(raw: Buffer, changes: Partial<ArrivedMail> = {}): Promise<TestRecord> {
  const taken = await takeMail(deps, arrived(raw, changes));
  if (taken.outcome !== "taken") throw new Error(taken.outcome);
  return org.ok("get_thread", { threadId: taken.threadId });
}
const outcome = async (raw: Buffer, changes: Partial<ArrivedMail> = {}) =>
  (await takeMail(deps, arrived(raw, changes))).outcome;

/** A message of ours that was handed over, with its Message-ID. */
async function sent(
  messageIdHeader: string,
  channel: "email" | "pec" = "email",
  status = "sent",
  to = "maria@cliente.test",
) {
  const { message } = await org.ok<TestRecord>("send_message", { to, body: "Buongiorno", subject: "Preventivo" });
  await api.app.database.query(
    `with m as (update message set message_id_header = $2, channel = $3, status = $4 where id = $1 returning thread_id)
     update thread set channel = $3 from m where thread.id = m.thread_id`,
    [message.id, messageIdHeader, channel, status],
  );
  return message as TestRecord;
}
async function row<T extends object = TestRecord>(sql: string, values: unknown[]): Promise<T> {
  const [first] = await api.app.database.query<T>(sql, values);
  if (!first) throw new Error("no such row");
  return first;
}
const nameOf = async (fileId: string) => (await row("select name from stored_file where id = $1", [fileId])).name;
const messageRow = (id: string) => row("select * from message where id = $1", [id]);
const addressOf = async ({ id }: TestRecord) => (await row("select address from thread where id = $1", [id])).address;
const sample = (name: string) => readFileSync(new URL(`../../formats/pec/${name}.eml`, import.meta.url));
/** The sample of a delivery receipt, about a message with this Message-ID. */
const deliveryOf = (id: string) =>
  Buffer.from(
    sample("ricevuta-avvenuta-consegna")
      .toString("latin1")
      .replaceAll("CZPXCJRZKQDRVYXFAZYUIAWNACDAAHEVAEXAKN@example.com", id),
    "latin1",
  );

it("keeps what a mail says, its attachments and the mail as it came", async () => {
  const ours = ["studio@studio.test", "studio+t0123456789abcdef@studio.test"];
  const raw = mail(
    {
      "Content-Type": "multipart/mixed; boundary=b",
      Cc: `Luca <luca@cliente.test>, ${ours.join(", ")}, studio+tecnico@studio.test`,
    },
    [
      "--b\r\nContent-Type: text/plain\r\n\r\nEcco la foto.\r\n\r\nIl giorno ven 20 nov 2026 Studio ha scritto:\r\n> Mandi una foto?",
      '--b\r\nContent-Type: application/octet-stream\r\nContent-Disposition: attachment; filename="te\u200btto.jpg"\r\nContent-Transfer-Encoding: base64\r\n\r\n/9j/4AAQSkZJRg==',
      "--b--",
    ].join("\r\n"),
  );
  const thread = await take(raw);
  expect(thread).toMatchObject({ status: "needs_reply", subject: "Domanda" });
  const [message] = thread.messages;
  expect(message).toMatchObject({
    direction: "incoming",
    status: "received",
    from: "maria@cliente.test",
    body: "Ecco la foto.",
  });
  expect(message.attachments).toMatchObject([{ name: "tetto.jpg", contentType: "image/jpeg", sizeBytes: 10 }]);
  const stored = await messageRow(message.id);
  expect(stored).toMatchObject({
    to_address: "studio@studio.test",
    cc: ["luca@cliente.test", "studio+tecnico@studio.test"],
  });
  expect(stored.quoted).toContain("Mandi una foto?");
  expect((await deps.files.read(org.organizationId, stored.raw_file_id)).equals(raw)).toBe(true);
  expect(await nameOf(stored.raw_file_id)).toBe("messaggio 2026-11-20 Domanda.eml");
  const photo = await fetch(`${api.url}/api/rest/files/${message.attachments[0].id}`, {
    headers: { authorization: `Bearer ${org.key}` },
  });
  expect([photo.status, (await photo.arrayBuffer()).byteLength]).toEqual([200, 10]);
});

it("tells whom a mail went to: one of our addresses first, wherever it stands, and of the others each once", async () => {
  const of = async (header: Header) => {
    const { messages } = await take(mail(header));
    const { to_address, cc } = await messageRow(messages[0].id);
    return [to_address, cc];
  };
  const [other, maria, ours] = ["geom@altro.test", "maria@cliente.test", "studio@studio.test"];
  expect(await of({ To: other, Cc: `${maria}, ${ours}` })).toEqual([ours, [other]]);
  expect(await of({ To: other, "Delivered-To": ours })).toEqual([ours, [other]]);
  expect(await of({ To: `${other}, luca@altro.test` })).toEqual([other, ["luca@altro.test"]]);
  expect(await of({ To: "undisclosed-recipients:;", "Delivered-To": "inoltro@altro.test" })).toEqual([
    "inoltro@altro.test",
    [],
  ]);
});

it("finds the thread by the address that an answer goes to, whoever writes, and by its subject only for its own side", async () => {
  const { threadId } = await sent("<ours-keys@studio.test>");
  const { token } = await row("select token from thread where id = $1", [threadId]);
  const stranger = { From: "estraneo@altrove.test" };
  expect((await take(mail({ ...stranger, To: `studio+t${token}@studio.test` }))).id).toBe(threadId);
  const subject = { Subject: `Preventivo [#${token.slice(0, 12)}]` };
  expect((await take(mail({ ...stranger, ...subject }))).id).not.toBe(threadId);
  expect((await take(mail(subject))).id).toBe(threadId);
});

it("puts no ordinary mail into the thread of a PEC, whatever it answers, and takes the same mail in both mailboxes", async () => {
  const { threadId } = await sent("<ours-apart@studio.test>", "pec", "delivered");
  await api.app.database.query("update message set provider_id = 'opec.apart' where message_id_header = $1", [
    "<ours-apart@studio.test>",
  ]);
  const { token } = await row("select token from thread where id = $1", [threadId]);
  for (const header of [
    { "In-Reply-To": "<ours-apart@studio.test>" },
    { "In-Reply-To": "<opec.apart>" },
    { To: `studio+t${token}@studio.test` },
    { Subject: `Istanza [#${token.slice(0, 12)}]` },
  ])
    expect((await take(mail(header))).id).not.toBe(threadId);
  const raw = mail({ "In-Reply-To": "<ours-apart@studio.test>" });
  expect((await take(raw)).id).not.toBe(threadId);
  expect((await take(raw, { channel: "pec" })).id).toBe(threadId);
});

it("keeps what a mail answers and refers to, without ids that no mail program makes, and the last fifty", async () => {
  const ids = Array.from({ length: 60 }, (_, n) => `<ref-${n}@cliente.test>`);
  const long = `<${"x".repeat(900)}@cliente.test>`;
  const { messages } = await take(
    mail({ "In-Reply-To": `${long} <ref-59@cliente.test>`, References: ids.join("\r\n ") }),
  );
  expect(await messageRow(messages[0].id)).toMatchObject({
    in_reply_to: "<ref-59@cliente.test>",
    reference_ids: ids.slice(-50),
  });
  const named = await take(mail({ "Message-ID": long }));
  expect(await messageRow(named.messages[0].id)).toMatchObject({ message_id_header: null });
});

it("makes no file of a signature's logo, which the mail as it came has", async () => {
  const image = (header: string) =>
    `--b\r\nContent-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n${header}\r\n\r\niVBORw0KGgo=`;
  const raw = mail(
    { "Content-Type": "multipart/related; boundary=b" },
    [
      '--b\r\nContent-Type: text/html\r\n\r\n<p>Ecco.</p><img src="cid:logo@cliente.test">',
      image("Content-ID: <logo@cliente.test>\r\nContent-Disposition: inline; filename=logo.png"),
      image("Content-Disposition: attachment; filename=pianta.png"),
      "--b--",
    ].join("\r\n"),
  );
  expect((await take(raw)).messages[0].attachments).toMatchObject([{ name: "pianta.png" }]);
});

it.each([
  ["application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m", /cifrato.*programma di posta/],
  ["application/ms-tnef; name=winmail.dat", /in winmail\.dat/],
  ["application/pdf; name=relazione.pdf", /^$/],
])("says where the text is of a mail of %s alone", async (type, words) => {
  const thread = await take(mail({ "Content-Type": type, "Content-Transfer-Encoding": "base64" }, "AAAA"));
  expect(thread.messages[0].body).toMatch(words);
  expect(thread.messages[0].attachments).toHaveLength(1);
});

it("files attachments under their thread's project, along with it, save what was filed elsewhere", async () => {
  const from = "geometra@cliente.test";
  const contact = await createContact(org, { name: "Luca Neri", email: from });
  const { id: first } = await createProject(org, { clientContactId: contact.id });
  const withPhoto = () =>
    mail(
      { From: from, "Content-Type": "multipart/mixed; boundary=b" },
      [
        "--b\r\nContent-Type: text/plain\r\n\r\nEcco.",
        `--b\r\nContent-Type: text/plain\r\nContent-Disposition: attachment; filename="foto ${count}.txt"\r\n\r\nfoto ${count}`,
        "--b--",
      ].join("\r\n"),
    );
  const { id: threadId, messages } = await take(withPhoto());
  const [photo] = messages[0].attachments;
  const filesOf = async (projectId: string, key = org.key) =>
    (await org.ok("list_files", { projectId, source: "incoming" }, key)).items.map(({ id }: TestRecord) => id);
  expect(await filesOf(first)).toEqual([photo.id]);
  expect(await filesOf(first, (await createGuest(org, first, "viewer")).key)).toEqual([photo.id]);
  expect(await filesOf(first, await org.keyWith("documents:view", "projects:view"))).toEqual([photo.id]);

  const { id: second } = await createProject(org);
  const { id: third } = await createProject(org);
  await org.ok("file_thread", { threadId, projectId: second });
  expect([await filesOf(first), await filesOf(second)]).toEqual([[], [photo.id]]);
  expect(
    await row(
      `select e.action from audit_event e where e.organization_id = $1 and e.changes @> jsonb_build_array(jsonb_build_object('record', 'stored_file', 'id', $2::text))
       order by e.id desc limit 1`,
      [org.organizationId, photo.id],
    ),
  ).toEqual({ action: "file_thread" });

  await org.ok("delete_project", { projectId: second });
  await restoreLast(org, "project");
  expect(await filesOf(second)).toEqual([photo.id]);

  await org.ok("file_thread", { threadId, projectId: "" });
  expect(await filesOf(second)).toEqual([]);
  await org.ok("send_message", { threadId, body: "Grazie", projectId: second });
  expect(await filesOf(second)).toEqual([photo.id]);
  await org.ok("update_file", { fileId: photo.id, projectId: third });
  await org.ok("file_thread", { threadId, projectId: first });
  expect([await filesOf(first), await filesOf(third)]).toEqual([[], [photo.id]]);
});

it("takes the same mail once, also when only its Message-ID is the same", async () => {
  const raw = mail();
  await take(raw);
  expect(await outcome(raw)).toBe("repeated");
  expect(await outcome(mail({ Received: "from another.test" }, "Quando passate?", count))).toBe("repeated");
});

it("takes a mail whose Message-ID a stranger's mail had before", async () => {
  const id = "<chosen@cliente.test>";
  await take(mail({ From: "x@altro.test", "Message-ID": id }));
  const thread = await take(mail({ "Message-ID": id }, "Accetto il preventivo."));
  expect(thread.messages).toMatchObject([{ from: "maria@cliente.test", body: "Accetto il preventivo." }]);
});

it("writes what belongs to the same commit, and nothing for a mail that came before", async () => {
  const raw = mail();
  const alongside = (unit: { append(sql: string, values: unknown[]): void }) =>
    unit.append("update organization set phone = coalesce(phone, '') || '1' where id = $1", [org.organizationId]);
  await take(raw, { alongside });
  await outcome(raw, { alongside });
  expect(await row("select phone from organization where id = $1", [org.organizationId])).toEqual({ phone: "1" });
});

it("sets a message failed by the bounce that names it and its recipient, and keeps the bounce in its thread", async () => {
  const message = await sent("<ours-1@studio.test>");
  const report = (recipient: string, action: string, words: string) =>
    [
      "--r\r\nContent-Type: text/plain\r\n\r\nDelivery failed.",
      `--r\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.test\r\n\r\nFinal-Recipient: rfc822; ${recipient}\r\nAction: ${action}\r\nStatus: 5.1.1\r\nDiagnostic-Code: smtp; 550 5.1.1 ${words}`,
      "--r\r\nContent-Type: text/rfc822-headers\r\n\r\nMessage-ID: <ours-1@studio.test>",
      "--r--",
    ].join("\r\n");
  const bounce = (recipient: string, action: string, words = "utente sconosciuto") =>
    mail(
      {
        From: "MAILER-DAEMON@mx.test",
        "Return-Path": "<>",
        "Content-Type": "multipart/report; report-type=delivery-status; boundary=r",
      },
      report(recipient, action, words),
    );
  await take(bounce("altro@cliente.test", "failed"));
  await take(bounce("maria@cliente.test", "delayed"));
  expect(await messageRow(message.id)).toMatchObject({ status: "sent" });
  const thread = await take(bounce("maria@cliente.test", "failed"));
  expect(thread).toMatchObject({ id: message.threadId, status: "waiting" });
  const failed = { status: "failed", error: "550 5.1.1 utente sconosciuto" };
  expect(await messageRow(message.id)).toMatchObject(failed);
  await take(bounce("maria@cliente.test", "failed", "rinuncia"));
  expect(await messageRow(message.id)).toMatchObject(failed);
  expect(await messageRow(thread.messages.at(-1).id)).toMatchObject({ automatic: "bounce" });
});

it.each([
  ["whose status stands in them", "Status: 5.2.2\r\n", "5.2.2 not sent: 5.2.2 casella piena"],
  ["that has no status of its own", "", "5.0.0 not sent: 5.2.2 casella piena"],
])("takes no message for a withdrawn one by the words of a bounce %s", async (_, field, expected) => {
  const header = `<ours-words${field.length}@studio.test>`;
  const message = await sent(header);
  const report = [
    `--r\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.test\r\n\r\nFinal-Recipient: rfc822; maria@cliente.test\r\nAction: failed\r\n${field}Diagnostic-Code: smtp; not sent: 5.2.2 casella piena`,
    `--r\r\nContent-Type: text/rfc822-headers\r\n\r\nMessage-ID: ${header}`,
    "--r--",
  ].join("\r\n");
  const type = "multipart/report; report-type=delivery-status; boundary=r";
  await take(mail({ From: "MAILER-DAEMON@mx.test", "Return-Path": "<>", "Content-Type": type }, report));
  const { status, error } = await messageRow(message.id);
  expect({ status, error }).toEqual({ status: "failed", error: expected });
  expect(isWithdrawn({ status, error })).toBe(false);
});

it("notes for which copies a message came back, once, and leaves it sent", async () => {
  await org.member("owner");
  const message = await sent("<ours-copies@studio.test>");
  await api.app.database.query("update message set cc = $2, handed_over_at = now() where id = $1", [
    message.id,
    '["Figlio@cliente.test", "geom@cliente.test"]',
  ]);
  const bounce = (recipient: string, diagnostic: string) =>
    take(
      mail(
        {
          From: "MAILER-DAEMON@mx.test",
          "Return-Path": "<>",
          "Content-Type": "multipart/report; report-type=delivery-status; boundary=r",
        },
        [
          `--r\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.test\r\n\r\nFinal-Recipient: rfc822; ${recipient}\r\nAction: failed\r\nStatus: 5.2.2${diagnostic}`,
          "--r\r\nContent-Type: text/rfc822-headers\r\n\r\nMessage-ID: <ours-copies@studio.test>",
          "--r--",
        ].join("\r\n"),
      ),
    );
  const [full, told] = [
    "\r\nDiagnostic-Code: smtp; 552 5.2.2 casella piena",
    "refused for Figlio@cliente.test: 552 5.2.2 casella piena",
  ];
  await bounce("figlio@cliente.test", full);
  await bounce("FIGLIO@cliente.test", full);
  expect(await messageRow(message.id)).toMatchObject({ status: "sent", error: told });
  await bounce("geom@cliente.test", "");
  expect(await messageRow(message.id)).toMatchObject({ status: "sent", error: `${told}; geom@cliente.test: 5.2.2` });
  const { followMessage } = activitiesOver(api.app.database, api.app.config);
  const { noticeIds } = (await attempt(followMessage, {
    organizationId: org.organizationId,
    messageId: message.id,
    at: Date.now(),
  }).result) as { noticeIds: string[] };
  expect(await row("select subject, body from message where id = any($1)", [noticeIds])).toEqual({
    subject: "Non consegnato a tutti: Preventivo",
    body: expect.stringContaining(
      "non è arrivato a Figlio@cliente.test: risposta del server di posta: 552 5.2.2 casella piena.\n" +
        "Il messaggio non è arrivato a geom@cliente.test: il messaggio è tornato indietro: 5.2.2.\n",
    ),
  });
});

it("knows the recipient in a bounce that names an international domain in its ASCII form", async () => {
  const message = await sent("<ours-idn@studio.test>", "email", "sent", "maria@città.test");
  const report = [
    "--r\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.test\r\n\r\nFinal-Recipient: rfc822; maria@xn--citt-3na.test\r\nAction: failed\r\nStatus: 5.1.1",
    "--r\r\nContent-Type: text/rfc822-headers\r\n\r\nMessage-ID: <ours-idn@studio.test>",
    "--r--",
  ].join("\r\n");
  const type = "multipart/report; report-type=delivery-status; boundary=r";
  await take(mail({ From: "MAILER-DAEMON@mx.test", "Return-Path": "<>", "Content-Type": type }, report));
  expect(await messageRow(message.id)).toMatchObject({ status: "failed", error: "5.1.1" });
});

it.each([
  ["maria@città.test", "maria@xn--citt-3na.test", "maria@città.test"],
  ["anna@xn--perch-fsa.test", "Anna@Perché.test", "anna@perché.test"],
])("knows the contact %s, who writes as %s", async (stored, from, shown) => {
  const contact = await createContact(org, { name: `Contatto ${stored}`, email: stored });
  const thread = await take(mail({ From: from }));
  expect(thread).toMatchObject({ contactId: contact.id, messages: [{ from: shown }] });
  const [token] = (
    await row<{ token: string[] }>("select array[token] as token from thread where id = $1", [thread.id])
  ).token;
  const answer = mail({ From: from, Subject: `Domanda [#${token}]` });
  expect(await take(answer)).toMatchObject({ id: thread.id });
});

it("keeps an automatic answer in its thread, changes no status, and drops what two programs go on writing", async () => {
  const message = await sent("<ours-2@studio.test>");
  const reply = () =>
    mail({ "In-Reply-To": "<ours-2@studio.test>", "Auto-Submitted": "auto-replied" }, "Sono in ferie.");
  expect(await take(reply())).toMatchObject({ id: message.threadId, status: "waiting" });
  for (let n = 0; n < 19; n++) await take(reply());
  expect(await outcome(reply())).toBe("dropped");
  await api.pool.query("update message set created_at = now() - interval '2 days' where thread_id = $1", [
    message.threadId,
  ]);
  expect(await outcome(reply())).toBe("dropped");
  // What goes in circles is a program's too.
  expect(await outcome(mail({ "In-Reply-To": "<ours-2@studio.test>", "X-Loop": "maria@cliente.test" }))).toBe(
    "dropped",
  );
  // Those of this thread within an hour count, and no more.
  await sent("<ours-elsewhere@studio.test>");
  const elsewhere = { "In-Reply-To": "<ours-elsewhere@studio.test>", "Auto-Submitted": "auto-replied" };
  expect(await outcome(mail(elsewhere))).toBe("taken");
  const change = (sql: string) => api.pool.query(`update message set ${sql} where thread_id = $1`, [message.threadId]);
  await change("automatic = null");
  expect(await outcome(reply())).toBe("taken");
  await change("automatic = 'auto_reply', updated_at = now() - interval '61 minutes'");
  expect(await outcome(reply())).toBe("taken");
  const person = mail({ "In-Reply-To": "<ours-2@studio.test>" });
  expect(await take(person)).toMatchObject({ id: message.threadId, status: "needs_reply" });
});

it("drops programs' mail from the studio itself, and keeps its people's quiet, with no contact", async () => {
  await createContact(org, { name: "Noi", email: "studio@studio.test" });
  expect(await outcome(mail({ From: "studio@studio.test", "Auto-Submitted": "auto-generated" }))).toBe("dropped");
  await sent("<ours-3@studio.test>");
  expect(await outcome(mail({ From: "studio@studio.test", "Message-ID": "<ours-3@studio.test>" }))).toBe("own");
  const thread = await take(mail({ From: "Studio <studio@studio.test>", To: "geometra@altro.test" }));
  expect(thread).toMatchObject({ status: "open", contactId: null });
});

it("takes an answer from an own address for the other side's where that is whom we wrote to", async () => {
  const message = await sent("<ours-4@studio.test>", "email", "sent", "studio@studio.test");
  const answer = mail({ From: "studio@studio.test", "In-Reply-To": "<ours-4@studio.test>" });
  expect(await take(answer)).toMatchObject({ id: message.threadId, status: "needs_reply" });
});

it("opens a PEC: who wrote and what stands within is the thread's, the envelope the file", async () => {
  const raw = sample("busta-trasporto");
  const thread = await take(raw, { channel: "pec" });
  expect(thread).toMatchObject({ channel: "pec", status: "needs_reply" });
  const stored = await messageRow(thread.messages[0].id);
  expect(stored.subject).toBe("POSTA CERTIFICATA: SUBJECT");
  expect((await deps.files.read(org.organizationId, stored.raw_file_id)).equals(raw)).toBe(true);
  expect(await nameOf(stored.raw_file_id)).toBe("messaggio 2021-05-14 POSTA CERTIFICATA SUBJECT.eml");
});

it("believes of a PEC the sender whom its provider certifies, and not what stands within", async () => {
  const victim = await createContact(org, { name: "Vittima", email: "vittima.pec@cliente.test" });
  const inner = mail({ From: `Vittima <${victim.email}>` }).toString("latin1");
  const data = `<postacert tipo="posta-certificata" errore="nessuno"><intestazione><mittente>truffa@pec-altrove.test</mittente></intestazione></postacert>`;
  const envelope = mail(
    {
      From: `"Per conto di: ${victim.email}" <posta-certificata@gestore.test>`,
      "X-Trasporto": "posta-certificata",
      "Content-Type": "multipart/mixed; boundary=e",
    },
    `--e\r\nContent-Type: application/xml; name="daticert.xml"\r\n\r\n${data}\r\n--e\r\nContent-Type: message/rfc822; name=postacert.eml\r\n\r\n${inner}\r\n--e--`,
  );
  const thread = await take(envelope, { channel: "pec" });
  expect(thread).toMatchObject({ contactId: null, messages: [{ from: "truffa@pec-altrove.test" }] });
});

it.each(["posta-certificata", "errore"])(
  "believes no sender within an envelope (%s) that an ordinary mailbox got, and shows its text",
  async (transport) => {
    const victim = await createContact(org, { name: "Vittima", email: `vittima.${transport}@cliente.test` });
    const inner = mail({ From: victim.email, "Reply-To": "finto@cliente.test" }, "Ecco il nuovo IBAN.").toString(
      "latin1",
    );
    const data = `<postacert tipo="posta-certificata" errore="nessuno"><intestazione><mittente>${victim.email}</mittente></intestazione></postacert>`;
    const forged = mail(
      {
        From: "Truffa <truffa@altrove.test>",
        "X-Trasporto": transport,
        "Content-Type": "multipart/mixed; boundary=e",
      },
      `--e\r\nContent-Type: application/xml; name="daticert.xml"\r\n\r\n${data}\r\n--e\r\nContent-Type: message/rfc822; name=postacert.eml\r\n\r\n${inner}\r\n--e--`,
    );
    const thread = await take(forged);
    expect(thread).toMatchObject({ contactId: null, messages: [{ body: "Ecco il nuovo IBAN." }] });
    expect(await messageRow(thread.messages[0].id)).toMatchObject({
      from_address: "truffa@altrove.test",
      from_name: "Truffa",
    });
    expect(await addressOf(thread)).toBe("truffa@altrove.test");
  },
);

it("begins a thread with the one address that answers shall go to, and with its contact where the sender is none", async () => {
  const client = await createContact(org, { name: "Ada", email: "ada@cliente.test" });
  const form = { From: "Sito <moduli@sito.test>", "Reply-To": "Ada Neri <Ada@cliente.test>" };
  const thread = await take(mail(form));
  expect(thread).toMatchObject({ contactId: client.id, status: "needs_reply" });
  expect(thread.messages[0]).toMatchObject({ from: "moduli@sito.test" });
  expect(thread.participants.map(({ address }: TestRecord) => address)).toContain("ada@cliente.test");
  expect(await addressOf(thread)).toBe("ada@cliente.test");
  const { message } = await org.ok("reply_to_thread", { threadId: thread.id, body: "Buongiorno" });
  expect(message.to).toBe("ada@cliente.test");

  const known = await createContact(org, { name: "Ida", email: "ida@cliente.test" });
  expect(await take(mail({ ...form, From: "ida@cliente.test" }))).toMatchObject({ contactId: known.id });
});

it("places a mail by its mailbox's clock, but not where that can't be right", async () => {
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  const placedAt = async (arrivedAt: Date, writtenAt: Date) => {
    const { messages } = await take(mail({ Date: writtenAt.toUTCString() }), { arrivedAt });
    return new Date(messages[0].createdAt).getTime();
  };
  const yearsAgo = hoursAgo(30_000);
  expect(await placedAt(yearsAgo, yearsAgo)).toBe(yearsAgo.getTime());
  // By less than a day the sender's clock may be wrong.
  expect(await placedAt(hoursAgo(40), hoursAgo(20))).toBeLessThan(hoursAgo(39).getTime());
  // Nobody has written it after now: it is the sender's clock that is wrong.
  expect(await placedAt(hoursAgo(40), hoursAgo(-40))).toBeLessThan(hoursAgo(39).getTime());
  for (const wrong of [new Date(0), hoursAgo(-9)])
    expect(await placedAt(wrong, hoursAgo(1))).toBeGreaterThan(hoursAgo(0.1).getTime());
});

it("takes a form on the studio's own website for its writer's", async () => {
  const thread = await take(mail({ From: "studio@studio.test", "Reply-To": "nuova@cliente.test" }));
  expect(thread).toMatchObject({ status: "needs_reply", unread: 1 });
  expect(await addressOf(thread)).toBe("nuova@cliente.test");
  const automatic = { From: "studio@studio.test", "Auto-Submitted": "auto-generated" };
  const inquiry = await take(mail({ ...automatic, "Reply-To": "cliente.nuovo@cliente.test" }));
  expect(inquiry).toMatchObject({ status: "needs_reply", unread: 1 });
  expect(await messageRow(inquiry.messages[0].id)).toMatchObject({ automatic: null });
  expect(await addressOf(inquiry)).toBe("cliente.nuovo@cliente.test");
});

it("asks for a reply to a PEC that an office's program sent, and to no automatic answer", async () => {
  const program = { From: "suap@pec.comune.test", "Auto-Submitted": "auto-generated" };
  const letter = (header: Header = {}) =>
    mail({ ...program, Subject: "Richiesta di integrazioni", ...header }, "Entro 30 giorni dal ricevimento");
  const certified = (inner: Buffer) =>
    mail(
      { "X-Trasporto": "posta-certificata", "Content-Type": "multipart/mixed; boundary=c" },
      `--c\r\nContent-Type: message/rfc822; name=postacert.eml\r\n\r\n${inner}\r\n--c--`,
    );
  const pec = (header?: Header) => take(certified(letter(header)), { channel: "pec" });
  expect(await pec()).toMatchObject({ status: "needs_reply", unread: 1, messages: [{ automatic: null }] });
  for (const header of [{ "In-Reply-To": "<m.0@altri.test>" }, { "Auto-Submitted": "auto-replied" }])
    expect(await pec(header)).toMatchObject({ status: "open", messages: [{ automatic: "auto_reply" }] });
  expect(await take(letter())).toMatchObject({ status: "open", messages: [{ automatic: "auto_reply" }] });
  const trial = certified(letter({ From: "studio@pec.studio.test" }));
  expect(await outcome(trial, { channel: "pec" })).toBe("dropped");
});

it.each([
  ["a group that writes in its own name", { "List-Id": "<studio.studio.test>", Precedence: "list" }],
  ["a form that is sent as newsletters are", { "List-Unsubscribe": "<https://invii.test/1>" }],
])("takes what comes through %s for its writer's", async (_, header) => {
  const from = { From: "'Ida' via Studio <studio@studio.test>" };
  const thread = await take(mail({ ...from, ...header, "Reply-To": "ida.nuova@cliente.test" }));
  expect(thread).toMatchObject({ status: "needs_reply", unread: 1 });
  expect(await addressOf(thread)).toBe("ida.nuova@cliente.test");
});

it("takes mail to an address of ours that is a group as mail of its writer, and that to another's as a list's", async () => {
  const list = (address: string) => ({
    "List-Id": `<${address.replace("@", ".")}>`,
    "List-Post": `<https://gruppi.test/post>, <mailto:${address}>`,
    Precedence: "list",
  });
  const ours = await take(mail(list("Studio@studio.test")));
  expect(ours).toMatchObject({ status: "needs_reply", unread: 1 });
  const elsewhere = await take(mail({ ...list("studio@studio.test"), "Reply-To": "sara.nuova@cliente.test" }));
  expect(await addressOf(elsewhere)).toBe("sara.nuova@cliente.test");
  expect(await take(mail(list("geometri@liste.test")))).toMatchObject({ status: "open", unread: 0 });
});

it.each([
  ["two addresses", { "Reply-To": "a@cliente.test, b@cliente.test" }],
  ["no address", { "Reply-To": "chiamatemi" }],
  ["an address that can't be written to", { "Reply-To": "a..b@cliente.test" }],
  ["our own", { "Reply-To": "studio@studio.test" }],
  ["a list's", { "Reply-To": "lista@liste.test", "List-Id": "<lista.liste.test>" }],
])("answers the sender where Reply-To has %s", async (_, header) => {
  expect(await addressOf(await take(mail(header)))).toBe("maria@cliente.test");
});

it("leaves a thread its address, whatever Reply-To says", async () => {
  const message = await sent("<ours-12@studio.test>");
  const thread = await take(mail({ "In-Reply-To": "<ours-12@studio.test>", "Reply-To": "altra@altrove.test" }));
  expect(thread.id).toBe(message.threadId);
  expect(await addressOf(thread)).toBe("maria@cliente.test");
  expect(thread.participants).not.toContainEqual(expect.objectContaining({ address: "altra@altrove.test" }));
});

it("opens an anomaly: ordinary mail that a PEC mailbox got", async () => {
  const inner = mail({ From: "Rosa <rosa@posta.test>" }).toString();
  const raw = mail(
    {
      From: '"Per conto di: rosa@posta.test" <posta-certificata@provider.test>',
      Subject: "ANOMALIA MESSAGGIO: Domanda",
      "X-Trasporto": "errore",
      "Content-Type": "multipart/mixed; boundary=a",
    },
    `--a\r\nContent-Type: text/plain\r\n\r\nAnomalia\r\n--a\r\nContent-Type: message/rfc822; name=postacert.eml\r\n\r\n${inner}\r\n--a--`,
  );
  const thread = await take(raw, { channel: "pec" });
  expect(thread.messages[0]).toMatchObject({ from: "rosa@posta.test", body: "Quando passate?" });
});

it("settles a PEC by its receipts, which are its files, and make no thread", async () => {
  const threads = async () => (await row<{ n: string }>("select count(*) as n from thread", [])).n;
  const message = await sent("<SN05IE$951DEC16C1CFD3E4FD8FF1B1D24A99AE@fakepec.it>", "pec", "queued");
  const before = await threads();
  const accepted = sample("ricevuta-accettazione");
  const alongside = (unit: { append(sql: string, values: unknown[]): void }) =>
    unit.append("update organization set address = 'letta' where id = $1", [org.organizationId]);
  expect(await takeMail(deps, arrived(accepted, { channel: "pec", alongside }))).toEqual({
    outcome: "receipt",
    messageId: message.id,
  });
  expect(await row("select address from organization where id = $1", [org.organizationId])).toEqual({
    address: "letta",
  });
  const settled = await messageRow(message.id);
  expect(settled).toMatchObject({ status: "sent", receipts: [{ type: "accettazione", signature: "unknown" }] });
  expect(settled.accepted_at).toEqual(new Date("2024-11-15T17:20:38Z"));
  const [receipt] = settled.receipts;
  expect((await deps.files.read(org.organizationId, receipt.fileId)).equals(accepted)).toBe(true);
  expect(await nameOf(receipt.fileId)).toBe("accettazione 2024-11-15 Preventivo.eml");
  expect(await outcome(accepted, { channel: "pec" })).toBe("repeated");
  const again = Buffer.concat([Buffer.from("Received: from altro.test\r\n"), accepted]);
  expect(await outcome(again, { channel: "pec" })).toBe("repeated");
  expect((await messageRow(message.id)).receipts).toHaveLength(1);

  const answer = mail({ "In-Reply-To": `<${settled.provider_id}>` });
  expect(await take(answer, { channel: "pec" })).toMatchObject({ id: message.threadId });
  expect(await threads()).toBe(before);
});

it("says of a PEC that was accepted for ordinary mail that no receipt of delivery will come", async () => {
  const { id } = await sent("<ordinary-1@studio.test>", "pec", "queued");
  const data = daticert("accettazione")
    .replace("m.1@example.com", "ordinary-1@studio.test")
    .replace('tipo="certificato"', 'tipo="esterno"');
  const raw = Buffer.from(`X-Ricevuta: accettazione\r\n${certifiedContent(data)}`, "latin1");
  await takeMail(deps, arrived(raw, { channel: "pec" }));
  expect(await messageRow(id)).toMatchObject({
    status: "sent",
    error: expect.stringContaining("no receipt of delivery will come"),
  });
});

it("keeps a receipt of no message of ours, and goes on", async () => {
  const raw = deliveryOf("nobody@studio.test");
  expect(await takeMail(deps, arrived(raw, { channel: "pec" }))).toEqual({ outcome: "receipt", messageId: null });
});

it("keeps a receipt that only its provider knows with its message, and makes no thread of it", async () => {
  const { id } = await sent("<unknown-1@studio.test>", "pec", "queued");
  for (const [given, type] of [
    ["Conservazione-Avvenuta", "conservazione-avvenuta"],
    ["../ignota", "sconosciuta"],
  ] as const) {
    const raw = mail({ "X-Ricevuta": given, "X-Riferimento-Message-ID": "<unknown-1@studio.test>" });
    expect(await takeMail(deps, arrived(raw, { channel: "pec" }))).toEqual({ outcome: "receipt", messageId: id });
    expect((await messageRow(id)).receipts.at(-1)).toMatchObject({ type });
  }
  expect(await messageRow(id)).toMatchObject({ status: "queued" });
});

it.each(["failed", "uncertain"])(
  "leaves a PEC %s that was accepted, whatever else its provider tells",
  async (status) => {
    const id = `warned-${status}@studio.test`;
    const message = await sent(`<${id}>`, "pec", "queued");
    const receipt = (type: string) => mail({ "X-Ricevuta": type, "X-Riferimento-Message-ID": `<${id}>` });
    await takeMail(deps, arrived(receipt("accettazione"), { channel: "pec" }));
    await api.app.database.query("update message set status = $2, error = 'prima' where id = $1", [message.id, status]);
    await takeMail(deps, arrived(receipt("preavviso-errore-consegna"), { channel: "pec" }));
    expect(await messageRow(message.id)).toMatchObject({ status, error: "prima", receipts: [{}, {}] });
  },
);

it("sets a PEC failed or delivered by the samples of those receipts", async () => {
  // It is about the message of the sample before.
  const { id } = await row(
    "select id from message where channel = 'pec' and status = 'sent' and provider_id is not null",
    [],
  );
  const { outcome: _, ...settled } = await takeMail(
    deps,
    arrived(sample("avviso-errore-consegna"), { channel: "pec" }),
  );
  expect(settled).toEqual({ messageId: id });
  expect(await messageRow(id)).toMatchObject({ status: "failed", error: expect.stringContaining("5.1.1") });
  const delivered = await sent("<ours-6@studio.test>", "pec", "uncertain");
  await takeMail(deps, arrived(deliveryOf("ours-6@studio.test"), { channel: "pec" }));
  expect(await messageRow(delivered.id)).toMatchObject({ status: "delivered" });
});

it("believes no receipt that travels in somebody's PEC, or comes to an ordinary mailbox", async () => {
  const message = await sent("<ours-5@studio.test>", "pec", "queued");
  const forged = deliveryOf("ours-5@studio.test");
  const carried = mail(
    { "X-Trasporto": "posta-certificata", "Content-Type": "multipart/mixed; boundary=c" },
    `--c\r\nContent-Type: message/rfc822; name=postacert.eml\r\n\r\n${forged.toString("latin1")}\r\n--c--`,
  );
  await outcome(carried, { channel: "pec" });
  await outcome(forged, { channel: "email" });
  expect(await messageRow(message.id)).toMatchObject({ status: "queued", receipts: [] });
});

it("settles a PEC by a receipt whose bytes came to an ordinary mailbox before, as an attachment", async () => {
  const message = await sent("<ours-20@studio.test>", "pec", "queued");
  const receipt = deliveryOf("ours-20@studio.test");
  const forwarded = mail(
    { From: "inoltro@pec.studio.test", "Content-Type": "multipart/mixed; boundary=f" },
    `--f\r\nContent-Type: application/octet-stream; name=ricevuta.eml\r\nContent-Transfer-Encoding: base64\r\n\r\n${receipt.toString("base64")}\r\n--f--`,
  );
  expect((await take(forwarded)).messages[0].attachments).toMatchObject([{ sizeBytes: receipt.length }]);
  expect(await outcome(receipt, { channel: "pec" })).toBe("receipt");
  expect(await messageRow(message.id)).toMatchObject({ status: "delivered", receipts: [expect.anything()] });
  expect(await outcome(receipt, { channel: "pec" })).toBe("repeated");
});

it("keeps what is attached to a mail that was forwarded as a file, also within a PEC's envelope", async () => {
  const parts = (boundary: string, ...each: string[]) =>
    [...each.map((part) => `--${boundary}\r\n${part}`), `--${boundary}--`].join("\r\n");
  const message = (header: string, ...each: string[]) =>
    `${header}\r\nContent-Type: multipart/mixed; boundary=b${header.length}\r\n\r\n${parts(`b${header.length}`, ...each)}`;
  const file = (name: string, text: string) =>
    `Content-Type: application/octet-stream; name="${name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(text).toString("base64")}`;
  const attached = (name: string, raw: string) => `Content-Type: message/rfc822; name="${name}"\r\n\r\n${raw}`;
  const text = "Content-Type: text/plain\r\n\r\nVedi allegato";
  const letter = message(
    "From: suap@pec.comune.test\r\nSubject: Preavviso di rigetto",
    text,
    file("preavviso.pdf", "%PDF-1.4 dieci giorni"),
    file("prima.eml", "Subject: Prima\r\nTo: a@example.com\r\n\r\nTesto"),
  );
  const envelope = message(
    "X-Trasporto: posta-certificata\r\nSubject: POSTA CERTIFICATA: Preavviso di rigetto",
    file("daticert.xml", "<postacert/>"),
    attached("postacert.eml", letter),
  );
  const names = async (...each: string[]) => {
    const raw = mail({ "Content-Type": "multipart/mixed; boundary=f" }, parts("f", text, ...each));
    return (await take(raw)).messages[0].attachments.map(({ name }: TestRecord) => name as string);
  };
  const kept = ["busta.eml", "preavviso.pdf", "prima.eml", "foto.bin"];
  expect(await names(attached("busta.eml", envelope), file("foto.bin", "x"))).toEqual(kept);
  const receipt = sample("ricevuta-avvenuta-consegna").toString("latin1");
  expect(await names(attached("ricevuta.eml", receipt))).toEqual(["ricevuta.eml"]);
});

it("keeps what a ZIP brings, but of none that is a document, is damaged or protected, or too large", async () => {
  const encoded = (name: string, content: Buffer) =>
    `Content-Type: application/octet-stream; name="${name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${content.toString("base64")}`;
  const attachments = async (name: string, content: Buffer): Promise<[string, string][]> => {
    const raw = mail({ "Content-Type": "multipart/mixed; boundary=z" }, `--z\r\n${encoded(name, content)}\r\n--z--`);
    return (await take(raw)).messages[0].attachments.map(({ name, contentType }: TestRecord) => [name, contentType]);
  };
  const letter =
    "Subject: Offerta\r\nTo: a@example.com\r\nContent-Type: application/pdf; name=offerta.pdf\r\n\r\n%PDF-1.4";
  const tender = zip({
    "Gara/": "",
    "Gara/Computo.xpwe": "<PweDocumento/>",
    "Gara/Elenco.csv": "a;b",
    "__MACOSX/Gara/._Elenco.csv": "x",
    "offerta.eml": letter,
    "interno.zip": { content: zip({ "Lotto 1/foglio.txt": "Testo" }) },
  });
  expect(await attachments("gara.zip", tender)).toEqual([
    ["gara.zip", "application/zip"],
    ["Computo.xpwe", "application/octet-stream"],
    ["Elenco.csv", "text/csv"],
    ["offerta.eml", "message/rfc822"],
    ["offerta.pdf", "application/pdf"],
    ["interno.zip", "application/zip"],
    ["foglio.txt", "text/plain"],
  ]);
  const many = zip(Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`${n}.txt`, ""])));
  const large = zip({ a: { content: Buffer.alloc(9_000_000) }, b: { content: Buffer.alloc(9_000_000) } });
  const six = zip(Object.fromEntries([1, 2, 3].map((n) => [`${n}.zip`, { content: large }])));
  const alone = {
    "relazione.zip": docx(paragraph("Testo")),
    "cantiere.kmz": tender,
    "tronco.zip": tender.subarray(0, 60),
    "molti.zip": many,
  };
  for (const [name, content] of Object.entries(alone)) expect(await attachments(name, content)).toHaveLength(1);
  // Two of the three fit, with four files.
  expect((await attachments("tre.zip", six)).map(([name]) => name)).toEqual([
    "tre.zip",
    "1.zip",
    "a",
    "b",
    "2.zip",
    "a",
    "b",
    "3.zip",
  ]);
});

it("sets a PEC to ordinary mail failed by the bounce of its envelope, which comes as an anomaly", async () => {
  const message = await sent("<ours-21@studio.test>", "pec", "sent");
  const envelope = `Message-ID: <opec21.1@provider.test>\r\nX-Trasporto: posta-certificata\r\nX-Riferimento-Message-ID: <ours-21@studio.test>\r\nSubject: POSTA CERTIFICATA: Preventivo\r\n\r\nBusta`;
  const bounce = mail(
    { From: "MAILER-DAEMON@mx.test", "Content-Type": "multipart/report; report-type=delivery-status; boundary=r" },
    `--r\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.test\r\n\r\nFinal-Recipient: rfc822; maria@cliente.test\r\nAction: failed\r\nStatus: 5.2.2\r\n\r\n--r\r\nContent-Type: message/rfc822\r\n\r\n${envelope}\r\n--r--`,
  );
  const anomaly = mail(
    { "X-Trasporto": "errore", "Content-Type": "multipart/mixed; boundary=a" },
    `--a\r\nContent-Type: message/rfc822; name=postacert.eml\r\n\r\n${bounce}\r\n--a--`,
  );
  expect(await take(anomaly, { channel: "pec" })).toMatchObject({ id: message.threadId });
  expect(await messageRow(message.id)).toMatchObject({ status: "failed", error: "5.2.2" });
});

it("lets no bounce overrule the proof of a delivery, and believes none within a PEC", async () => {
  const report = (id: string) =>
    mail(
      { From: "MAILER-DAEMON@mx.test", "Content-Type": "multipart/report; report-type=delivery-status; boundary=r" },
      `--r\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.test\r\n\r\nFinal-Recipient: rfc822; maria@cliente.test\r\nAction: failed\r\n\r\n--r\r\nContent-Type: text/rfc822-headers\r\n\r\nMessage-ID: ${id}\r\n--r--`,
    );
  const envelope = (inner: Buffer) =>
    mail(
      { "X-Trasporto": "posta-certificata", "Content-Type": "multipart/mixed; boundary=c" },
      `--c\r\nContent-Type: message/rfc822; name=postacert.eml\r\n\r\n${inner.toString("latin1")}\r\n--c--`,
    );
  const [delivered, accepted] = [
    await sent("<ours-8@studio.test>", "pec", "delivered"),
    await sent("<ours-9@studio.test>", "pec", "sent"),
  ];
  await take(report("<ours-8@studio.test>"), { channel: "pec" });
  await take(envelope(report("<ours-9@studio.test>")), { channel: "pec" });
  expect(await messageRow(delivered.id)).toMatchObject({ status: "delivered", error: null });
  expect(await messageRow(accepted.id)).toMatchObject({ status: "sent", error: null });
  await take(report("<ours-9@studio.test>"), { channel: "pec" });
  expect(await messageRow(accepted.id)).toMatchObject({ status: "failed" });
});

it("believes no bounce about another message than one that this mailbox's channel sent for the firm", async () => {
  const other = await organization(api, "Altro Studio");
  const named = [
    await sent("<ours-bounced@studio.test>", "pec"),
    (await take(mail({ "Message-ID": "<theirs-bounced@cliente.test>" }))).messages[0],
    (await other.ok("send_message", { to: "maria@cliente.test", body: "Buongiorno" })).message,
  ];
  const { message_id_header: foreign } = await messageRow(named[2].id);
  for (const id of ["<ours-bounced@studio.test>", "<theirs-bounced@cliente.test>", foreign])
    await take(
      mail(
        { From: "MAILER-DAEMON@mx.test", "Content-Type": "multipart/report; report-type=delivery-status; boundary=r" },
        `--r\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.test\r\n\r\n${["maria@cliente.test", "studio@studio.test"].map((to) => `Final-Recipient: rfc822; ${to}\r\nAction: failed\r\n\r\n`).join("")}--r\r\nContent-Type: text/rfc822-headers\r\n\r\nMessage-ID: ${id}\r\n--r--`,
      ),
    );
  const statuses = await Promise.all(named.map(async ({ id }) => (await messageRow(id)).status));
  expect(statuses).toEqual(["sent", "received", "queued"]);
});

it("takes a receipt whose name for the message another message has", async () => {
  const [first, second] = [await sent("<ours-10@studio.test>", "pec"), await sent("<ours-11@studio.test>", "pec")];
  const receipt = (id: string) =>
    mail(
      { "X-Ricevuta": "accettazione", "Content-Type": "multipart/mixed; boundary=d" },
      `--d\r\nContent-Type: application/xml; name="daticert.xml"\r\n\r\n<postacert tipo="accettazione" errore="nessuno"><dati><identificativo>opec1</identificativo><msgid>&lt;${id}&gt;</msgid></dati></postacert>\r\n--d--`,
    );
  for (const [n, { id }] of [first, second].entries())
    expect(await takeMail(deps, arrived(receipt(`ours-${10 + n}@studio.test`), { channel: "pec" }))).toEqual({
      outcome: "receipt",
      messageId: id,
    });
  expect(await messageRow(first.id)).toMatchObject({ provider_id: "opec1" });
  expect(await messageRow(second.id)).toMatchObject({ provider_id: null, receipts: [{ type: "accettazione" }] });
});

it("keeps of a mail that isn't read its header, a sentence instead of its text, and the mail where it could be fetched", async () => {
  const [header, raw] = [mail({ Subject: "Enorme" }, ""), mail({ Subject: "Enorme" }, "qualcosa", count)];
  const unread = { organizationId: org.organizationId, channel: "email", raw } as const;
  const taken = await takeUnread(deps, unread, header, "[Non letto.]");
  if (taken.outcome !== "taken") throw new Error(taken.outcome);
  const [message] = (await org.ok("get_thread", { threadId: taken.threadId })).messages;
  expect(message).toMatchObject({ from: "maria@cliente.test", subject: "Enorme", body: "[Non letto.]" });
  expect((await messageRow(message.id)).raw_file_id).not.toBeNull();
  expect(
    await takeUnread(deps, { ...unread, raw: null }, Buffer.from("X-Mail: 7\r\n\r\n"), "[Non letto.]"),
  ).toMatchObject({
    outcome: "taken",
  });
});

it("knows a PEC and a receipt by the header alone, where the rest isn't read, in a PEC mailbox", async () => {
  const message = await sent("<ours-unread@studio.test>", "pec", "queued");
  const unread = (header: Header, channel: "email" | "pec") => {
    const raw = mail({ ...header, Subject: "Enorme" }, "");
    return takeUnread(deps, { organizationId: org.organizationId, channel, raw: null }, raw, "[Non letto.]");
  };
  const receipt = { "X-Ricevuta": "accettazione", "X-Riferimento-Message-ID": "<ours-unread@studio.test>" };
  expect((await unread(receipt, "email")).outcome).toBe("taken");
  expect(await messageRow(message.id)).toMatchObject({ status: "queued" });
  expect(await unread(receipt, "pec")).toEqual({ outcome: "receipt", messageId: message.id });
  expect(await messageRow(message.id)).toMatchObject({ status: "sent" });
  const envelope = {
    From: "posta-certificata@gestore.test",
    "X-Trasporto": "posta-certificata",
    "Reply-To": "rosa@pec.test",
  };
  const from = async (taken: Awaited<ReturnType<typeof unread>>) =>
    taken.outcome === "taken" ? (await messageRow(taken.messageId)).from_address : taken.outcome;
  expect(await from(await unread(envelope, "pec"))).toBe("rosa@pec.test");
  expect(await from(await unread(envelope, "email"))).toBe("posta-certificata@gestore.test");
});

it.each([
  ["nothing at all", Buffer.alloc(0)],
  ["zeros", Buffer.alloc(5_000)],
  ["no header", Buffer.from("soltanto testo\r\n")],
  [
    "half a character in names and texts",
    mail({ From: '"\\ud800 =?utf-16?B?2AA=?=" <x@cliente.test>' }, "\u0000\ud800"),
  ],
  ["a Message-ID of 5,000 characters", mail({ "Message-ID": `<${"a".repeat(5_000)}@x>` })],
  ["an address of 5,000 characters", mail({ From: `${"a".repeat(5_000)}@cliente.test` })],
  ["10,000 recipients", mail({ Cc: Array.from({ length: 10_000 }, (_, n) => `p${n}@cliente.test`).join(", ") })],
])("keeps a mail of %s", async (_, raw) => {
  expect(await outcome(raw)).toBe("taken");
});
