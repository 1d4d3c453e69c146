import { afterEach, beforeEach, expect, it } from "@jest/globals";
import { type FlyingTime, startFlyingTime } from "../support/flying-time.js";

let time: FlyingTime;
beforeEach(async () => {
  time = await startFlyingTime();
}, 60_000);
afterEach(() => time?.close());

const soon = () => new Date(Date.now() + 1_000).toISOString();
const on = (days: number) => time.day(days).toISOString();
const told = (part: string) => time.smtp.messages.filter(({ subject }) => subject?.includes(part)).length;

it("a submission's deadline: a wrong date that has passed, a suspension and an integration end at the right date", async () => {
  const { id: projectId } = await time.org.ok("create_project", { name: "Villa Rossi" });
  const { id: submissionId, reminder } = await time.org.ok("record_submission", {
    projectId,
    decisionDeadline: soon(),
  });
  const [clock, notices] = [`watch-submission:${submissionId}`, `watch-reminder:${reminder.id}`];
  expect(await time.result(clock)).toBe("overdue");
  expect(await time.result(notices)).toBe("told");
  expect([told("Termine decorso"), told("Scadenza")]).toEqual([1, 1]);

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
}, 60_000);

it("a reminder and a sent document's follow-up that were due are told again at their new dates", async () => {
  const { id } = await time.org.ok("create_reminder", { title: "Saldo", kind: "payment", dueAt: soon() });
  expect(await time.result(`watch-reminder:${id}`)).toBe("told");
  expect(await time.org.ok("update_reminder", { reminderId: id, dueAt: on(20) })).toMatchObject({ status: "pending" });
  expect(await time.result(`watch-reminder:${id}`)).toBe("told");
  expect([told("Pagamento tra"), told("Pagamento: Saldo")]).toEqual([1, 2]);

  const contact = await time.org.ok("create_contact", { name: "Maria", email: "maria@cliente.test" });
  const { id: docId } = await time.org.ok("create_document", { title: "Offerta", contactId: contact.id });
  await time.org.ok("issue_document", { docId });
  const { workflowId, reminder } = await time.org.ok("send_issued_document", { docId, followUpDays: 2 });
  expect(await time.result(workflowId)).toBe("followed up");
  const moved = await time.org.ok("update_reminder", { reminderId: reminder.id, dueAt: on(60) });
  expect(moved).toMatchObject({ status: "pending", dueAt: on(60) });
  expect(await time.result(workflowId)).toBe("followed up");
  expect([told("Sollecito"), told("n. ")]).toEqual([2, 1]);
  expect((await time.org.ok("get_reminder", { reminderId: reminder.id })).dueAt).toBe(on(60));
}, 60_000);
