// Records a history of each path that a workflow may take: npm run histories. Runs as a test, since it needs the tests' servers.

import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it } from "@jest/globals";
import { setChannel } from "../../src/accounts/channels.js";
import { takeTwilio } from "../../src/channels/incoming/take-twilio.js";
import { settleByReceipt } from "../../src/channels/settle.js";
import { mainQueue } from "../../src/contracts/task-queues.js";
import { byChannel } from "../../src/db/audit.js";
import { Message } from "../../src/db/entities/message.js";
import { transact } from "../../src/db/transact.js";
import type { UnitOfWork } from "../../src/db/unit-of-work.js";
import { startTracing, stopTracing } from "../../src/tracing/trace.js";
import { restoreWatchers, sweep } from "../../src/workflows/sweep.js";
import { activitiesOver } from "../support/activities.js";
import { startCollector } from "../support/collector.js";
import { eventually } from "../support/eventually.js";
import type { TestRecord } from "../support/factories.js";
import { listening } from "../support/listening.js";
import { type ModelServer, startModelServer } from "../support/model-server.js";
import { listOf, uploadList } from "../support/price-list.js";
import { startProvider } from "../support/provider.js";
import { type RestoringTime, startRestoringTime } from "../support/restored-at-once.js";
import { signedIn } from "../support/visitor.js";

const directory = fileURLToPath(new URL("histories/", import.meta.url));
const program = fileURLToPath(new URL("history-files.mjs", import.meta.url));
let time: RestoringTime;
let model: ModelServer;

beforeEach(async () => {
  mkdirSync(directory, { recursive: true });
  model = await startModelServer();
  time = await startRestoringTime({
    AI_PROVIDER: "openai-compatible",
    AI_BASE_URL: model.url,
    AI_MODEL: "prova",
    SECRET_KEY: "1".repeat(64),
  });
});
afterEach(async () => {
  await time?.close();
  await model?.close();
});

async function record(name: string, workflowId: string): Promise<void> {
  const { address, namespace = "default" } = time.environment;
  execFileSync(process.execPath, [program, "write", `${directory}${name}.json`, address, namespace, workflowId]);
}
const project = () => time.org.ok("create_project", { name: "Villa Rossi" });
const iso = (days: number) => time.day(days).toISOString();
const run = (workflow: () => Promise<unknown>, workflowId: string) =>
  time.environment.client.workflow.start(workflow, { workflowId, taskQueue: mainQueue });

it("watchReminder: waiting, then told with its ladder, over a mail server that was out", async () => {
  const { id } = await time.org.ok("create_reminder", { title: "Saldo", kind: "deadline", dueAt: iso(50) });
  const workflowId = `watch-reminder:${id}`;
  await time.ordered();
  await time.pass(5);
  await record("watch-reminder-waiting", workflowId);
  time.smtp.behaviour.rejectWith = "451 4.3.2 try later";
  await time.pass(25);
  delete time.smtp.behaviour.rejectWith;
  expect(await time.result(workflowId)).toBe("told");
  await record("watch-reminder-told", workflowId);
});

it("watchReminder: told with no ladder, fired without another look", async () => {
  const { id } = await time.org.ok("create_reminder", { title: "Saldo", dueAt: iso(20) });
  expect(await time.result(`watch-reminder:${id}`)).toBe("told");
  await record("watch-reminder-fired", `watch-reminder:${id}`);
});

it("watchReminder: closed", async () => {
  const { id } = await time.org.ok("create_reminder", { title: "Saldo", dueAt: iso(20) });
  await time.ordered();
  await time.org.ok("complete_reminder", { reminderId: id });
  expect(await time.result(`watch-reminder:${id}`)).toBe("closed");
  await record("watch-reminder-closed", `watch-reminder:${id}`);
});

it("watchReminder: closed after it was told by an attempt whose answer was lost", async () => {
  const { id: reminderId } = await time.org.ok("create_reminder", { title: "Saldo", dueAt: iso(20) });
  await time.ordered();
  await time.pass(1);
  await activitiesOver(time.api.app.database).fireReminder({ organizationId: time.org.organizationId, reminderId });
  // Without the signal, which would come before the attempt that is to find it closed.
  await time.api.pool.query("update reminder set status = 'done' where id = $1", [reminderId]);
  expect(await time.result(`watch-reminder:${reminderId}`)).toBe("closed");
  expect(await time.one("select error from message where reminder_id = $1", reminderId)).toEqual({
    error: "not sent: the reminder was closed",
  });
  await record("watch-reminder-lost-answer", `watch-reminder:${reminderId}`);
});

