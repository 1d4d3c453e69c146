import { beforeAll, describe, expect, it } from "@jest/globals";
import { startApi } from "../../support/caller.js";
import { createContact, createIssued, organization, storeFile, type TestRecord } from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";

const api = forAllTests(() => startApi({ settings: { MAIL_FROM: "pratica@studio.test" } }));
/** It has set PEC and SMS. */
const org = forAllTests(() => organization(api, "Studio Verdi"));
let contact: TestRecord;

beforeAll(async () => {
  await setChannel("pec", "studio@pec.studio.test");
  await setChannel("sms", "+390212345678");
  contact = await createContact(org, { phone: "333 1234567", pec: "Maria.Bianchi@PEC.test" });
});

const setChannel = (channel: string, from: string | null) =>
  api.pool.query("insert into mail_channel values ($1, $2, $3, '\\x00', now())", [org.organizationId, channel, from]);
const send = (fields: object) => org.ok("send_message", { body: "Buongiorno", ...fields });
const refusal = async (fields: object) => {
  const { status, detail } = await org.call("send_message", { body: "Buongiorno", ...fields });
  return [status, detail];
};

describe("a message by PEC", () => {
  it("goes from the mailbox to the contact's PEC, in a thread of its own that receipts and answers find", async () => {
    const { thread, message } = await send({ contactId: contact.id, channel: "pec", subject: "Istanza" });
    expect(message).toMatchObject({
      channel: "pec",
      from: "studio@pec.studio.test",
      to: "Maria.Bianchi@PEC.test",
      status: "queued",
      handedOverAt: null,
      acceptedAt: null,
      deliveredAt: null,
      receipts: [],
    });
    expect(thread).toMatchObject({ channel: "pec", subject: "Istanza" });
    const { rows } = await api.pool.query("select address from thread where id = $1", [thread.id]);
    expect(rows).toEqual([{ address: "maria.bianchi@pec.test" }]);
    expect((await send({ threadId: thread.id })).message).toMatchObject({ channel: "pec", subject: "Re: Istanza" });
  });

  it("is 422 without a PEC address, and beyond 30 MB on its way", async () => {
    const without = await createContact(org, { name: "Luca Verdi" });
    expect(await refusal({ contactId: without.id, channel: "pec" })).toEqual([
      422,
      expect.stringMatching(/no PEC address.*Luca Verdi/),
    ]);
    const attachmentFileIds = [await storeFile(org, "pianta.pdf", { sizeBytes: 22_000_000 })];
    expect(await refusal({ contactId: contact.id, channel: "pec", attachmentFileIds })).toEqual([
      422,
      expect.stringContaining("30 MB"),
    ]);
  });
});

describe("a message by SMS", () => {
  it("goes to the contact's number, or one that is given, in the form that is compared", async () => {
    const { thread, message } = await send({ contactId: contact.id, channel: "sms" });
    expect(message).toMatchObject({ channel: "sms", from: "+390212345678", to: "+393331234567", subject: null });
    expect((await send({ channel: "sms", to: "0039 347 7654321" })).message.to).toBe("+393477654321");
    expect((await org.ok("reply_to_thread", { threadId: thread.id, body: "Ok" })).message).toMatchObject({
      to: "+393331234567",
      subject: null,
    });
    const { rows } = await api.pool.query("select message_id_header as id from message where id = $1", [message.id]);
    expect(rows).toEqual([{ id: null }]);
  });

  it("goes to a contact's mobile number also where a landline stands first", async () => {
    const firm = await createContact(org, { phones: ["0733 222333", "333 7770001"] });
    expect((await send({ contactId: firm.id, channel: "sms" })).message.to).toBe("+393337770001");
    const office = await createContact(org, { phones: ["0733 222334", "0733 222335"] });
    expect(await refusal({ contactId: office.id, channel: "sms" })).toEqual([422, expect.stringContaining("222334")]);
    for (const second of ["chiedere di Marco", "0733 222337 / 333 7770002", "800 123456"]) {
      const { id } = await createContact(org, { phones: ["0733 222336", second] });
      expect(await refusal({ contactId: id, channel: "sms" })).toEqual([422, expect.stringContaining("222336")]);
    }
  });

  it("goes to another's number with a warning, and to one that several share without", async () => {
    const shared = "348 7654321";
    const sharing = [{ phone: shared }, { phone: shared }, { phones: ["02 1234567", "0039 348 7654321"] }];
    const contacts = [contact];
    for (const fields of sharing) contacts.push(await createContact(org, fields));
    const codes: unknown[] = [];
    for (const { id } of contacts) {
      const { warnings = [] } = await send({ channel: "sms", contactId: id, to: shared, body: `Per ${id}` });
      codes.push(warnings.map(({ code }: TestRecord) => code));
    }
    expect(codes).toEqual([["others_address"], [], [], []]);
  });

  it("is 422 to what is no number, to a landline, and with attachments", async () => {
    expect(await refusal({ channel: "sms", to: "nessuno" })).toEqual([422, expect.stringContaining("nessuno")]);
    expect(await refusal({ channel: "sms", to: "035 123456" })).toEqual([422, expect.stringContaining("landline")]);
    const attachmentFileIds = [await storeFile(org, "pianta.pdf")];
    expect(await refusal({ channel: "sms", to: "333 1234567", attachmentFileIds })).toEqual([
      422,
      expect.stringContaining("no attachments"),
    ]);
    const { thread } = await send({ channel: "sms", to: "333 1234567" });
    const reply = { threadId: thread.id, body: "Ciao", attachmentFileIds };
    expect((await org.call("reply_to_thread", reply)).status).toBe(422);
  });
});

it("what isn't set is 422 once another channel is, and says where to set it", async () => {
  for (const channel of ["whatsapp", "email"])
    expect(await refusal({ contactId: contact.id, channel })).toEqual([
      422,
      expect.stringMatching(new RegExp(`channel set --channel ${channel} .*/settings/channels`)),
    ]);
});

describe("send_issued_document", () => {
  const sent = async (fields: object) => {
    const { id: contactId } = await createContact(org, { name: "Comune", ...fields });
    const { id: docId } = await createIssued(org, { title: "Istanza", kind: "letter", contactId });
    return org.call("send_issued_document", { docId });
  };
  const both = { email: "urp@comune.test", pec: "comune@pec.test" };

  it("goes by PEC to a municipality, and to whoever has no e-mail", async () => {
    for (const fields of [
      { role: "municipality", ...both },
      { email: "", pec: "comune@pec.test" },
    ]) {
      const { result } = await sent(fields);
      expect(result.message).toMatchObject({ channel: "pec", to: "comune@pec.test", from: "studio@pec.studio.test" });
    }
  });

  it("goes by e-mail to anybody else, whose server must be set", async () => {
    expect(await sent({ role: "client", ...both })).toMatchObject({
      status: 422,
      detail: expect.stringMatching(/email/),
    });
    await setChannel("email", "studio@studio.test");
    expect((await sent({ role: "client", ...both })).result.message).toMatchObject({
      channel: "email",
      to: "urp@comune.test",
      from: "studio@studio.test",
    });
  });
});
