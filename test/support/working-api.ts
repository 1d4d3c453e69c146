import { NativeConnection } from "@temporalio/worker";
import { activitiesOver } from "./activities.js";
import { startApi, type TestApi, type TestApiOptions } from "./caller.js";
import { createNamespace, type TestNamespace } from "./namespace.js";
import { startWorkers } from "./worker.js";

export interface WorkingApiOptions extends TestApiOptions {
  /** false: nobody carries the orders out */
  workers?: boolean;
}

export interface WorkingApi extends TestApi {
  temporal: TestNamespace;
}

/**
 * An API whose orders are carried out: with a namespace of its own, and the product's workers in this process.
 * @param smtpUrl where these send mails; unset: nowhere
 */
export async function startWorkingApi(
  { workers = true, ...options }: WorkingApiOptions = {},
  smtpUrl = "smtp://127.0.0.1:1",
  activitiesOf = activitiesOver,
): Promise<WorkingApi> {
  const temporal = await createNamespace();
  const native = await NativeConnection.connect({ address: temporal.address });
  const api = await startApi({ relay: true, through: { temporal }, ...options });
  const { namespace } = temporal;
  const working = workers
    ? await startWorkers(native, namespace, api.app.database, smtpUrl, options.settings, activitiesOf)
    : undefined;
  return {
    ...api,
    temporal,
    async close() {
      await working?.close();
      await api.close();
      await native.close();
      await temporal.close();
    },
  };
}
