import { NativeConnection } from "@temporalio/worker";
import { startApi, type TestApi, type TestApiOptions } from "./caller.js";
import { organization, type TestMember, type TestOrganization, type TestRecord } from "./factories.js";
import { type ModelServer, type ScriptedReply, startModelServer } from "./model-server.js";
import { createNamespace, type TestNamespace } from "./namespace.js";
import { startWorkers } from "./worker.js";

export const modelName = "prova-7b";

/** The product from the API to a language model, over a Temporal namespace of its own. */
export interface AiProduct {
  api: TestApi;
  org: TestOrganization;
  owner: TestMember;
  model: ModelServer;
  temporal: TestNamespace;
  /** A document in draft, with what is given. */
  document(fields?: Record<string, unknown>): Promise<TestRecord>;
  stopWorkers(): Promise<void>;
  close(): Promise<void>;
}

export async function startAiProduct(
  options: TestApiOptions & { workers?: boolean } = {},
  ...script: ScriptedReply[]
): Promise<AiProduct> {
  const model = await startModelServer(...script);
  const temporal = await createNamespace();
  const { address, namespace } = temporal;
  const settings = {
    AI_PROVIDER: "openai-compatible",
    AI_BASE_URL: model.url,
    AI_MODEL: modelName,
    SECRET_KEY: "0".repeat(64),
    ...options.settings,
  };
  const api = await startApi({ relay: true, ...options, settings, through: { temporal: { address, namespace } } });
  const org = await organization(api);
  const connection = await NativeConnection.connect({ address });
  const stop =
    options.workers === false
      ? async () => undefined
      : await startWorkers(connection, namespace, api.app.database, "smtp://127.0.0.1:9", settings);
  let stopped: Promise<void> | null = null;
  const stopWorkers = () => (stopped ??= stop());
  return {
    api,
    org,
    owner: await org.member("owner"),
    model,
    temporal,
    document: async ({ body, lineItems, ...fields } = {}) => {
      const made = await org.ok("create_document", { title: "Preventivo", kind: "preventivo", ...fields });
      return org.ok("update_document", {
        docId: made.id,
        body: body ?? "Testo di prima.",
        lineItems: lineItems ?? [],
      });
    },
    stopWorkers,
    async close() {
      await stopWorkers();
      await connection.close();
      await api.close();
      await temporal.close();
      await model.close();
    },
  };
}