it("watchReminder: filed under a project, then under none", async () => {
  const { id: projectId } = await project();
  const { id } = await time.org.ok("create_reminder", { title: "Saldo", dueAt: iso(20) });
  await time.ordered();
  for (const filed of [projectId, ""]) {
    await time.org.ok("update_reminder", { reminderId: id, projectId: filed });
    await time.ordered();
    await time.pass(1);
  }
  expect(await time.result(`watch-reminder:${id}`)).toBe("told");
  await record("watch-reminder-filed", `watch-reminder:${id}`);
});

it("watchReminder: ordered in one trace, woken in another", async () => {
  const collector = await startCollector();
  await startTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_SAMPLER_ARG: 1 }, "recorder", (error) =>
    expect(error).toBeUndefined(),
  );
  try {
    const { id } = await time.org.ok("create_reminder", { title: "Saldo", dueAt: iso(20) });
    await time.ordered();
    await time.org.ok("complete_reminder", { reminderId: id });
    expect(await time.result(`watch-reminder:${id}`)).toBe("closed");
    await record("watch-reminder-traced", `watch-reminder:${id}`);
  } finally {
    await stopTracing();
    await collector.close();
  }
});

it("watchSubmission and watchReminder: suspended, then closed by an integration", async () => {
  const { id: projectId } = await project();
  const { id, reminder } = await time.org.ok("record_submission", { projectId, decisionDeadline: iso(60) });
  await time.ordered();
  await time.org.ok("set_submission_outcome", { submissionId: id, outcome: "suspended" });
  await time.ordered();
  await time.pass(100);
  await record("watch-submission-suspended", `watch-submission:${id}`);
  await record("watch-reminder-suspended", `watch-reminder:${reminder.id}`);
  await time.org.ok("record_submission", { projectId, kind: "integration", decisionDeadline: iso(200) });
  expect(await time.result(`watch-submission:${id}`)).toBe("closed");
  await record("watch-submission-closed", `watch-submission:${id}`);
});

it("watchReminder: told, and moved while its mail waited for a server that was out", async () => {
  time.smtp.behaviour.rejectWith = "451 4.3.2 try later";
  const dueAt = Date.now() + 2 * 86_400_000;
  const { id } = await time.org.ok("create_reminder", { title: "Saldo", dueAt });
  await time.ordered();
  await time.pass(2.3);
  await time.org.ok("update_reminder", { reminderId: id, dueAt: iso(20) });
  await time.ordered();
  await time.pass(0.2);
  delete time.smtp.behaviour.rejectWith;
  expect(await time.result(`watch-reminder:${id}`)).toBe("told");
  expect(time.smtp.messages).toHaveLength(1);
  await record("watch-reminder-moved", `watch-reminder:${id}`);
});

it("watchSubmission and watchReminder: suspended, then going on with an integration at another date", async () => {
  const { id: projectId } = await project();
  const { id, reminder } = await time.org.ok("record_submission", { projectId, decisionDeadline: iso(20) });
  await time.ordered();
  await time.org.ok("set_submission_outcome", { submissionId: id, outcome: "suspended" });
  await time.ordered();
  await time.pass(25.5);
  await time.org.ok("record_submission", { projectId, kind: "integration", submittedAt: iso(15) });
  expect(await time.result(`watch-reminder:${reminder.id}`)).toBe("told");
  await record("watch-reminder-resumed", `watch-reminder:${reminder.id}`);
  expect(await time.result(`watch-submission:${id}`)).toBe("overdue");
  await record("watch-submission-resumed", `watch-submission:${id}`);
});

it("watchSubmission: overdue", async () => {
  const { id: projectId } = await project();
  const { id } = await time.org.ok("record_submission", { projectId, decisionDeadline: iso(600) });
  expect(await time.result(`watch-submission:${id}`)).toBe("overdue");
  await record("watch-submission-overdue", `watch-submission:${id}`);
});

it("watchProject: told, moved and passed", async () => {
  const { id: projectId } = await project();
  const setDeadline = (days: number) =>
    time.org.ok("update_project_stage", { projectId, stage: "review", decisionDeadline: iso(days) });
  await setDeadline(40);
  await time.ordered();
  await time.pass(12);
  await setDeadline(60);
  expect(await time.result(`watch-project:${projectId}`)).toBe("settled");
  await record("watch-project-passed", `watch-project:${projectId}`);
});

