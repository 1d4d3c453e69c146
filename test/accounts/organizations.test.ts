import { expect, it } from "@jest/globals";
import { changeOrganization, type OrganizationDetails } from "../../src/accounts/organizations.js";
import { watchReminder } from "../../src/contracts/watch-reminder.js";
import { transact } from "../../src/db/transact.js";
import { startApi } from "../support/caller.js";
import { createContact, createProject, ordersFor, organization } from "../support/factories.js";
import { forAllTests } from "../support/for-tests.js";

const api = forAllTests(startApi);
const org = forAllTests(() => organization(api));

const change = (details: OrganizationDetails) =>
  transact(api.app.database, null, (unit) => changeOrganization(unit, org.organizationId, details));

it("wakes what waits for a day when the time zone or the holidays change, and nothing else", async () => {
  const soon = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  const other = await organization(api);
  await other.ok("create_reminder", { title: "Altrui", dueAt: soon });
  const reminder = await org.ok("create_reminder", { title: "Rinnovo", dueAt: soon });
  const done = await org.ok("create_reminder", { title: "Fatto", dueAt: soon });
  await org.ok("complete_reminder", { reminderId: done.id });
  const project = await createProject(org, { type: "scia" });
  await org.ok("record_submission", { projectId: project.id, kind: "submission", decisionDeadline: soon });
  const inHand = await createProject(org);
  const ownDeadline = { stage: "review", decisionDeadline: soon };
  await org.ok("update_project_stage", { projectId: inHand.id, ...ownDeadline });
  const contact = await createContact(org);
  const document = await org.ok("create_document", {
    kind: "letter",
    title: "Lettera",
    projectId: project.id,
    contactId: contact.id,
  });
  await org.ok("update_document", { docId: document.id, validUntil: soon });
  await org.ok("set_document_status", { docId: document.id, status: "issued" });
  const woken = async (details: OrganizationDetails) => {
    await api.pool.query("delete from outbox");
    await change(details);
    const { rows } = await api.pool.query(
      "select workflow_type, organization_id, record_id from outbox order by workflow_type",
    );
    expect(new Set(rows.map(({ organization_id }) => organization_id)).size).toBeLessThanOrEqual(1);
    return rows.map(({ workflow_type, record_id }) => [workflow_type, record_id]);
  };
  const all = await woken({ timezone: "Atlantic/Azores" });
  expect(all).toContainEqual(["watchReminder", reminder.id]);
  expect(all).not.toContainEqual(["watchReminder", done.id]);
  expect(new Set(all.map(([type]) => type))).toEqual(
    new Set(["expireDocument", "watchProject", "watchReminder", "watchSubmission"]),
  );
  expect(await woken({ holidays: ["06-24"] })).toEqual(all);
  expect(await woken({ phone: "051" })).toEqual([]);
});

it("wakes also what waits for its start, which may read the time zone as it was before", async () => {
  const soon = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  const reminder = await org.ok("create_reminder", { title: "Rinnovo", dueAt: soon });
  const ordered = () => ordersFor(api, watchReminder.workflowId({ reminderId: reminder.id }));
  const before = await ordered();
  await change({ timezone: "Europe/Lisbon" });
  expect(await ordered()).toEqual([...before, { type: "watchReminder", signal: watchReminder.wakeBy.name }]);
});
