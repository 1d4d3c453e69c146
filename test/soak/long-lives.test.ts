import { expect, it } from "@jest/globals";
import { inDays } from "../support/days.js";
import { eventually } from "../support/eventually.js";
import { createProject, organization } from "../support/factories.js";
import { forAllTests } from "../support/for-tests.js";
import { startSmtp } from "../support/smtp.js";
import { startWorkingApi } from "../support/working-api.js";

const signals = 5_000;
/** Temporal suggests a new run from 4,096 events on. */
const longestHistory = 6_000;

const smtp = forAllTests(startSmtp);
const api = forAllTests(() => startWorkingApi({}, smtp.url));
const org = forAllTests(() => organization(api));

const running = (workflowId: string) =>
  eventually(() =>
    api.temporal.client.workflow
      .getHandle(workflowId)
      .describe()
      .catch(() => undefined),
  );

/** Sends a run so many signals, a few at a time. */
async function flood(workflowId: string, signal: string): Promise<void> {
  const handle = api.temporal.client.workflow.getHandle(workflowId);
  let left = signals;
  const send = async () => {
    while (left-- > 0) await handle.signal(signal);
  };
  await Promise.all(Array.from({ length: 16 }, send));
}

/** The lengths of the histories of all runs of a workflow. */
async function histories(workflowId: string): Promise<number[]> {
  const lengths: number[] = [];
  for await (const run of api.temporal.client.workflow.list({ query: `WorkflowId = "${workflowId}"` }))
    lengths.push((await api.temporal.client.workflow.getHandle(workflowId, run.runId).describe()).historyLength);
  return lengths;
}

async function quote(): Promise<string> {
  const contact = await org.ok("create_contact", { name: "Maria", email: "maria@cliente.test" });
  const { id: docId } = await org.ok("create_document", { title: "Preventivo", contactId: contact.id });
  await org.ok("update_document", { docId, validUntil: inDays(30) });
  await org.ok("issue_document", { docId });
  return docId;
}

/** Each with what makes it, and what ends it. The last one begins anew at its top, and must not send its document again. */
const watchers = {
  reminderChanged: async () => {
    const { id } = await org.ok("create_reminder", { title: "Saldo", dueAt: inDays(20) });
    return { workflowId: `watch-reminder:${id}`, end: () => org.ok("complete_reminder", { reminderId: id }) };
  },
  submissionChanged: async () => {
    const { id: projectId } = await createProject(org);
    const { id } = await org.ok("record_submission", { projectId, decisionDeadline: inDays(300) });
    const end = () => org.ok("set_submission_outcome", { submissionId: id, outcome: "approved" });
    return { workflowId: `watch-submission:${id}`, end };
  },
  followUpChanged: async () => {
    const docId = await quote();
    const { workflowId } = await org.ok("send_issued_document", { docId });
    await smtp.waitFor(1);
    return { workflowId, end: () => org.ok("set_document_status", { docId, status: "accepted" }) };
  },
};

it.each(Object.entries(watchers))(
  "5,000 × %s: no run's history outgrows, and what ends it still does",
  async (signal, make) => {
    const { workflowId, end } = await make();
    await running(workflowId);
    await flood(workflowId, signal);
    const lengths = await eventually(async () => {
      const found = await histories(workflowId);
      return found.length > 1 ? found : undefined;
    }, 120_000);
    expect(Math.max(...lengths)).toBeLessThan(longestHistory);
    await end();
    await api.temporal.client.workflow.getHandle(workflowId).result();
    expect((await api.temporal.client.workflow.getHandle(workflowId).describe()).status.name).toBe("COMPLETED");
    expect(smtp.messages.length).toBeLessThanOrEqual(1);
  },
  300_000,
);