async function sent(followUpDays: number) {
  const contact = await time.org.ok("create_contact", { name: "Maria", email: "maria@cliente.test" });
  const { id: docId } = await time.org.ok("create_document", { title: "Preventivo", contactId: contact.id });
  await time.org.ok("update_document", { docId, validUntil: iso(20) });
  await time.org.ok("issue_document", { docId });
  const { workflowId, message } = await time.org.ok("send_issued_document", { docId, followUpDays });
  return { docId, workflowId: workflowId as string, message };
}

it("deliverDocument: followed up; expireDocument: expired", async () => {
  const { docId, workflowId } = await sent(14);
  await time.ordered();
  await time.pass(1);
  await record("deliver-document-waiting", workflowId);
  expect(await time.result(`expire-document:${docId}:1`)).toBe("expired");
  expect(await time.result(workflowId)).toBe("followed up");
  await record("deliver-document-followed-up", workflowId);
  await record("expire-document-expired", `expire-document:${docId}:1`);
});

it("deliverDocument: closed, by expiry", async () => {
  const { workflowId } = await sent(30);
  expect(await time.result(workflowId)).toBe("closed");
  await record("deliver-document-answered", workflowId);
});

it("deliverDocument: withdrawn while the mail server was out", async () => {
  time.smtp.behaviour.rejectWith = "451 4.3.2 try later";
  const { docId, workflowId } = await sent(14);
  await time.ordered();
  await time.pass(0.1);
  await time.org.ok("set_document_status", { docId, status: "draft" });
  expect(await time.result(workflowId)).toBe("withdrawn");
  await record("deliver-document-withdrawn", workflowId);
});

it("deliverDocument: restored while it was about to end", async () => {
  const remove = ({ docId }: { docId: string }) => time.org.ok("delete_document", { docId });
  const { workflowId } = await time.restoredAtOnce(() => sent(14), remove);
  await record("deliver-document-restored", workflowId);
});

it("sendMessage: restored while it was about to end", async () => {
  const send = () => time.org.ok<{ message: TestRecord }>("send_message", { to: "a@example.test", body: "A" });
  const remove = ({ message: { threadId } }: { message: TestRecord }) => time.org.ok("delete_thread", { threadId });
  const { message } = await time.restoredAtOnce(send, remove);
  await recordEnded("send-message-restored", `send-message:${message.id}`);
});

it("deliverDocument: taken up again after a wrong answer", async () => {
  const { docId, workflowId } = await sent(14);
  await time.ordered();
  await time.pass(1);
  await time.org.ok("set_document_status", { docId, status: "declined" });
  await time.ordered();
  const { workflow } = time.environment.client;
  await eventually(async () => (await workflow.getHandle(workflowId).describe()).closeTime);
  await time.org.ok("set_document_status", { docId, status: "issued" });
  expect(await time.result(workflowId)).toBe("followed up");
  await record("deliver-document-taken-up", workflowId);
});

it("deliverDocument: failed; expireDocument: closed", async () => {
  time.smtp.behaviour.rejectWith = (to) => (to === "maria@cliente.test" ? "550 5.1.1 no such user" : undefined);
  const { docId, workflowId } = await sent(14);
  await time.ordered();
  await time.org.ok("set_document_status", { docId, status: "draft" });
  await time.ordered();
  await time.pass(1);
  expect(await time.result(workflowId)).toBe("failed");
  await record("deliver-document-failed", workflowId);
  await record("expire-document-closed", `expire-document:${docId}:1`);
});

it("sendMessage: given up after a day, and sent", async () => {
  const send = async () => (await time.org.ok("send_message", { to: "a@example.test", body: "A" })).message.id;
  time.smtp.behaviour.rejectWith = "451 4.3.2 try later";
  const failed = await send();
  await time.ordered();
  await time.pass(1.2);
  delete time.smtp.behaviour.rejectWith;
  const workflowId = `send-message:${await send()}`;
  expect(await time.result(workflowId)).toBe("sent");
  await record("send-message-sent", workflowId);
  expect(await time.result(`send-message:${failed}`)).toBe("failed");
  await record("send-message-failed", `send-message:${failed}`);
});

