import type { WorkflowHandle } from "@temporalio/client";
import type { TestWorkflowEnvironment } from "@temporalio/testing";
import { mainQueue } from "../../src/contracts/task-queues.js";
import type { WorkflowContract } from "../../src/contracts/workflow-contract.js";
import { createTestDatabase } from "./database.js";
import { insertOrganization, type OrganizationRows } from "./organization-rows.js";
import { type SmtpForTests, startSmtp } from "./smtp.js";
import { timeSkippingEnvironment } from "./temporal.js";
import { startWorkers } from "./worker.js";

/** The workers alone, over the rows of one organization and a Temporal in which time flies. */
export interface FlyingWorkflows {
  org: OrganizationRows;
  smtp: SmtpForTests;
  environment: TestWorkflowEnvironment;
  start<K extends object, S extends K>(contract: WorkflowContract<K, S>, subject: S): Promise<WorkflowHandle>;
  close(): Promise<void>;
}

export async function startFlyingWorkflows(): Promise<FlyingWorkflows> {
  const database = await createTestDatabase();
  const org = await insertOrganization(database.appUrl);
  const smtp = await startSmtp();
  const environment = await timeSkippingEnvironment();
  const { nativeConnection, namespace = "default" } = environment;
  const workers = await startWorkers(nativeConnection, namespace, org.database, smtp.url);
  return {
    org,
    smtp,
    environment,
    start: (contract, subject) =>
      environment.client.workflow.start(contract.type, {
        workflowId: contract.workflowId(subject),
        taskQueue: mainQueue,
        args: [contract.input({ ...subject, organizationId: org.organizationId, projectId: null })],
      }),
    async close() {
      await workers.close();
      await environment.teardown();
      await smtp.close();
      await org.close();
      await database.close();
    },
  };
}
