import { expect, it } from "@jest/globals";
import { inDays } from "../support/days.js";
import { eventually } from "../support/eventually.js";
import { createContact, createProject, organization } from "../support/factories.js";
import { forAllTests } from "../support/for-tests.js";
import { startSmtp } from "../support/smtp.js";
import { startWorkingApi } from "../support/working-api.js";

const smtp = forAllTests(startSmtp);
const api = forAllTests(() => startWorkingApi({}, smtp.url));
const org = forAllTests(() => organization(api));

/** The ids of the workflows that run for a project, once they are these. */
const running = (projectId: string, expected: string[]) =>
  eventually(async () => {
    const ids: string[] = [];
    const query = `PraticaProject = "${projectId}" and ExecutionStatus = "Running"`;
    for await (const { workflowId } of api.temporal.client.workflow.list({ query })) ids.push(workflowId);
    return ids.sort().join() === expected.join() ? ids : undefined;
  }, 20_000);

it("are found under the project that their record was moved to, and under none once it stands in none", async () => {
  const { id: first } = await createProject(org);
  const { id: second } = await createProject(org);
  const { id: reminderId } = await org.ok("create_reminder", { title: "Saldo", dueAt: inDays(5) });
  const { id: contactId } = await createContact(org);
  const { id: docId } = await org.ok("create_document", { title: "Villa Rossi", contactId });
  await org.ok("update_document", { docId, validUntil: inDays(10), body: "Rilievo" });
  await org.ok("issue_document", { docId });
  const { workflowId } = await org.ok("send_issued_document", { docId, followUpDays: 9 });
  const all = [workflowId, `expire-document:${docId}:1`, `watch-reminder:${reminderId}`];

  const move = async (projectId: string) => {
    await org.ok("update_reminder", { reminderId, projectId });
    await org.ok("move_document", { docId, projectId });
  };
  await move(first);
  expect(await running(first, all)).toEqual(all);
  await move(second);
  expect(await running(second, all)).toEqual(all);
  expect(await running(first, [])).toEqual([]);
  await move("");
  expect(await running(second, [])).toEqual([]);
});
