import { describe, expect, it } from "@jest/globals";
import { v7 as uuidv7 } from "uuid";
import { startApi } from "../../support/caller.js";
import {
  createContact,
  createProject,
  ordersFor,
  organization,
  storeFile,
  type TestRecord,
  unknownId,
} from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";

const api = forAllTests(() => startApi({ settings: { MAIL_FROM: "pratica@studio.test" } }));
const org = forAllTests(() => organization(api, "Studio Rossi"));
const contact = forAllTests(() => createContact(org, { phone: "+39 333 1234567", pec: "bianchi@pec.test" }));
const project = forAllTests(() => createProject(org));

const send = (fields: object) => org.ok("send_message", { body: "Buongiorno", ...fields });
const refusal = async (fields: object, operation = "send_message") => {
  const { status, detail } = await org.call(operation, { body: "Buongiorno", ...fields });
  return [status, detail];
};

const storedFile = (sizeBytes = 3, name = "pianta.pdf") => storeFile(org, name, { sizeBytes });

/** A thread of another channel, as an incoming message of later versions would open it. */
async function threadOn(channel: string, address: string | null = null): Promise<string> {
  const id = uuidv7();
  await api.pool.query(
    `insert into thread (organization_id, id, created_at, updated_at, channel, subject, status, address)
     values ($1, $2, now(), now(), $3, 'Sopralluogo', 'needs_reply', $4)`,
    [org.organizationId, id, channel, address],
  );
  return id;
}

