import { dayMs } from "../../src/domain/calendar/durations.js";
import type { Random } from "../support/random.js";
import type { Client } from "./client.js";

/** What must be true of a record in the end; several values where the moments were too near to tell. */
export interface Expected {
  table: "reminder" | "submission" | "project" | "document" | "message" | "contact";
  id: string;
  /** columns, each with the values that it may have; null where the row must be gone */
  row: Record<string, readonly unknown[]> | null;
  /** the names of the notices that are told of it, each once to each owner; null where any may be */
  notices: readonly string[] | null;
  /** how many tasks its project has */
  tasks?: { projectId: string; count: number };
}

/** What a request may have taken on its way: nearer than this to a date nobody can say which came first. */
const marginMs = 1_500;

/** Things that people do in Pratica, at random; each says what must have become of it in the end. */
export class Stream {
  readonly expected: Expected[] = [];
  private n = 0;

  /** @param lastMs up to when (epoch ms) dates near by may lie */
  constructor(
    private readonly client: Client,
    private readonly random: Random,
    private readonly lastMs: number,
  ) {}

  /** Does one thing, or a few in a row. */
  async step(): Promise<void> {
    await this.random.of([
      () => this.reminderThatFires(),
      () => this.reminderThatFires(),
      () => this.reminderThatIsDone(),
      () => this.reminderFarAway(),
      () => this.deadlineThatPasses(),
      () => this.deadlineThatIsAnswered(),
      () => this.deadlineThatIsSuspended(),
      () => this.stageDeadlineThatIsMoved(),
      () => this.projectThatIsDeleted(),
      () => this.documentThatIsFollowedUp(),
      () => this.documentThatIsAnswered(),
      () => this.documentThatIsDeleted(),
      () => this.message(),
    ])();
  }

  private name = (what: string) => `${what} ${++this.n}`;
  private soon = (leastS: number) =>
    Math.min(Date.now() + this.random.between(leastS, 40) * 1000, Math.max(this.lastMs, Date.now() + leastS * 1000));
  private expect = (one: Expected) => this.expected.push(one);
  private project = async (): Promise<string> =>
    (await this.client.ask("create_project", { name: this.name("Villa") })).id;
  private reminder = (id: string, status: readonly string[], notices: Expected["notices"]) =>
    this.expect({ table: "reminder", id, row: { status }, notices });

  private async reminderThatFires() {
    const { id } = await this.client.ask("create_reminder", {
      title: this.name("Saldo"),
      dueAt: Math.round(this.soon(2)),
    });
    this.reminder(id, ["due"], ["due"]);
  }

  private async reminderThatIsDone() {
    const dueAt = Math.round(this.soon(8));
    const { id } = await this.client.ask("create_reminder", { title: this.name("Sopralluogo"), dueAt });
    await this.client.ask("complete_reminder", { reminderId: id });
    this.reminder(id, ["done"], Date.now() < dueAt - marginMs ? [] : null);
  }

  private async reminderFarAway() {
    const days = this.random.of([20, 34, 60, 300]);
    const { id } = await this.client.ask("create_reminder", {
      title: this.name("Polizza"),
      kind: this.random.of(["deadline", "generic", "payment"]),
      dueAt: Date.now() + days * dayMs,
    });
    this.reminder(id, ["pending"], []);
  }

  private async submit(projectId: string, decisionDeadline: number, kind = "submission") {
    const { id, reminder } = await this.client.ask("record_submission", { projectId, kind, decisionDeadline });
    const notice = `overdue for ${new Date(decisionDeadline).toISOString()}`;
    return { submissionId: id as string, reminderId: reminder.id as string, notice };
  }

  private overdue(submitted: Awaited<ReturnType<Stream["submit"]>>, projectId: string) {
    const { submissionId, reminderId, notice } = submitted;
    const tasks = { projectId, count: 1 };
    this.expect({
      table: "submission",
      id: submissionId,
      row: { clock_state: ["overdue"] },
      notices: [notice],
      tasks,
    });
    this.reminder(reminderId, ["due"], ["due"]);
  }

  private async deadlineThatPasses() {
    const projectId = await this.project();
    this.overdue(await this.submit(projectId, Math.round(this.soon(3))), projectId);
  }

  private async deadlineThatIsAnswered() {
    const projectId = await this.project();
    const days = this.random.of([10, 60, 400]);
    const { submissionId, reminderId } = await this.submit(projectId, Date.now() + days * dayMs);
    const outcome = this.random.of(["approved", "rejected"]);
    await this.client.ask("set_submission_outcome", { submissionId, outcome });
    const row = { clock_state: ["closed"], outcome: [outcome] };
    this.expect({ table: "submission", id: submissionId, row, notices: [], tasks: { projectId, count: 0 } });
    this.reminder(reminderId, ["cancelled"], []);
  }

