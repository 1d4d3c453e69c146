import { beforeAll, describe, expect, it } from "@jest/globals";
import { updateOrganization } from "../../../src/admin/provision.js";
import { italianLocalDate, withArticle } from "../../../src/domain/calendar/italian-dates.js";
import { startApi } from "../../support/caller.js";
import { createContact, organization, type TestRecord } from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";

const api = forAllTests(startApi);
const org = forAllTests(() => organization(api, "Studio Rossi"));
const strict = forAllTests(() => organization(api));

beforeAll(async () => {
  await updateOrganization(api.app.database, strict.organizationId, { issueCheck: "refuse" });
});

const work = (fields: object = {}) => ({
  desc: "Tinteggiatura pareti interne",
  unit: "m²",
  qty: 120,
  price: 8.5,
  ...fields,
});
const right = { lineItems: [work()], vatPct: 10, validUntil: "2099-01-31" };
const wrong = {
  lineItems: [work({ desc: " " }), work({ qty: 0 }), work()],
  vatPct: 21,
  validUntil: "2020-01-31",
  body: "Gentile [nome del cliente],\n\nle inviamo l'offerta.",
};
const errorsOfWrong = [
  "R02_NO_QUANTITY /lineItems/1/qty",
  "R04_NO_DESCRIPTION /lineItems/0/desc",
  "R09_UNKNOWN_VAT_RATE /vatPct",
  "R17_EXPIRED /validUntil",
  "R18_LEFTOVER /body",
];
async function quote(content: object, of = org, contactFields: Record<string, unknown> = {}): Promise<string> {
  const contact = await createContact(of, contactFields);
  const { id: docId } = await of.ok("create_document", { title: "Offerta", contactId: contact.id });
  await of.ok("update_document", { docId, ...content });
  return docId;
}
const named = ({ warnings }: TestRecord): string[] =>
  warnings.map(({ code, pointer }: TestRecord) => `${code} ${pointer}`);
const update = (docId: string, body: object) => org.ok("update_document", { docId, ...body });
const issue = (docId: string, of = org) => of.ok("issue_document", { docId });
const send = (docId: string, fields: object = {}) => org.ok("send_issued_document", { docId, ...fields });

describe("warnings of an update", () => {
  it("name what is wrong in what was sent, and say what to do in English", async () => {
    const docId = await quote({});
    const { warnings } = await update(docId, wrong);
    expect(named({ warnings } as unknown as TestRecord)).toEqual(errorsOfWrong);
    expect(warnings[0]).toEqual({
      code: "R02_NO_QUANTITY",
      pointer: "/lineItems/1/qty",
      detail: "The line item at index 1 has the quantity 0: «Tinteggiatura pareti interne».",
      suggestion: "Set its quantity, or remove the line.",
    });
    expect(warnings[2].detail).toBe("The document's vatPct is not a VAT rate that exists in Italy.");
    expect(warnings[4].detail).toContain("body still has parts to be filled in: «[nome del cliente]»");
  });

  it("leave alone what is only missing yet, and what was sent before", async () => {
    const docId = await quote(wrong);
    expect((await update(docId, { title: "Altra offerta" })).warnings).toEqual([]);
    expect(named(await update(docId, { vatPct: 7 }))).toEqual(["R09_UNKNOWN_VAT_RATE /vatPct"]);
    expect((await update(await quote({}), { lineItems: [work()], notes: "Pagamento a 30 giorni" })).warnings).toEqual(
      [],
    );
  });

  it("say that most lines went, as where only a part of them was known", async () => {
    const lines = Array.from({ length: 40 }, (_, n) => work({ desc: `Tinteggiatura del locale ${n}` }));
    const docId = await quote({ ...right, lineItems: lines });
    expect(named(await update(docId, { lineItems: lines.slice(0, 3) }))).toEqual(["lines_lost /lineItems"]);
  });

  it("of single lines are about the lines that were sent", async () => {
    const docId = await quote({ ...right, lineItems: [work({ qty: 0 }), work(), work()] });
    const set = (changes: object[]) => org.ok("update_quote_lines", { docId, changes });
    expect((await set([{ at: 1, set: { price: 9 } }])).warnings).toEqual([]);
    expect(
      named(
        await set([
          { remove: 1 },
          { at: 2, set: { vatPct: 21, unit: "" } },
          { insert: 0, lines: [work({ desc: "" })] },
        ]),
      ),
    ).toEqual([
      "R04_NO_DESCRIPTION /lineItems/0/desc",
      "R04_NO_UNIT /lineItems/2/unit",
      "R09_UNKNOWN_VAT_RATE /lineVat/0/vatPct",
    ]);
  });
});

