import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { eventually } from "../support/eventually.js";
import { type FlyingTime, startFlyingTime } from "../support/flying-time.js";

let time: FlyingTime;
beforeEach(async () => {
  time = await startFlyingTime();
}, 60_000);
afterEach(() => time?.close());

const isOut = "451 4.3.2 try later";
const setStatus = (docId: string, status: string) => time.org.ok("set_document_status", { docId, status });
const send = (docId: string) => time.org.ok("send_issued_document", { docId });
const messageOf = ({ message }: Record<string, { id: string }>) =>
  time.one<{ status: string; error: string | null }>("select status, error from message where id = $1", message?.id);

async function issuedQuote() {
  const contact = await time.org.ok("create_contact", { name: "Maria Bianchi", email: "maria@cliente.test" });
  const { id: docId } = await time.org.ok("create_document", { title: "Villa Rossi", contactId: contact.id });
  await time.org.ok("update_document", { docId, body: "Rilievo" });
  await time.org.ok("issue_document", { docId });
  return { docId: docId as string, contactId: contact.id as string };
}

/** A revision that is queued because the mail server is out. */
async function waitingQuote() {
  time.smtp.behaviour.rejectWith = isOut;
  const quote = await issuedQuote();
  const sent = await send(quote.docId);
  await time.ordered();
  await eventually(async () => (await messageOf(sent)).error === isOut || undefined);
  return { ...quote, sent };
}
/** Another revision, without a way over draft: what it names has changed, and an answer given by mistake was taken back. */
async function issueAnew({ docId, contactId }: { docId: string; contactId: string }) {
  await time.org.ok("update_contact", { contactId, phone: "055 123456" });
  await setStatus(docId, "accepted");
  await setStatus(docId, "issued");
}

describe("while the mail server is out", () => {
  it("the mail of a later revision takes the place of the earlier one's, and nobody is told of a failure", async () => {
    const quote = await waitingQuote();
    await issueAnew(quote);
    const second = await send(quote.docId);
    expect(second.warnings).toContainEqual({
      code: "replaces",
      pointer: "/docId",
      detail: expect.stringMatching(/^It replaces revision 1, whose mail of .* was withdrawn: it isn't sent; the new/),
      suggestion: null,
    });
    expect(await messageOf(quote.sent)).toEqual({ status: "failed", error: "not sent: revision 2 was sent instead" });
    await time.ordered();
    await time.pass(0.2);
    delete time.smtp.behaviour.rejectWith;
    await time.pass(0.2);
    expect(await messageOf(second)).toEqual({ status: "sent", error: null });
    expect(await time.result(quote.sent.workflowId)).toBe("withdrawn");
    const { number } = second.document;
    expect(time.mails()).toEqual([`maria@cliente.test: Preventivo n. ${number}: Villa Rossi`]);
    expect(time.smtp.messages[0]?.attachments.map(({ filename }) => filename)).toEqual([
      `Preventivo ${number.replace("/", "-")} rev. 2.pdf`,
    ]);
  });

  it("a mail to another address stays in the queue, and the answer says where the earlier one goes", async () => {
    const quote = await waitingQuote();
    await issueAnew(quote);
    await time.org.ok("update_contact", { contactId: quote.contactId, email: "nuova@cliente.test" });
    const second = await send(quote.docId);
    expect(second.warnings.map(({ detail }: { detail: string }) => detail)).toContainEqual(
      expect.stringMatching(/^Revision 1 was sent to another address, maria@cliente\.test, on /),
    );
    expect(await messageOf(quote.sent)).toEqual({ status: "queued", error: isOut });
    delete time.smtp.behaviour.rejectWith;
    await time.ordered();
    await time.pass(0.1);
    expect(time.smtp.messages.map(({ envelopeTo }) => envelopeTo[0]).sort()).toEqual([
      "maria@cliente.test",
      "nuova@cliente.test",
    ]);
  });

  it.each([
    ["set back to draft", (docId: string) => setStatus(docId, "draft"), "the document was set back to draft"],
    ["set back to review", (docId: string) => setStatus(docId, "review"), "the document was set back to review"],
    ["deleted", (docId: string) => time.org.ok("delete_document", { docId }), "its document was deleted"],
  ])("the mail of a document that is %s does not go out any more", async (_, happens, reason) => {
    const { docId, sent } = await waitingQuote();
    await happens(docId);
    expect(await messageOf(sent)).toEqual({ status: "failed", error: `not sent: ${reason}` });
    delete time.smtp.behaviour.rejectWith;
    expect(await time.result(sent.workflowId)).toBe("withdrawn");
    expect(time.mails()).toEqual([]);
  });

  it("the mail of a deleted document goes out after all where it is restored", async () => {
    const { docId, sent } = await waitingQuote();
    await time.org.ok("delete_document", { docId });
    const { items } = await time.org.ok("list_deleted", {});
    await time.org.ok("restore_record", { deletionId: items[0].deletionId });
    expect(await messageOf(sent)).toEqual({ status: "queued", error: isOut });
    delete time.smtp.behaviour.rejectWith;
    expect(await time.result(sent.workflowId)).toBe("followed up");
    expect(time.mails().map((mail) => mail.split(":")[0])).toEqual(["maria@cliente.test", time.owner.email]);
  });

  it("the mail of a document that was answered stays in the queue: its content stands", async () => {
    const { docId, sent } = await waitingQuote();
    await setStatus(docId, "accepted");
    delete time.smtp.behaviour.rejectWith;
    expect(await time.result(sent.workflowId)).toBe("closed");
    expect(time.mails()).toHaveLength(1);
  });
});

describe("a mail that is being handed over while it is withdrawn", () => {
  it.each([
    ["taken", undefined, { status: "sent", error: null }, "closed"],
    ["deferred", isOut, { status: "failed", error: "not sent: the document was set back to draft" }, "withdrawn"],
  ])("counts as what became of it: %s", async (_, answer, outcome, result) => {
    const { docId } = await issuedQuote();
    let goOn = (): void => undefined;
    const mayGoOn = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const came = new Promise<void>((resolve) => {
      time.smtp.behaviour.onMail = () => {
        resolve();
        return mayGoOn;
      };
    });
    time.smtp.behaviour.rejectMessageWith = () => answer;
    const sent = await send(docId);
    await came;
    await setStatus(docId, "draft");
    expect(await messageOf(sent)).toEqual({
      status: "uncertain",
      error: "not sent again: the document was set back to draft; whether it arrived before isn't known",
    });
    goOn();
    expect(await time.result(sent.workflowId)).toBe(result);
    expect(await messageOf(sent)).toEqual(outcome);
    expect(time.mails()).toHaveLength(answer ? 0 : 1);
  });

  it("stays uncertain where no answer came", async () => {
    time.smtp.behaviour.dropAfterData = true;
    const { docId } = await issuedQuote();
    const sent = await send(docId);
    await time.ordered();
    await eventually(async () => (await messageOf(sent)).error !== null || undefined);
    await setStatus(docId, "draft");
    expect(await time.result(sent.workflowId)).toBe("withdrawn");
    expect(await messageOf(sent)).toMatchObject({ status: "uncertain" });
    expect(time.mails()).toHaveLength(1);
  });
});
