import { describe, expect, it } from "@jest/globals";
import { Client } from "@temporalio/client";
import { startApi } from "../../support/caller.js";
import { eventually } from "../../support/eventually.js";
import { createProject, organization } from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";

const api = forAllTests(() => startApi({ relay: true }));

describe("a reminder within the horizon", () => {
  it("has a workflow in Temporal, found by its project, which hears that the reminder is done", async () => {
    const org = await organization(api);
    const { id: projectId } = await createProject(org);
    const { id: reminderId } = await org.ok("create_reminder", {
      title: "Saldo",
      dueAt: Date.now() + 86_400_000,
      projectId,
    });
    const handle = new Client({ connection: api.app.temporal }).workflow.getHandle(`watch-reminder:${reminderId}`);
    try {
      const started = await eventually(() => handle.describe().catch(() => undefined));
      expect(started.type).toBe("watchReminder");
      expect(started.searchAttributes).toMatchObject({
        PraticaOrganization: [org.organizationId],
        PraticaProject: [projectId],
        PraticaRecord: [reminderId],
      });
      await org.ok("complete_reminder", { reminderId });
      const signal = await eventually(async () => {
        const { events } = await handle.fetchHistory();
        return events?.find((event) => event.workflowExecutionSignaledEventAttributes);
      });
      expect(signal.workflowExecutionSignaledEventAttributes?.signalName).toBe("reminderChanged");
    } finally {
      await handle.terminate("end of the test");
    }
  });
});