describe("issuing", () => {
  it("does as asked, and names each error of the fixed checks", async () => {
    const docId = await quote(wrong);
    const issued = await issue(docId);
    expect(issued.status).toBe("issued");
    expect(named(issued)).toEqual(errorsOfWrong);
    expect((await issue(await quote(right))).warnings).toEqual([]);
    expect(named(await issue((await org.ok("create_document", { title: "Offerta" })).id))).toEqual([
      "R01_NO_AMOUNT /lineItems",
      "R09_NO_VAT_RATE /vatPct",
      "R14_NO_CONTACT /contactId",
    ]);
  });

  it("says that attachments aren't sent, and that a letter has no text, and refuses neither", async () => {
    const letter = async (kind: string, body: string, of = org) => {
      const contactId = (await createContact(of)).id;
      return (await of.ok("create_document", { title: "Lettera", kind, contactId, body })).id;
    };
    const body = "Si trasmettono in allegato gli elaborati richiesti.";
    const docId = await letter("letter", body);
    expect(named(await issue(docId))).toEqual(["R30_ATTACHMENTS /body"]);
    expect((await send(docId)).warnings).toEqual([
      {
        code: "R30_ATTACHMENTS",
        pointer: "/body",
        detail: "The text names attachments, but only the document's PDF is sent.",
        suggestion: "Send the attachments in a message of their own (send_message), or remove them from the text.",
      },
    ]);
    expect(named(await issue(await letter("engagement_letter", "")))).toContain("R30_NO_BODY /body");
    expect((await issue(await letter("report", body))).warnings).toEqual([]);
    expect(named(await issue(await letter("letter", "", strict), strict))).toEqual(["R30_NO_BODY /body"]);
  });

  it("says where a document is too long to be sent", async () => {
    const { warnings } = await issue(await quote({ ...right, body: "x\n".repeat(20_001) }));
    expect(warnings).toEqual([
      {
        code: "R33_TOO_LONG",
        pointer: "/body",
        detail: "The document is too long to be sent as a PDF.",
        suggestion:
          "Divide it into several, of at most 3,000 line items, 20,000 lines of text and 1,000,000 characters each.",
      },
    ]);
  });

  it("says that the new revision replaces one that was sent", async () => {
    const docId = await quote(right);
    await issue(docId);
    await org.ok("set_document_status", { docId, status: "draft" });
    expect((await issue(docId)).warnings).toEqual([]);
    await send(docId);
    await org.ok("set_document_status", { docId, status: "draft" });
    const { warnings } = await issue(docId);
    expect(warnings).toEqual([
      {
        code: "replaces",
        pointer: "/docId",
        detail: expect.stringMatching(
          /^It replaces revision 2, whose mail of \d+ \w+ \d{4}.* still waited and was withdrawn: it isn't sent\.$/,
        ),
        suggestion: expect.stringContaining("send_issued_document"),
      },
    ]);
  });
});