it("sendMessage: refused, its writer told; a PEC settled by its receipt, and one whose time is over", async () => {
  const { organizationId } = time.org;
  const inOrganization = (work: (unit: UnitOfWork) => Promise<unknown>) =>
    transact(time.api.app.database, byChannel(organizationId, "record"), work);
  for (const channel of ["email", "pec"])
    await inOrganization((unit) =>
      setChannel(unit, time.api.app.config, { organizationId, channel, given: { smtpUrl: time.smtp.url } }),
    );
  const send = async (channel: string): Promise<string> =>
    (await time.org.ok("send_message", { to: "a@example.test", channel, body: "A" })).message.id;
  time.smtp.behaviour.rejectWith = (to) => (to === "a@example.test" ? "550 5.1.1 no such user" : undefined);
  const refused = await send("email");
  await time.ordered();
  await recordEnded("send-message-refused", `send-message:${refused}`);
  delete time.smtp.behaviour.rejectWith;
  const delivered = await send("pec");
  await eventually(async () => {
    const { at } = await time.one<{ at: Date | null }>(
      "select handed_over_at as at from message where id = $1",
      delivered,
    );
    return at ?? undefined;
  });
  await inOrganization(async (unit) => {
    const message = (await unit.find(Message, organizationId, delivered)) as Message;
    const type = "avvenuta-consegna";
    await settleByReceipt(unit, message, { type, at: new Date(), fileId: delivered, signature: "valid", words: "" });
  });
  await recordEnded("send-message-delivered", `send-message:${delivered}`);
  const uncertain = await send("pec");
  expect(await time.result(`send-message:${uncertain}`)).toBe("sent");
  await record("send-message-uncertain", `send-message:${uncertain}`);
});

it("sendMessage: a PEC that waits for its login, until the password is right", async () => {
  const { organizationId } = time.org;
  const setPec = (smtpUrl: string) =>
    transact(time.api.app.database, byChannel(organizationId, "record"), (unit) =>
      setChannel(unit, time.api.app.config, { organizationId, channel: "pec", given: { smtpUrl } }),
    );
  await setPec(time.smtp.url);
  time.smtp.behaviour.rejectWith = "451 4.3.2 try later";
  const { message } = await time.org.ok("send_message", { to: "a@example.test", channel: "pec", body: "A" });
  await eventually(async () => {
    const { error } = await time.one<{ error: string | null }>("select error from message where id = $1", message.id);
    return error ?? undefined;
  });
  delete time.smtp.behaviour.rejectWith;
  await setPec(time.smtp.url);
  expect(await time.result(`send-message:${message.id}`)).toBe("sent");
  await record("send-message-woken", `send-message:${message.id}`);
});

it("sendMessage: an SMS that waits for an earlier one of its chat", async () => {
  const { organizationId } = time.org;
  let answer = (): void => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  let calls = 0;
  const provider = await startProvider(async () => {
    const sid = `SM${++calls}`;
    if (calls === 1) await answered;
    return { status: 201, body: { sid } };
  });
  const given = { provider: "twilio", accountSid: "AC1", authToken: "s", from: "+39021", baseUrl: provider.url };
  await transact(time.api.app.database, byChannel(organizationId, "record"), (unit) =>
    setChannel(unit, time.api.app.config, { organizationId, channel: "sms", given }),
  );
  const first = (await time.org.ok("send_message", { channel: "sms", to: "333 1234567", body: "A" })).message;
  await eventually(async () => calls > 0);
  const { message } = await time.org.ok("send_message", { threadId: first.threadId, body: "A" });
  await time.ordered();
  const { workflow } = time.environment.client;
  await eventually(async () => {
    const { events } = await workflow.getHandle(`send-message:${message.id}`).fetchHistory();
    return events?.some((event) => event.timerStartedEventAttributes);
  });
  answer();
  expect(await time.result(`send-message:${message.id}`)).toBe("sent");
  await record("send-message-in-turn", `send-message:${message.id}`);
  await provider.close();
});

it("fetchFiles: fetched after a refusal for now, and given up", async () => {
  const { organizationId } = time.org;
  let isDown = true;
  const provider = createServer(({ url: path }, response) => {
    if (isDown || path === "/1") response.writeHead(503).end();
    else response.end("Villa Rossi");
  });
  const { url } = await listening(provider.unref());
  const given = { provider: "twilio", accountSid: "AC1", authToken: "segreto", from: "+39021", baseUrl: url };
  await transact(time.api.app.database, byChannel(organizationId, "record"), (unit) =>
    setChannel(unit, time.api.app.config, { organizationId, channel: "sms", given }),
  );
  const post = async (n: number): Promise<string> => {
    const fields = {
      MessageSid: `MM${n}`,
      From: "+393331234567",
      To: "+39021",
      Body: "Saldo",
      MediaUrl0: `${url}/${n}`,
    };
    await takeTwilio(time.api.app.database, organizationId, new URLSearchParams(fields), null);
    return `fetch-files:${(await time.one<{ id: string }>("select id from message where provider_id = $1", `MM${n}`)).id}`;
  };
  const [lost, kept] = [await post(1), await post(2)];
  await time.ordered();
  await time.pass(0.01);
  isDown = false;
  expect(await time.result(kept)).toBe("settled");
  await record("fetch-files-settled", kept);
  expect(await time.result(lost)).toBe("given up");
  await record("fetch-files-given-up", lost);
});

