import { describe, expect, it } from "@jest/globals";
import { eventually } from "../support/eventually.js";
import { startFlyingTime } from "../support/flying-time.js";
import { forEachTest } from "../support/for-tests.js";

const time = forEachTest(startFlyingTime);

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
  return docId as string;
}

it("with the mail server out, only the later revision goes out, and nobody is told of a failure", async () => {
  time.smtp.behaviour.rejectWith = isOut;
  const docId = await issuedQuote();
  const first = await send(docId);
  await time.ordered();
  await eventually(async () => (await messageOf(first)).error === isOut);
  await setStatus(docId, "draft");
  await time.org.ok("update_document", { docId, body: "Rilievo e accatastamento" });
  await time.org.ok("issue_document", { docId });
  const second = await send(docId);
  await time.ordered();
  await time.pass(0.2);
  delete time.smtp.behaviour.rejectWith;
  await time.pass(0.2);
  expect(await messageOf(second)).toEqual({ status: "sent", error: null });
  expect(await time.result(first.workflowId)).toBe("withdrawn");
  expect(await messageOf(first)).toEqual({ status: "failed", error: "not sent: the document was set back to draft" });
  const { number } = second.document;
  expect(time.mails()).toEqual([`maria@cliente.test: Preventivo n. ${number}: Villa Rossi`]);
  expect(time.smtp.messages[0]?.attachments.map(({ filename }) => filename)).toEqual([
    `Preventivo ${number.replace("/", "-")} rev. 2.pdf`,
  ]);
});

it("a mail that is being handed over while it is withdrawn counts as what became of it", async () => {
  const perhaps = "not sent again: the document was set back to draft; whether it arrived before isn't known";
  const surely = "not sent: the document was set back to draft";
  for (const [answer, outcome, result, arrived] of [
    [undefined, { status: "sent", error: null }, "closed", 1],
    [isOut, { status: "failed", error: surely }, "withdrawn", 0],
    ["550 5.7.1 no", { status: "failed", error: surely }, "withdrawn", 0],
    ["none", { status: "uncertain", error: perhaps }, "withdrawn", 1],
  ] as const) {
    const docId = await issuedQuote();
    time.smtp.messages.length = 0;
    time.smtp.behaviour.rejectMessageWith = () => (answer === "none" ? undefined : answer);
    time.smtp.behaviour.dropAfterData = answer === "none";
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
    const sent = await send(docId);
    await came;
    await setStatus(docId, "draft");
    expect(await messageOf(sent)).toEqual({ status: "uncertain", error: perhaps });
    goOn();
    expect(await time.result(sent.workflowId)).toBe(result);
    expect(await messageOf(sent)).toEqual(outcome);
    expect(time.smtp.messages).toHaveLength(arrived);
  }
});

describe("a mail that may have arrived, though the attempt after that was refused", () => {
  async function refusedAfterNoAnswer() {
    time.smtp.behaviour.dropAfterData = true;
    const sent = await send(await issuedQuote());
    await time.ordered();
    await eventually(async () => (await messageOf(sent)).error !== null);
    time.smtp.behaviour.rejectWith = isOut;
    await time.pass(0.01);
    expect(await messageOf(sent)).toEqual({ status: "queued", error: isOut });
    expect(time.smtp.messages.map(({ envelopeTo }) => envelopeTo)).toEqual([["maria@cliente.test"]]);
    return sent;
  }

  it("is uncertain once it is withdrawn", async () => {
    const sent = await refusedAfterNoAnswer();
    await setStatus(sent.document.id, "draft");
    expect(await time.result(sent.workflowId)).toBe("withdrawn");
    expect(await messageOf(sent)).toEqual({
      status: "uncertain",
      error: "not sent again: the document was set back to draft; whether it arrived before isn't known",
    });
  });

  it("is uncertain after a day", async () => {
    const sent = await refusedAfterNoAnswer();
    time.smtp.behaviour.dropAfterData = false;
    time.smtp.behaviour.rejectWith = (recipient) => (recipient === "maria@cliente.test" ? isOut : undefined);
    expect(await time.result(sent.workflowId)).toBe("failed");
    expect(await messageOf(sent)).toEqual({ status: "uncertain", error: isOut });
    expect(time.smtp.messages.at(-1)?.subject).toBe("Consegna incerta: Attesa di risposta: Villa Rossi");
  });
});

it("a mail that got no answer for a day is uncertain, and its sender is asked to find out", async () => {
  time.smtp.behaviour.dropAfterData = () => time.smtp.messages.at(-1)?.envelopeTo[0] === "maria@cliente.test";
  const docId = await issuedQuote();
  const sent = await send(docId);
  expect(await time.result(sent.workflowId)).toBe("failed");
  expect(await messageOf(sent)).toMatchObject({ status: "uncertain" });
  const { notes } = await time.org.ok("get_reminder", { reminderId: sent.reminder.id });
  expect(notes).toMatch(
    /^Annullato: non si sa se il documento sia stato consegnato \(il server di posta può aver ricevuto/,
  );
  const notice = time.smtp.messages.find(({ envelopeTo }) => envelopeTo[0] === time.owner.email);
  expect(notice?.subject).toBe("Consegna incerta: Attesa di risposta: Villa Rossi");
  expect(notice?.text).toContain("Chiedere al destinatario se lo ha ricevuto; se no, inviare di nuovo.");
});

it("a follow-up that is opened again while the word of an uncertain mail waits for the mail server is watched", async () => {
  time.smtp.behaviour.dropAfterData = true;
  time.smtp.behaviour.rejectWith = (to) => (to === time.owner.email ? isOut : undefined);
  const sent = await send(await issuedQuote());
  await time.ordered();
  await time.pass(1.1);
  await eventually(async () => (await messageOf(sent)).status === "uncertain");
  await time.org.ok("reopen_reminder", { reminderId: sent.reminder.id });
  await time.ordered();
  delete time.smtp.behaviour.rejectWith;
  time.smtp.behaviour.dropAfterData = false;
  expect(await time.result(sent.workflowId)).toBe("followed up");
  expect(await time.org.ok("get_reminder", { reminderId: sent.reminder.id })).toMatchObject({ status: "due" });
});

it("a mail without an answer is repeated under its Message-ID though the document was accepted, and that is its end", async () => {
  time.smtp.behaviour.dropAfterData = () => time.smtp.messages.length === 1;
  const docId = await issuedQuote();
  const sent = await send(docId);
  await time.ordered();
  await eventually(async () => (await messageOf(sent)).error !== null);
  await setStatus(docId, "accepted");
  expect(await time.result(sent.workflowId)).toBe("closed");
  expect(await messageOf(sent)).toEqual({ status: "sent", error: null });
  expect(time.smtp.messages.map(({ messageId }) => messageId)).toEqual(Array(2).fill(time.smtp.messages[0]?.messageId));
  const { status, notes } = await time.org.ok("get_reminder", { reminderId: sent.reminder.id });
  expect([status, notes]).toEqual(["cancelled", "Annullato: il documento è stato accettato."]);
});