describe("send_message in a new thread", () => {
  it("warns of an ordinary e-mail to the contact's PEC address", async () => {
    const { thread, warnings } = await send({ to: "Bianchi@pec.test" });
    expect([thread.contactId, warnings]).toMatchObject([contact.id, [{ code: "pec_by_email", pointer: "/channel" }]]);
    for (const fields of [{ to: "altri@pec.test" }, { contactId: contact.id }])
      expect((await send(fields)).warnings).toBeUndefined();
  });

  it("warns where a message to one contact goes to the address of another, who would read it", async () => {
    const builder = await createContact(org, {
      name: "Edil Nord",
      email: "offerte@edil-nord.test",
      phone: "051 555 1111",
    });
    const client = await createContact(org, { name: "Condominio", email: "amministratore@condominio.test" });
    const to = "Amministratore@condominio.test";
    const codes = async (fields: object) =>
      ((await send(fields)).warnings ?? [])
        .filter(({ code }: TestRecord) => code !== "duplicate")
        .map(({ code, pointer, detail }: TestRecord) => [code, pointer, detail]);
    const wrong = (of: string, not: string) => [
      ["others_address", "/to", `${to} is an address of the contact "${of}", and not of "${not}".`],
    ];
    expect(await codes({ contactId: builder.id, to })).toEqual(wrong("Condominio", "Edil Nord"));
    const { thread } = await send({ contactId: builder.id });
    expect(await codes({ threadId: thread.id, to })).toEqual(wrong("Condominio", "Edil Nord"));
    const { thread: clients } = await send({ contactId: client.id });
    expect(await codes({ threadId: clients.id, contactId: builder.id, to })).toEqual(wrong("Condominio", "Edil Nord"));
    expect(await codes({ threadId: clients.id, to })).toEqual([]);
    expect(await codes({ contactId: builder.id, to: "nuovo@edil-nord.test" })).toEqual([]);
    expect(await codes({ contactId: client.id, to })).toEqual([]);
    expect(await codes({ to })).toEqual([]);
    await createContact(org, { name: "Rag. Brizzi", email: to });
    await createContact(org, { name: "Altro condominio", email: to });
    expect(await codes({ contactId: client.id, to })).toEqual([]);
  });

  it("warns of HTML, whose tags the reader would see, in a new message, a reply and a text that quotes some as code", async () => {
    const { id: contactId } = await createContact(org, { email: "tags@example.it" });
    const codes = ({ warnings = [] }: TestRecord) => warnings.map(({ code }: { code: string }) => code);
    const sent = await org.ok("send_message", { contactId, body: "<p>Buongiorno,</p><p>a presto</p>" });
    expect(codes(sent)).toEqual(["html_as_text"]);
    const reply = (body: string) => org.ok("reply_to_thread", { threadId: sent.thread.id, body });
    expect(codes(await reply("Vedi la <b>pianta</b>"))).toEqual(["html_as_text"]);
    expect(codes(await reply("Spessore < 5 cm e > 3 cm, **circa**; il codice è `<p>`."))).toEqual([]);
  });

  it("warns of attachments that the text names and that nobody attached", async () => {
    const codes = async (fields: object, threadId?: string) => {
      const asked = threadId ? { threadId, ...fields } : { contactId: contact.id, ...fields };
      const { warnings = [] } = await org.ok(threadId ? "reply_to_thread" : "send_message", asked);
      return warnings.map(({ code, pointer }: { code: string; pointer: string }) => [code, pointer]);
    };
    const forgotten = [["no_attachments", "/attachmentFileIds"]];
    expect(await codes({ body: "In allegato la dichiarazione di conformità." })).toEqual(forgotten);
    const attachmentFileIds = [await storedFile()];
    expect(await codes({ body: "Le allego la pianta.", attachmentFileIds })).toEqual([]);
    const { thread } = await send({ contactId: contact.id });
    expect(await codes({ body: "Si allega la planimetria." }, thread.id)).toEqual(forgotten);
    expect(await codes({ body: "Ricevuto, grazie.\n\n> In allegato la pianta." }, thread.id)).toEqual([]);
  });

  it("says how a contact without an e-mail address can be written to instead", async () => {
    const { id } = await createContact(org, { name: "Cancelleria", email: "", pec: "cancelleria@pec.test" });
    const way = `Add one to the contact, or write to its PEC address: send_message {"contactId": "${id}", "channel": "pec", …}.`;
    const missing = "There is no e-mail address to send to: Cancelleria has none.";
    expect(await refusal({ contactId: id })).toEqual([422, `${missing} ${way}`]);
    await org.ok("update_contact", { contactId: id, pec: "" });
    expect(await refusal({ contactId: id })).toEqual([422, `${missing} Add one to the contact.`]);
  });

  it("goes to the contact's address, by e-mail, and is handed over by a workflow", async () => {
    const { thread, message } = await send({ contactId: contact.id, projectId: project.id, subject: "Sopralluogo" });
    expect(thread).toEqual({
      id: expect.any(String),
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      projectId: project.id,
      contactId: contact.id,
      channel: "email",
      subject: "Sopralluogo",
      summary: null,
      status: "waiting",
      lastMessageAt: message.createdAt,
      unread: 0,
      participants: [{ name: contact.name, address: "maria.bianchi@cliente.test" }],
    });
    expect(message).toEqual({
      id: expect.any(String),
      threadId: thread.id,
      direction: "outgoing",
      channel: "email",
      from: "pratica@studio.test",
      to: "maria.bianchi@cliente.test",
      fromName: null,
      cc: [],
      quoted: null,
      automatic: null,
      rawFileId: null,
      subject: "Sopralluogo",
      body: "Buongiorno",
      attachments: [],
      status: "queued",
      error: null,
      createdAt: expect.any(String),
      handedOverAt: null,
      acceptedAt: null,
      deliveredAt: null,
      readAt: null,
      receipts: [],
      parts: null,
    });
    expect(await ordersFor(api, `send-message:${message.id}`)).toEqual([{ type: "sendMessage", signal: null }]);
  });

  it("goes to an explicit address instead, with or without a contact", async () => {
    const both = await send({ contactId: contact.id, to: "ufficio@cliente.test" });
    expect([both.message.to, both.thread.contactId]).toEqual(["ufficio@cliente.test", contact.id]);
    const alone = await send({ to: "altri@cliente.test", channel: "email" });
    expect([alone.message.to, alone.thread.contactId]).toEqual(["altri@cliente.test", null]);
    expect(alone.message.subject).toContain("Studio Rossi");
  });

  it("is the thread of the one contact with the address that is given, for who may view contacts", async () => {
    const known = await createContact(org, { name: "Anna Neri", emails: ["anna@neri.test", "Anna@studio-neri.test"] });
    const to = "anna@STUDIO-neri.test";
    const { thread } = await send({ to, projectId: project.id });
    expect(thread).toMatchObject({ contactId: known.id, participants: [{ name: "Anna Neri" }] });
    const { items } = await org.ok("list_threads", { contactId: known.id });
    expect(items.map(({ id }: TestRecord) => id)).toEqual([thread.id]);
    const blind = await org.keyWith("inbox:edit", "inbox:view");
    expect((await org.ok("send_message", { to, body: "x" }, blind)).thread.participants).toMatchObject([
      { name: null },
    ]);
    expect((await send({ to, contactId: "" })).thread.contactId).toBeNull();
    await createContact(org, { name: "Luca Neri", email: to });
    expect((await send({ to })).thread.contactId).toBeNull();
  });

  it("keeps the text as it was written", async () => {
    const body = "  Gentile Maria,\n\n\tecco: àèìòù €  ";
    expect((await send({ to: "a@cliente.test", body })).message.body).toBe(body);
  });

  it("is 422 without anyone to write to", async () => {
    for (const fields of [{}, { threadId: "", contactId: "", to: "" }, { projectId: project.id, subject: "x" }]) {
      expect(await refusal(fields)).toEqual([422, expect.stringMatching(/threadId.*contactId.*to/)]);
    }
  });

  it("is 422 for a contact without an address, or an address that can't be sent to", async () => {
    const silent = await createContact(org, { email: "", name: "Luca Verdi" });
    expect(await refusal({ contactId: silent.id })).toEqual([422, expect.stringContaining("Luca Verdi")]);
    for (const to of ["nessuno", "a@b@c", "a b@cliente.test", "a@cliente.test\r\nBcc: b@x.test", "a@x.test,b@x.test"]) {
      expect((await refusal({ to }))[0]).toBe(422);
    }
    const wrong = await createContact(org, { email: "maria[at]cliente.test" });
    expect(await refusal({ contactId: wrong.id })).toEqual([422, expect.stringContaining("maria[at]cliente.test")]);
    expect((await send({ contactId: wrong.id, to: "giusta@cliente.test" })).message.to).toBe("giusta@cliente.test");
  });

  it.each(["anna@cliente.test, luca@cliente.test", "anna@cliente.test;luca@cliente.test;"])(
    "is 422 to %j, and says that one message goes to one address",
    async (to) => {
      expect(await refusal({ to })).toEqual([422, expect.stringMatching(/one e-mail address.*Send each a message/)]);
    },
  );

  it.each(["pec", "whatsapp", "sms"])("is 422 by %s, which isn't configured, and says how", async (channel) => {
    expect(await refusal({ contactId: contact.id, channel })).toEqual([
      422,
      expect.stringMatching(new RegExp(`${channel}.*channel set --channel ${channel}`)),
    ]);
  });

  it("looks references up first, whatever else is wrong", async () => {
    const wrong = { channel: "sms", to: "nessuno" };
    for (const field of ["threadId", "contactId", "projectId"]) {
      expect(await refusal({ ...wrong, [field]: unknownId })).toEqual([404, expect.stringContaining(field)]);
    }
    expect(await refusal({ ...wrong, attachmentFileIds: [await storedFile(), unknownId] })).toEqual([
      404,
      expect.stringContaining(unknownId),
    ]);
    const { status, errors } = await org.call("send_message", { body: " ", channel: "fax", attachmentFileIds: "x" });
    expect(status).toBe(400);
    expect(errors.map(({ pointer }) => pointer).sort()).toEqual(["/attachmentFileIds", "/body", "/channel"]);
  });

  it("attaches stored files, in order and each once, up to 25 MB together", async () => {
    const [plan, photo] = [await storedFile(3, "pianta.pdf"), await storedFile(4, "foto.jpg")];
    const { message } = await send({ to: "a@cliente.test", attachmentFileIds: [photo, plan, photo.toUpperCase()] });
    expect(message.attachments).toEqual([
      { id: photo, name: "foto.jpg", contentType: "application/pdf", sizeBytes: 4 },
      { id: plan, name: "pianta.pdf", contentType: "application/pdf", sizeBytes: 3 },
    ]);
    const large = [await storedFile(20_000_000), await storedFile(20_000_000)];
    expect(await refusal({ to: "a@cliente.test", attachmentFileIds: large })).toEqual([
      422,
      expect.stringContaining("25 MB"),
    ]);
  });
});