const letter = async (): Promise<string> =>
  (await time.org.ok("create_document", { title: "Lettera", kind: "letter", body: "Villa Rossi" })).id;
const drafting = (docId: string) => time.org.call("draft_document_from_instructions", { docId, instructions: "Saldo" });
const said = { say: { body: "Preventivo", lineItems: null, notes: null } };

/** As `record`, once the run has ended by itself: for those with whom no time flies. */
const recordEnded = async (name: string, workflowId: string): Promise<void> => {
  const { workflow } = time.environment.client;
  await eventually(async () => (await workflow.getHandle(workflowId).describe()).closeTime);
  await record(name, workflowId);
};

it("draftDocument: drafted at once, and after an edit in between; given up after a second one", async () => {
  const docId = await letter();
  const edited = async () => {
    await time.org.ok("update_document", { docId, body: `Villa Rossi ${model.requests.length}` });
    return said;
  };
  model.script.push(said, edited, said, edited, edited);
  await drafting(docId);
  await recordEnded("draft-document-drafted", `draft-document:${docId}:1`);
  await drafting(docId);
  await recordEnded("draft-document-drafted-again", `draft-document:${docId}:2`);
  expect((await drafting(docId)).status).toBe(422);
  await recordEnded("draft-document-outdated", `draft-document:${docId}:3`);
});

it("draftDocument: failed, and stopped by a deletion; reviewDocument: reviewed and failed", async () => {
  const docId = await letter();
  model.script.push({ status: 500 }, { status: 401 }, { say: { findings: [] } }, { status: 401 });
  expect((await drafting(docId)).status).toBe(422);
  await recordEnded("draft-document-failed", `draft-document:${docId}:1`);
  for (const [n, name] of ["reviewed", "failed"].entries()) {
    await time.org.ok("review_document", { docId });
    await recordEnded(`review-document-${name}`, `review-document:${docId}:${n + 1}`);
  }
  model.script.push({ silence: true });
  const stopped = drafting(docId);
  await model.waitFor(5);
  await time.org.ok("delete_document", { docId });
  expect((await stopped).status).toBe(404);
  await recordEnded("draft-document-cancelled", `draft-document:${docId}:2`);
});

it("renderDocument", async () => {
  const { id: docId } = await time.org.ok("create_document", { title: "Preventivo" });
  const { workflowId } = await time.org.ok("render_document", { docId });
  await time.result(workflowId);
  await record("render-document", workflowId);
});

it("importPriceBook", async () => {
  const list = listOf([{ code: "A.01", text: "Muratura", price: "41.50" }]);
  const { workflowId } = await time.org.ok("import_price_book", { fileId: await uploadList(time.api, time.org, list) });
  expect(await time.result(workflowId)).toBe("done");
  await record("import-price-book", workflowId);
});

it("makeExport", async () => {
  const { id: computoId } = await time.org.ok("create_bill_of_quantities", {
    projectId: (await project()).id,
    name: "Computo",
  });
  const { workflowId } = await time.org.ok("export_bill_of_quantities", { computoId, format: "csv" });
  await time.result(workflowId);
  await record("make-export", workflowId);
});

it("sweep and restoreWatchers", async () => {
  await (await run(sweep, "sweep")).result();
  await record("sweep-forgetting", "sweep");
  await (await run(restoreWatchers, "restore-watchers")).result();
  await record("restore-watchers", "restore-watchers");
});

it("sendAccountMail: sent after a refusal for now, and given up", async () => {
  const me = await signedIn(time.api, time.owner);
  const invite = async (email: string) => {
    await me.visit("/settings/members");
    await me.submit("/settings/members/invite", { email, role: "viewer" });
    await time.ordered();
    const { id } = await time.one<{ id: string }>("select id from account_link where email = $1", email);
    return `send-account-mail:${id}`;
  };
  time.smtp.behaviour.rejectWith = "451 4.3.2 try later";
  const [failed, sent] = [await invite("a@example.test"), await invite("b@example.test")];
  await time.pass(0.01);
  time.smtp.behaviour.rejectWith = (to) => (to === "a@example.test" ? "451 4.3.2 try later" : undefined);
  await time.pass(1.2);
  expect(await time.result(sent)).toBe("sent");
  await record("send-account-mail-sent", sent);
  expect(await time.result(failed)).toBe("failed");
  await record("send-account-mail-failed", failed);
});
