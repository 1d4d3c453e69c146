import { describe, expect, it } from "@jest/globals";
import { noticePlan } from "../../src/domain/calendar/notice-plan.js";
import { eventually } from "../support/eventually.js";
import { startFlyingTime } from "../support/flying-time.js";
import { forEachTest } from "../support/for-tests.js";

const time = forEachTest(startFlyingTime);

const remind = (fields: object, key = time.owner.key) =>
  time.org.ok("create_reminder", { title: "Deposito variante", ...fields }, key);
const subjects = () => time.smtp.messages.map(({ subject }) => subject);

describe("a reminder's ladder", () => {
  it("tells of a deadline before it and on the day, each once, with what, when, which project and where", async () => {
    const client = await time.org.ok("create_contact", { name: "Mario Rossi" });
    const villa = { name: "Villa Rossi", municipality: "Bergamo", clientContactId: client.id };
    const project = await time.org.ok("create_project", villa);
    const dueAt = time.day(50);
    const { id } = await remind({ kind: "deadline", dueAt: dueAt.toISOString(), projectId: project.id });
    expect(await time.result(`watch-reminder:${id}`)).toBe("told");

    const plan = noticePlan("deadline", dueAt, new Date(), "Europe/Rome", []);
    expect(subjects()).toHaveLength(plan.length + 1);
    for (const [i, { at }] of plan.entries()) {
      const left = Math.ceil((dueAt.getTime() - at.getTime()) / 86_400_000);
      const when = left === 1 ? "domani" : `tra ${left} giorni`;
      expect(subjects()[i]).toBe(`Scadenza ${when}: Deposito variante`);
      expect(time.smtp.messages[i]?.text).toContain(`(${when})`);
    }
    expect(subjects().at(-1)).toBe("Scadenza: Deposito variante");
    for (const { text, envelopeTo } of time.smtp.messages) {
      expect(envelopeTo).toEqual([time.owner.email]);
      expect(text).toContain("Pratica: Villa Rossi, Bergamo");
      expect(text).toContain("Cliente: Mario Rossi");
      expect(text).toContain("«Mostrami il promemoria “Deposito variante” della pratica “Villa Rossi”».");
      expect(text).not.toContain(id);
    }
    expect((await time.org.ok("get_reminder", { reminderId: id })).status).toBe("due");
    const { count } = await time.one<{ count: string }>(
      "select count(distinct notice) from message where reminder_id = $1",
      id,
    );
    expect(Number(count)).toBe(plan.length + 1);
  });

  it("names the next working day where a deadline is on a holiday", async () => {
    // Whole days from the coming Sunday on, seen from today.
    const sunday = [0, 1, 2, 3, 4, 5, 6].map((n) => time.day(20 + n)).find((day) => day.getUTCDay() === 0) as Date;
    const { id } = await remind({ kind: "deadline", dueAt: sunday.toISOString() });
    await time.result(`watch-reminder:${id}`);
    expect(subjects().at(-1)).toBe("Scadenza: Deposito variante");
    for (const { text } of time.smtp.messages)
      expect(text).toMatch(/Il giorno è festivo: il primo giorno lavorativo successivo è (?:il |l')\d+°? \w+ 20\d\d/);
  });

  it("sends nothing more once the reminder is done", async () => {
    const { id } = await remind({ kind: "hearing", dueAt: time.day(20).toISOString() });
    await time.ordered();
    await time.pass(14);
    expect(subjects()).toHaveLength(1);
    await time.org.ok("complete_reminder", { reminderId: id });
    expect(await time.result(`watch-reminder:${id}`)).toBe("closed");
    expect(subjects()).toHaveLength(1);
  });

  it("doesn't send a notice that waited, for the mail server to be back, until the reminder was done", async () => {
    time.smtp.behaviour.rejectWith = "451 4.3.2 try later";
    const dueAt = time.day(15);
    const { id } = await remind({ kind: "payment", dueAt: dueAt.toISOString() });
    await time.ordered();
    const [notice] = noticePlan("payment", dueAt, new Date(), "Europe/Rome", []);
    await time.pass(((notice?.at.getTime() ?? 0) - Date.now()) / 86_400_000 + 0.1);
    const told = () => time.one("select status, notice, error from message where reminder_id = $1", id);
    expect(await told()).toMatchObject({ notice: "7 days", status: "queued" });
    delete time.smtp.behaviour.rejectWith;
    await time.org.ok("complete_reminder", { reminderId: id });
    expect(await time.result(`watch-reminder:${id}`)).toBe("closed");
    expect(await told()).toMatchObject({ status: "failed", error: "not sent: the reminder was closed" });
    expect(subjects()).toEqual([]);
  });

  it("doesn't repeat a notice that got no answer until the reminder was done, nor says that it was never sent", async () => {
    time.smtp.behaviour.dropAfterData = true;
    const { id } = await remind({ dueAt: time.day(-1).toISOString() });
    await time.ordered();
    await time.smtp.waitFor(1);
    const told = () => time.one("select status, error from message where reminder_id = $1", id);
    await eventually(async () => (await told()).error !== null);
    await time.org.ok("complete_reminder", { reminderId: id });
    await time.result(`watch-reminder:${id}`);
    expect(await told()).toEqual({
      status: "uncertain",
      error: "not sent again: the reminder was closed; whether it arrived before isn't known",
    });
    expect(subjects()).toEqual(["Promemoria previsto ieri: Deposito variante"]);
  });

  it("tells the owners where a key of the organization made it, and a far date is only a row", async () => {
    const second = await time.org.member("owner");
    const { id } = await remind({ kind: "payment", dueAt: time.day(3).toISOString() }, time.org.key);
    const far = await remind({ kind: "generic", dueAt: time.day(40).toISOString() });
    const near = await remind({ kind: "deadline", dueAt: time.day(60).toISOString() });
    const { rows } = await time.api.pool.query(
      "select id, watched_at is not null as watched from reminder order by id",
    );
    expect(rows).toEqual([
      { id, watched: true },
      { id: far.id, watched: false },
      { id: near.id, watched: true },
    ]);
    expect(await time.result(`watch-reminder:${id}`)).toBe("told");
    expect(
      time
        .mails()
        .filter((mail) => mail.endsWith("Pagamento: Deposito variante"))
        .sort(),
    ).toEqual([time.owner.email, second.email].map((email) => `${email}: Pagamento: Deposito variante`).sort());
  });
});