  private async deadlineThatIsSuspended() {
    const projectId = await this.project();
    const deadline = Math.round(this.soon(10));
    const { submissionId, reminderId } = await this.submit(projectId, deadline);
    await this.client.ask("set_submission_outcome", { submissionId, outcome: "suspended" });
    const inTime = Date.now() < deadline - marginMs;
    if (this.random.next() < 0.5) {
      const second = await this.submit(projectId, Math.round(this.soon(3)), "integration");
      const row = { clock_state: ["closed"], outcome: ["suspended"] };
      this.expect({ table: "submission", id: submissionId, row, notices: inTime ? [] : null });
      this.reminder(reminderId, ["cancelled"], inTime ? [] : null);
      if (inTime) this.overdue(second, projectId);
    } else if (inTime) {
      const row = { clock_state: ["suspended"] };
      this.expect({ table: "submission", id: submissionId, row, notices: [], tasks: { projectId, count: 0 } });
      this.reminder(reminderId, ["suspended"], []);
    }
  }

  private async stageDeadlineThatIsMoved() {
    const projectId = await this.project();
    const set = (decisionDeadline: number) =>
      this.client.ask("update_project_stage", { projectId, stage: "review", decisionDeadline });
    await set(Date.now() + this.random.of([45, 400]) * dayMs);
    const moved = Math.round(this.soon(4));
    await set(moved);
    const notices = [`passed for ${new Date(moved).toISOString()}`];
    const tasks = { projectId, count: 1 };
    this.expect({ table: "project", id: projectId, row: { stage: ["review"] }, notices, tasks });
  }

  private async projectThatIsDeleted() {
    const projectId = await this.project();
    const deadline = Math.round(this.soon(12));
    const { submissionId, reminderId } = await this.submit(projectId, deadline);
    await this.client.ask("update_project_stage", { projectId, stage: "review", decisionDeadline: deadline + 1_000 });
    await this.client.ask("delete_project", { projectId });
    const notices = Date.now() < deadline - marginMs ? [] : null;
    this.expect({ table: "project", id: projectId, row: null, notices });
    this.expect({ table: "submission", id: submissionId, row: null, notices });
    this.reminder(reminderId, ["cancelled"], notices);
  }

  private async delivery(followUpS: number) {
    const name = this.name("Cliente");
    const { id: contactId } = await this.client.ask("create_contact", { name, email: "cliente@example.test" });
    const { id: docId } = await this.client.ask("create_document", { title: this.name("Preventivo"), contactId });
    await this.client.ask("update_document", { docId, body: "Rilievo", vatPct: 22 });
    await this.client.ask("issue_document", { docId });
    const { message, reminder } = await this.client.ask("send_issued_document", {
      docId,
      followUpDays: followUpS / 86_400,
    });
    this.expect({ table: "contact", id: contactId, row: { name: [name] }, notices: null });
    return { docId: docId as string, messageId: message.id as string, reminderId: reminder.id as string };
  }

  private sent = (messageId: string) =>
    this.expect({ table: "message", id: messageId, row: { status: ["sent"] }, notices: null });

  private async documentThatIsFollowedUp() {
    const { docId, messageId, reminderId } = await this.delivery(this.random.between(2, 15));
    this.sent(messageId);
    this.expect({ table: "document", id: docId, row: { status: ["issued"] }, notices: null });
    this.reminder(reminderId, ["due"], ["due"]);
  }

  private async documentThatIsAnswered() {
    const { docId, messageId, reminderId } = await this.delivery(30 * 86_400);
    const status = this.random.of(["accepted", "declined", "draft"]);
    await this.client.ask("set_document_status", { docId, status });
    // A draft's mail is withdrawn, unless it was on its way.
    const outcomes = status === "draft" ? ["sent", "failed", "uncertain"] : ["sent"];
    this.expect({ table: "message", id: messageId, row: { status: outcomes }, notices: null });
    this.expect({ table: "document", id: docId, row: { status: [status] }, notices: null });
    this.reminder(reminderId, ["cancelled"], []);
  }

  private async documentThatIsDeleted() {
    const { docId, messageId, reminderId } = await this.delivery(30 * 86_400);
    await this.client.ask("delete_document", { docId });
    this.expect({ table: "document", id: docId, row: null, notices: null });
    // It may have been on its way.
    this.expect({ table: "message", id: messageId, row: { status: ["sent", "failed", "uncertain"] }, notices: null });
    this.reminder(reminderId, ["cancelled"], []);
  }

  private async message() {
    const { message } = await this.client.ask("send_message", {
      to: "comune@example.test",
      subject: this.name("Accesso agli atti"),
      body: "Buongiorno",
    });
    this.expect({ table: "message", id: message.id, row: { status: ["sent"] }, notices: null });
  }
}
