import { TestWorkflowEnvironment } from "@temporalio/testing";
import { testServers } from "./servers.js";

/** Address of the run's development server, for tests where no long timer matters; namespace `default`, shared by all tests. */
export const temporalAddress = (): string => testServers().temporalAddress;

/** Path of the workflow bundle: `Worker.create({ workflowBundle: { codePath: workflowBundlePath() } })`. */
export const workflowBundlePath = (): string => testServers().workflowBundle;

/** A server of the test's own in which time flies while nothing else happens. End it with `teardown()`. */
export function timeSkippingEnvironment(): Promise<TestWorkflowEnvironment> {
  const { timeSkippingServer: path } = testServers();
  if (!path) throw new Error("temporal-test-server was not found: see what the start of the tests said.");
  return TestWorkflowEnvironment.createTimeSkipping({ server: { executable: { type: "existing-path", path } } });
}
