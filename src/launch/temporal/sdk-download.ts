// node sdk-download.js <dev-server|time-skipping> <version> <folder>
// A program of its own, so that a download that hangs can be killed, and the launcher never loads the testing library.
import { TestWorkflowEnvironment } from "@temporalio/testing";
import { messageOf } from "../say.js";

const [server, version, downloadDir] = process.argv.slice(2) as [string, string, string];
const executable = { type: "cached-download", version: `v${version}`, downloadDir } as const;
try {
  const environment =
    server === "time-skipping"
      ? await TestWorkflowEnvironment.createTimeSkipping({ server: { executable } })
      : await TestWorkflowEnvironment.createLocal({ server: { executable } });
  await environment.teardown();
} catch (error) {
  process.stderr.write(`${messageOf(error).split("\n")[0]}\n`);
  process.exitCode = 1;
}