describe("with --issue-check refuse", () => {
  it("issues nothing with errors, names each, and burns no number", async () => {
    const docId = await quote(wrong, strict);
    for (const [operation, body] of [
      ["issue_document", { docId }],
      ["set_document_status", { docId, status: "issued" }],
    ] as const) {
      const { status, code, detail } = await strict.call(operation, body);
      expect([status, code]).toEqual([422, "unprocessable"]);
      for (const error of errorsOfWrong) expect(detail).toContain(error.replace(" ", " at "));
    }
    expect(await strict.ok("get_document", { docId })).toMatchObject({ status: "draft", number: null, revisions: [] });
    expect((await issue(await quote(right, strict), strict)).number).toMatch(/\/0001$/);
  });

  it("issues as before what has none, and takes the other statuses", async () => {
    const docId = await quote(wrong, strict);
    for (const status of ["review", "accepted", "draft"])
      expect((await strict.ok("set_document_status", { docId, status })).status).toBe(status);
    const issued = await strict.ok("set_document_status", { docId: await quote(right, strict), status: "issued" });
    expect(issued.number).toMatch(/^\d{4}\//);
  });

  it("takes only words that exist", async () => {
    const { database } = api.app;
    const set = (issueCheck: string) => updateOrganization(database, strict.organizationId, { issueCheck });
    await expect(set("block")).rejects.toThrow('There is no issue check "block"; the issue checks are warn, refuse.');
  });
});

describe("sending", () => {
  it("names the errors, and that the same revision went to the same address before", async () => {
    const docId = await quote(right, org, { email: "uno@cliente.test" });
    await issue(docId);
    expect((await send(docId)).warnings).toEqual([]);
    const { warnings } = await send(docId);
    expect(warnings).toEqual([
      {
        code: "already_sent",
        pointer: "/docId",
        detail: expect.stringMatching(
          /^Revision 1 was sent to the same address before, .*: it still waits for the mail server\.$/,
        ),
        suggestion: expect.any(String),
      },
    ]);
    const { contactId } = await org.ok("get_document", { docId });
    await org.ok("update_contact", { contactId, email: "due@cliente.test" });
    expect((await send(docId)).warnings).toEqual([]);
    await api.pool.query("update document set valid_until = '2020-01-01' where id = $1", [docId]);
    expect(named(await send(docId))).toEqual(["R17_EXPIRED /validUntil", "already_sent /docId"]);
  });

  it("says what the frozen revision shows of a contact that has changed since", async () => {
    const docId = await quote(right, org, { name: "Anna Rossi" });
    await issue(docId);
    const { contactId } = await org.ok("get_document", { docId });
    await org.ok("update_contact", {
      contactId,
      name: "Eredi di Anna Rossi",
      phone: "+39 333 1234567",
      notes: "erede",
    });
    await org.ok("set_contact_details", { contactId, city: "Lucca", formOfAddress: "spettabile", sdiCode: "0000000" });
    expect((await send(docId)).warnings).toEqual([
      {
        code: "contact_changed",
        pointer: "/docId",
        detail:
          'The issued revision shows the contact as it was then: name "Anna Rossi", now "Eredi di Anna Rossi"; city empty, now "Lucca".',
        suggestion:
          "If the client should read the present data, set the document to draft with set_document_status, issue it again, and send it.",
      },
    ]);
    await org.ok("set_document_status", { docId, status: "draft" });
    await issue(docId);
    expect(named(await send(docId))).toEqual(["replaces /docId"]);
    await org.ok("update_contact", { contactId, name: "Anna Rossi" });
    const narrow = await org.keyWith("documents:edit");
    const { result } = await api.call<TestRecord>("send_issued_document", { docId }, narrow);
    expect(named(result)).toEqual(["already_sent /docId", "replaces /docId"]);
  });

  it("says where the address is known within a network at most, and sends", async () => {
    const docId = await quote(right, org, { email: "nicolo@desantis" });
    await issue(docId);
    const { message, warnings } = await send(docId);
    expect(message).toMatchObject({ to: "nicolo@desantis", status: "queued" });
    expect(warnings).toEqual([
      {
        code: "invalid_email",
        pointer: "/contactId",
        detail: '"nicolo@desantis" isn\'t an e-mail address.',
        suggestion:
          "Write the whole address, such as maria.rossi@example.it; as it is, only a server of one's own network can know it.",
      },
    ]);
  });

  it("does not count what never went out", async () => {
    const docId = await quote(right);
    await issue(docId);
    const { message } = await send(docId);
    await api.pool.query("update message set status = 'failed' where id = $1", [message.id]);
    expect((await send(docId)).warnings).toEqual([]);
  });

  it("tells the client in the mail of a later revision which one it replaces, in the same thread", async () => {
    const docId = await quote(right);
    await issue(docId);
    const first = await send(docId);
    await api.pool.query("update message set status = 'sent', handed_over_at = now() where id = $1", [
      first.message.id,
    ]);
    await org.ok("set_document_status", { docId, status: "draft" });
    await issue(docId);
    const second = await send(docId);
    const today = italianLocalDate(new Date(), "Europe/Rome");
    const sentence = `La presente revisione 2 sostituisce la revisione 1 ${withArticle("del", today)}.`;
    expect(second.message.body).toContain(`\n\n${sentence}\n\nRestiamo a disposizione`);
    expect(second.message.threadId).toBe(first.message.threadId);
    expect(named(second)).toEqual(["replaces /docId"]);
    const third = await send(docId, { message: "Gentile Maria, ecco." });
    expect(third.message.body).toBe(
      `Gentile Maria, ecco.\n\nCordiali saluti\nStudio Rossi\n\nAllegato: Preventivo n. ${third.document.number}: Offerta\n\n${sentence}`,
    );
    const { rows } = await api.pool.query<{ header: string; inReplyTo: string | null }>(
      `select m.message_id_header as header, m.in_reply_to as "inReplyTo" from delivery d join message m on m.id = d.message_id
       where d.document_id = $1 order by d.n`,
      [docId],
    );
    expect(rows.map(({ inReplyTo }) => inReplyTo)).toEqual([null, rows[0]?.header, rows[1]?.header]);
  });
});
