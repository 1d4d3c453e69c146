import { beforeAll, expect, it } from "@jest/globals";
import type { TestWorkflowEnvironment } from "@temporalio/testing";
import { reminderChanged, watchReminder } from "../../src/contracts/watch-reminder.js";
import { startFlyingWorkflows } from "../support/flying-workflows.js";
import { forAllTests } from "../support/for-tests.js";
import { createReminder, type OrganizationRows } from "../support/organization-rows.js";
import type { SmtpForTests } from "../support/smtp.js";

const flying = forAllTests(startFlyingWorkflows);
let org: OrganizationRows;
let smtp: SmtpForTests;
let environment: TestWorkflowEnvironment;

beforeAll(async () => {
  ({ org, smtp, environment } = flying);
});

/** So many days from now, by the clock that the tests make fly. */
const days = async (n: number) => new Date((await environment.currentTimeMs()) + n * 86_400_000);
const start = (reminderId: string) => flying.start(watchReminder, { reminderId });
const statusOf = async (id: string) =>
  (await org.one<{ status: string }>("select status from reminder where id = $1", id)).status;

it("makes a reminder due at its moment and tells the user who made it", async () => {
  const reminderId = await createReminder(org, await days(14));
  const before = smtp.messages.length;
  expect(await (await start(reminderId)).result()).toBe("told");
  expect(await statusOf(reminderId)).toBe("due");
  const notice = smtp.messages.slice(before).at(-1);
  expect(notice?.subject).toBe("Promemoria: Deposito variante");
  expect(notice?.envelopeTo).toEqual(["owner@studio.test"]);
  expect(notice?.headers["auto-submitted"]).toBe("auto-generated");
});

it("says nothing of a reminder that was done before", async () => {
  const reminderId = await createReminder(org, await days(14));
  const before = smtp.messages.length;
  const handle = await start(reminderId);
  await environment.sleep("1 day");
  await org.one("update reminder set status = 'done' where id = $1 returning id", reminderId);
  await handle.signal(reminderChanged.name);
  expect(await handle.result()).toBe("closed");
  expect(smtp.messages).toHaveLength(before);
});

it("leaves a reminder alone whose row was moved while nobody said so, until its new moment", async () => {
  const reminderId = await createReminder(org, await days(5));
  const handle = await start(reminderId);
  await environment.sleep("1 day");
  await org.one("update reminder set due_at = $2 where id = $1 returning id", reminderId, await days(30));
  await environment.sleep("10 days");
  expect(await statusOf(reminderId)).toBe("pending");
  expect(await handle.result()).toBe("told");
});

it("waits for the new moment of a reminder that was moved", async () => {
  const reminderId = await createReminder(org, await days(5));
  const handle = await start(reminderId);
  await org.one("update reminder set due_at = $2 where id = $1 returning id", reminderId, await days(30));
  await handle.signal(reminderChanged.name);
  await environment.sleep("10 days");
  expect(await statusOf(reminderId)).toBe("pending");
  expect(await handle.result()).toBe("told");
});

it("ends when the reminder was deleted", async () => {
  const reminderId = await createReminder(org, await days(14));
  const handle = await start(reminderId);
  await org.one("delete from reminder where id = $1 returning id", reminderId);
  expect(await handle.result()).toBe("closed");
});
