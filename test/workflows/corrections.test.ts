import { expect, it } from "@jest/globals";
import { eventually } from "../support/eventually.js";
import { startFlyingTime } from "../support/flying-time.js";
import { forEachTest } from "../support/for-tests.js";

const time = forEachTest(startFlyingTime);

const anHourAgo = () => new Date(Date.now() - 3_600_000).toISOString();
/** Waits for mails without letting time fly. */
const toldOnce = (...parts: string[]) => eventually(async () => parts.every((part) => told(part) === 1));
const on = (days: number) => time.day(days).toISOString();
const told = (part: string) => time.smtp.messages.filter(({ subject }) => subject?.includes(part)).length;

it("a submission's deadline: a wrong date that has passed, a suspension and an integration end at the right date", async () => {
  const { id: projectId } = await time.org.ok("create_project", { name: "Villa Rossi" });
  const { id: submissionId, reminder } = await time.org.ok("record_submission", {
    projectId,
    decisionDeadline: anHourAgo(),
  });
  const [clock, notices] = [`watch-submission:${submissionId}`, `watch-reminder:${reminder.id}`];
  await toldOnce("Termine decorso", "Scadenza");

  const corrected = await time.org.ok("update_submission", { submissionId, decisionDeadline: on(40) });
  expect(corrected.clock).toMatchObject({ state: "running" });
  expect((await time.org.ok("get_reminder", { reminderId: reminder.id })).status).toBe("pending");
  const tasks = async () => {
    const read = await time.org.ok("get_project", { projectId });
    return read.tasks.map(({ status }: { status: string }) => status);
  };
  expect(await tasks()).toEqual(["cancelled"]);
  await time.ordered();
  await time.pass(4);
  await time.org.ok("set_submission_outcome", { submissionId, outcome: "suspended" });
  await time.ordered();
  await time.pass(55.5);
  // Neither the wrong date's notices nor those of the suspended one.
  expect([told("Termine decorso"), told("Scadenza")]).toEqual([1, 1]);

  const { clock: resumed } = await time.org.ok("record_submission", {
    projectId,
    kind: "integration",
    submittedAt: on(70),
  });
  expect(resumed).toMatchObject({ effect: "resumed", endsAt: on(110) });
  expect(await time.result(notices)).toBe("told");
  expect(await time.result(clock)).toBe("overdue");
  const days = time.smtp.messages.flatMap(({ subject }) => /^Scadenza tra (\d+) giorni/.exec(subject ?? "")?.[1] ?? []);
  expect(days).toHaveLength(4);
  expect(Number(days[0])).toBeGreaterThanOrEqual(30);
  expect(told("Scadenza")).toBe(1 + days.length + told("Scadenza domani") + 1);
  expect(told("Termine decorso")).toBe(2);
  expect(await tasks()).toEqual(["cancelled", "todo"]);
});

it("a follow-up that was due, and a reminder whose mail waited for its server, are told at their new dates alone", async () => {
  const contact = await time.org.ok("create_contact", { name: "Maria", email: "maria@cliente.test" });
  const { id: docId } = await time.org.ok("create_document", { title: "Offerta", contactId: contact.id });
  await time.org.ok("issue_document", { docId });
  const { workflowId, reminder: followUp } = await time.org.ok("send_issued_document", { docId, followUpDays: 2 });
  await time.ordered();
  await time.pass(2.5);
  await toldOnce("Sollecito", "n. ");
  const moved = await time.org.ok("update_reminder", { reminderId: followUp.id, dueAt: on(30) });
  expect(moved).toMatchObject({ status: "pending", dueAt: on(30) });

  time.smtp.behaviour.rejectWith = "451 4.3.2 try later";
  const wrong = { title: "Saldo", kind: "payment", dueAt: anHourAgo() };
  const { id: reminderId } = await time.org.ok("create_reminder", wrong);
  const waiting = "select status, error from message where reminder_id = $1 and error is not null";
  await eventually(async () => (await time.api.pool.query(waiting, [reminderId])).rows[0]);
  expect((await time.org.ok("update_reminder", { reminderId, dueAt: on(20) })).status).toBe("pending");
  await time.ordered();
  delete time.smtp.behaviour.rejectWith;
  expect(await time.result(`watch-reminder:${reminderId}`)).toBe("told");
  expect([told("Pagamento tra"), told("Pagamento: Saldo")]).toEqual([1, 1]);
  const old = await time.one("select status, error from message where reminder_id = $1 and notice = 'due'", reminderId);
  expect(old).toEqual({ status: "failed", error: "not sent: the reminder got another date" });

  expect(await time.result(workflowId)).toBe("followed up");
  expect([told("Sollecito"), told("n. ")]).toEqual([2, 1]);
  const { status, dueAt } = await time.org.ok("get_reminder", { reminderId: followUp.id });
  expect([status, dueAt]).toEqual(["due", on(30)]);
});