describe("a message that was sent before", () => {
  const warned = async (fields: object) =>
    ((await send(fields)).warnings ?? []).map(({ code, pointer }: { code: string; pointer: string }) => [
      code,
      pointer,
    ]);
  const duplicate = [["duplicate", "/body"]];

  it("is warned of when it is sent to the same address once more, in a new thread or in its own", async () => {
    const message = { to: "doppia@cliente.test", subject: "Rilievo", body: "Veniamo lunedì." };
    expect(await warned(message)).toEqual([]);
    expect(await warned({ ...message, to: "Doppia@Cliente.test" })).toEqual(duplicate);
    const { thread, warnings } = await send(message);
    expect(warnings).toMatchObject([
      { code: "duplicate", detail: expect.stringContaining("doppia@cliente.test at 20") },
    ]);
    const reply = { threadId: thread.id, body: "A lunedì." };
    expect((await org.ok("reply_to_thread", reply)).warnings).toBeUndefined();
    expect((await org.ok("reply_to_thread", reply)).warnings).toMatchObject([{ code: "duplicate" }]);
    expect(await warned(reply)).toEqual(duplicate);
  });

  it("is none with another text, subject or attachment, to somebody else, after an answer, an hour or a failure", async () => {
    const message = { to: "altra@cliente.test", subject: "Rilievo", body: "Veniamo lunedì." };
    const { thread } = await send({ ...message, attachmentFileIds: [await storedFile(10)] });
    const others = [{ body: "Veniamo martedì." }, { subject: "Sopralluogo" }, { to: "terza@cliente.test" }, {}];
    for (const other of others) expect(await warned({ ...message, ...other })).toEqual([]);
    const again = { threadId: thread.id, body: "Va bene." };
    const change = (sql: string) => api.pool.query(`update message set ${sql} where thread_id = $1`, [thread.id]);
    expect([await warned(again), await warned(again)]).toEqual([[], duplicate]);
    await change("created_at = now() - interval '2 hours'");
    expect(await warned(again)).toEqual([]);
    await change("status = 'failed'");
    expect([await warned(again), await warned(again)]).toEqual([[], duplicate]);
    await api.pool.query(
      `insert into message (organization_id, id, thread_id, direction, channel, from_address, to_address, body, attachments, status, automatic, created_at, updated_at)
       select organization_id, '0fffffff-ffff-7fff-bfff-ffffffffffff', id, 'incoming', channel, address, 'noi@studio.test', 'Ok', '[]', 'received', 'auto_reply', now(), now()
       from thread where id = $1`,
      [thread.id],
    );
    expect(await warned(again)).toEqual(duplicate);
    await change("automatic = null");
    expect(await warned(again)).toEqual([]);
  });

  it("is a guest's own thread's alone", async () => {
    const { id: projectId } = await org.ok("create_project", { name: "Villa" });
    const guest = await org.member("guest");
    await org.ok("share_project", { projectId, userId: guest.userId, role: "editor" });
    const message = { to: "ospite@cliente.test", subject: "Rilievo", body: "Re" };
    const { thread } = await send({ ...message, projectId });
    await send({ ...message, subject: "Re: Rilievo", body: "Altrove" });
    const reply = async (body: string) =>
      ((await org.ok("reply_to_thread", { threadId: thread.id, body }, guest.key)).warnings ?? []).map(
        ({ code }: TestRecord) => code,
      );
    expect([await reply("Altrove"), await reply("Qui")]).toEqual([["answered_by_another"], []]);
    expect(await reply("Qui")).toEqual(["duplicate"]);
  });
});

