import type { LanguageModel } from "ai";
import type { AiSettings } from "../../domain/ai-settings.js";

/** The model that the settings name. A provider's library is loaded at its first use: most installations use one, or none. */
export async function languageModel({ provider, model, baseUrl, apiKey }: AiSettings): Promise<LanguageModel> {
  const key = apiKey === null ? {} : { apiKey };
  if (provider === "openai-compatible") {
    const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
    return createOpenAICompatible({ name: "pratica", baseURL: baseUrl ?? "", supportsStructuredOutputs: true, ...key })(
      model,
    );
  }
  const address = baseUrl === null ? {} : { baseURL: baseUrl };
  if (provider === "openai") {
    const { createOpenAI } = await import("@ai-sdk/openai");
    return createOpenAI({ ...address, ...key })(model);
  }
  const { createAnthropic } = await import("@ai-sdk/anthropic");
  return createAnthropic({ ...address, ...key })(model);
}
