import {
  Client,
  Connection,
  type ConnectionOptions,
  ScheduleAlreadyRunning,
  ScheduleOverlapPolicy,
} from "@temporalio/client";
import { sweepReminders, sweepRemindersId } from "../workflows/sweep-reminders.js";
import { mainQueue } from "../workflows/task-queues.js";

/** Makes the product's schedules where they don't exist yet. */
export async function ensureSchedules({
  connectionOptions,
  namespace,
}: {
  connectionOptions: ConnectionOptions;
  namespace: string;
}): Promise<void> {
  const connection = await Connection.connect(connectionOptions);
  try {
    const client = new Client({ connection, namespace });
    await client.schedule.create({
      scheduleId: sweepRemindersId,
      spec: { intervals: [{ every: "10 minutes" }] },
      policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: "1 minute" },
      action: {
        type: "startWorkflow",
        workflowType: sweepReminders,
        workflowId: sweepRemindersId,
        taskQueue: mainQueue,
      },
    });
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
  } finally {
    await connection.close();
  }
}
