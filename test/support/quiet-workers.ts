// Workers of this process log errors alone.
import { IllegalStateError } from "@temporalio/common";
import { DefaultLogger, Runtime } from "@temporalio/worker";

try {
  Runtime.install({ logger: new DefaultLogger("ERROR"), telemetryOptions: { logging: { filter: "ERROR" } } });
} catch (error) {
  // That of a file before, which left something open.
  if (!(error instanceof IllegalStateError)) throw error;
}
