import { proxyActivities, sleep } from "@temporalio/workflow";

const { note } = proxyActivities({ startToCloseTimeout: "20 seconds" });

export async function waitAndNote(at) {
  await sleep(at - Date.now());
  await note();
}
