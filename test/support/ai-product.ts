import type { TestApi } from "./caller.js";
import { organization, type TestMember, type TestOrganization, type TestRecord } from "./factories.js";
import { type ModelServer, type ScriptedReply, startModelServer } from "./model-server.js";
import type { TestNamespace } from "./namespace.js";
import { startWorkingApi, type WorkingApiOptions } from "./working-api.js";

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
  close(): Promise<void>;
}

export async function startAiProduct(options: WorkingApiOptions = {}, ...script: ScriptedReply[]): Promise<AiProduct> {
  const model = await startModelServer(...script);
  const settings = {
    AI_PROVIDER: "openai-compatible",
    AI_BASE_URL: model.url,
    AI_MODEL: modelName,
    SECRET_KEY: "0".repeat(64),
    ...options.settings,
  };
  const api = await startWorkingApi({ ...options, settings });
  const org = await organization(api);
  return {
    api,
    org,
    owner: await org.member("owner"),
    model,
    temporal: api.temporal,
    document: async ({ body, lineItems, ...fields } = {}) => {
      const made = await org.ok("create_document", { title: "Preventivo", kind: "preventivo", ...fields });
      return org.ok("update_document", {
        docId: made.id,
        body: body ?? "Testo di prima.",
        lineItems: lineItems ?? [],
      });
    },
    async close() {
      await api.close();
      await model.close();
    },
  };
}