describe("send_message in a thread", () => {
  it("keeps to its address, answers its last message and says Re: once", async () => {
    const first = await send({ to: "ufficio@cliente.test", contactId: contact.id, subject: "Sopralluogo" });
    const threadId = first.thread.id;
    // It stands in the reply address of what was sent.
    const token = async () =>
      (await api.pool.query("select token from thread where id = $1", [threadId])).rows[0].token;
    const ofFirst = await token();
    await org.ok("set_thread_status", { threadId, status: "closed" });
    const second = await send({ threadId, body: "Due" });
    const third = await send({ threadId, contactId: contact.id, body: "Tre" });
    expect(await token()).toBe(ofFirst);
    expect([second.message.to, third.message.to]).toEqual(["ufficio@cliente.test", "ufficio@cliente.test"]);
    expect([second.message.subject, third.message.subject]).toEqual(["Re: Sopralluogo", "Re: Sopralluogo"]);
    expect(second.thread).toMatchObject({ id: threadId, status: "waiting", subject: "Sopralluogo" });
    expect(second.thread.lastMessageAt).toBe(second.message.createdAt);
    const { rows } = await api.pool.query<{ id: string; message_id_header: string; in_reply_to: string | null }>(
      "select id, message_id_header, in_reply_to from message where thread_id = $1 order by id",
      [threadId],
    );
    expect(rows.map((row) => row.in_reply_to)).toEqual([null, rows[0]?.message_id_header, rows[1]?.message_id_header]);
    for (const row of rows) expect(row.message_id_header).toBe(`<m.${row.id}@studio.test>`);
    const thread = await org.ok("get_thread", { threadId });
    expect(thread.messages.map(({ body }: TestRecord) => body)).toEqual(["Buongiorno", "Due", "Tre"]);
  });

  it("goes elsewhere with to, or to another contact, who are then the thread's people, and stays its contact's", async () => {
    const first = await send({ to: "ufficio@cliente.test", contactId: contact.id });
    const threadId = first.thread.id;
    expect((await send({ threadId, to: "altro@cliente.test", subject: "Nuovo oggetto" })).message).toMatchObject({
      to: "altro@cliente.test",
      subject: "Nuovo oggetto",
    });
    const other = await createContact(org, { email: "geometra@cliente.test" });
    const moved = await send({ threadId, contactId: other.id, projectId: project.id });
    expect(moved.message.to).toBe("geometra@cliente.test");
    expect(moved.thread).toMatchObject({ contactId: contact.id, projectId: project.id });
    expect((await org.ok("reply_to_thread", { threadId, body: "Grazie" })).message.to).toBe("ufficio@cliente.test");
    expect(moved.thread.participants).toEqual([
      { name: contact.name, address: "ufficio@cliente.test" },
      { name: null, address: "altro@cliente.test" },
      { name: other.name, address: "geometra@cliente.test" },
    ]);
    const unknown = (await send({ to: "ignoto@cliente.test" })).thread;
    expect(unknown.contactId).toBeNull();
    expect((await send({ threadId: unknown.id, contactId: other.id })).thread.contactId).toBe(other.id);
  });

  it("takes the thread's channel; another one is 422", async () => {
    const { thread } = await send({ to: "a@cliente.test" });
    expect((await send({ threadId: thread.id, channel: "email" })).message.channel).toBe("email");
    expect(await refusal({ threadId: thread.id, channel: "pec" })).toEqual([422, expect.stringContaining("email")]);
    const chat = await threadOn("whatsapp", "+393331234567");
    expect(await refusal({ threadId: chat })).toEqual([422, expect.stringMatching(/whatsapp.*isn't configured/)]);
    expect(await refusal({ threadId: chat, channel: "email" })).toEqual([422, expect.stringContaining("whatsapp")]);
  });
});

describe("reply_to_thread", () => {
  it("replies on the thread's channel to its other side", async () => {
    const threadId = await threadOn("email", "cliente@example.test");
    const file = await storedFile();
    const { thread, message } = await org.ok("reply_to_thread", {
      threadId,
      body: "Va bene",
      attachmentFileIds: [file],
    });
    expect(thread).toMatchObject({ id: threadId, status: "waiting", lastMessageAt: message.createdAt });
    expect(message).toMatchObject({
      threadId,
      channel: "email",
      to: "cliente@example.test",
      subject: "Re: Sopralluogo",
      body: "Va bene",
      status: "queued",
      attachments: [{ id: file }],
    });
    expect(await ordersFor(api, `send-message:${message.id}`)).toHaveLength(1);
  });

  it("goes to the contact where the thread knows no address", async () => {
    const threadId = await threadOn("email");
    expect(await refusal({ threadId }, "reply_to_thread")).toEqual([422, expect.stringContaining("address")]);
    await org.ok("file_thread", { threadId, contactId: contact.id });
    expect((await org.ok("reply_to_thread", { threadId, body: "x" })).message.to).toBe("maria.bianchi@cliente.test");
  });

  it("is refused in order: 400, 404, 422", async () => {
    const chat = await threadOn("sms", "+393331234567");
    const { status, errors } = await org.call("reply_to_thread", { threadId: unknownId, body: "", to: "x" });
    expect([status, errors.map(({ pointer }) => pointer).sort()]).toEqual([400, ["/body", "/to"]]);
    expect((await refusal({ threadId: unknownId }, "reply_to_thread"))[0]).toBe(404);
    const unknownFile = { threadId: chat, attachmentFileIds: [unknownId] };
    expect(await refusal(unknownFile, "reply_to_thread")).toEqual([404, expect.stringContaining("attachmentFileIds")]);
    expect(await refusal({ threadId: chat }, "reply_to_thread")).toEqual([422, expect.stringContaining("sms")]);
  });
});

describe("threads", () => {
  it("are filed: attached, summed up, and waiting unless told otherwise", async () => {
    const threadId = await threadOn("email", "a@cliente.test");
    const filed = { projectId: project.id, contactId: contact.id, summary: "Data del sopralluogo" };
    expect(await org.ok("file_thread", { threadId, ...filed })).toMatchObject({ ...filed, status: "waiting" });
    expect(await org.ok("file_thread", { threadId, status: "closed" })).toMatchObject({ ...filed, status: "closed" });
    expect(await org.ok("file_thread", { threadId, projectId: "", contactId: "", summary: "" })).toMatchObject({
      projectId: null,
      contactId: null,
      summary: null,
      status: "waiting",
    });
    expect((await refusalOf("file_thread", { threadId, status: "done" }))[0]).toBe(400);
  });

  it.each(["open", "needs_reply", "waiting", "closed"])("take the status %s from any other", async (status) => {
    const threadId = await threadOn("email");
    expect((await org.ok("set_thread_status", { threadId, status })).status).toBe(status);
  });

  it("are listed newest first, by project, contact, status and channel", async () => {
    const other = await organization(api);
    const [mine, theirs] = [await createContact(other), await createProject(other)];
    const first = (await other.ok("send_message", { body: "x", contactId: mine.id })).thread;
    const second = (await other.ok("send_message", { body: "x", to: "a@x.test", projectId: theirs.id })).thread;
    await other.ok("set_thread_status", { threadId: second.id, status: "closed" });
    const ids = async (filter: object) =>
      (await other.ok("list_threads", filter)).items.map(({ id }: TestRecord) => id);
    expect(await ids({})).toEqual([second.id, first.id]);
    expect(await ids({ contactId: mine.id })).toEqual([first.id]);
    expect(await ids({ projectId: theirs.id })).toEqual([second.id]);
    expect(await ids({ status: "closed" })).toEqual([second.id]);
    expect(await ids({ channel: "pec" })).toEqual([]);
  });

  it("keep their messages when their contact or project goes", async () => {
    const [gone, closed] = [await createContact(org), await createProject(org)];
    const { thread, message } = await send({ contactId: gone.id, projectId: closed.id });
    await org.ok("delete_contact", { contactId: gone.id });
    await org.ok("delete_project", { projectId: closed.id });
    expect(await org.ok("get_thread", { threadId: thread.id })).toMatchObject({
      contactId: null,
      projectId: null,
      messages: [{ id: message.id, to: "maria.bianchi@cliente.test" }],
    });
  });
});

const refusalOf = async (operation: string, body: object) => {
  const { status, detail } = await org.call(operation, body);
  return [status, detail];
};

it("warns of a client who gets a file of another client's project, in a new thread and in a reply", async () => {
  const other = await createContact(org, { email: "beta@cliente.test" });
  const theirs = await createProject(org, { clientContactId: contact.id, name: "Villa Alfa" });
  const attachmentFileIds = [await storedFile()];
  await api.pool.query("update stored_file set project_id = $2 where id = any($1)", [attachmentFileIds, theirs.id]);
  const told = async (operation: string, fields: object) => {
    const { warnings = [] } = await org.ok(operation, {
      body: `Ecco (${Math.random()})`,
      attachmentFileIds,
      ...fields,
    });
    return warnings.map(({ code, detail }: TestRecord) => `${code} ${detail}`);
  };
  const fresh = { contactId: other.id };
  // Whoever isn't a client may be a bank, a contractor or a colleague.
  expect(await told("send_message", fresh)).toEqual([]);
  await createProject(org, { clientContactId: other.id });
  const warning = [expect.stringMatching(/^others_file "pianta.pdf" belongs to the project "Villa Alfa"/)];
  expect(await told("send_message", fresh)).toEqual(warning);
  const { thread } = await send(fresh);
  expect(await told("reply_to_thread", { threadId: thread.id })).toEqual(warning);
  expect(await told("send_message", { contactId: contact.id })).toEqual([]);
  const both = { projectId: theirs.id, contactId: other.id };
  await org.ok("connect_contact", both);
  expect(await told("reply_to_thread", { threadId: thread.id })).toEqual([]);
  await org.ok("disconnect_contact", both);
  expect(await told("reply_to_thread", { threadId: thread.id })).toEqual(warning);
  // Who is written to about the project has something to do with it.
  await org.ok("file_thread", { threadId: thread.id, projectId: theirs.id });
  expect(await told("reply_to_thread", { threadId: thread.id })).toEqual([]);
});
