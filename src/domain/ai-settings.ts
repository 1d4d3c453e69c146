export const aiProviders = ["openai-compatible", "openai", "anthropic"] as const;
export type AiProvider = (typeof aiProviders)[number];

/** The language model to use, and how to reach it. */
export interface AiSettings {
  provider: AiProvider;
  model: string;
  /** null: the provider's default address */
  baseUrl: string | null;
  apiKey: string | null;
  /** euro per million tokens; null: the cost of runs isn't known */
  inputPriceEur: number | null;
  outputPriceEur: number | null;
}

type Given = { [K in "provider" | "model" | "baseUrl" | "apiKey"]?: string | undefined };

/** What makes settings unusable, field by field. No settings at all are no fault: then there is no model. */
export function aiFaults({ provider, model, baseUrl, apiKey }: Given): { field: keyof Given; message: string }[] {
  const faults: { field: keyof Given; message: string }[] = [];
  const needs = (field: keyof Given, message: string) => faults.push({ field, message });
  if (!provider) {
    if (model || baseUrl || apiKey) needs("provider", `is missing: one of ${aiProviders.join(", ")}`);
    return faults;
  }
  if (!model) needs("model", "is missing: the name of the model, as the provider calls it");
  if (provider === "openai-compatible" && !baseUrl)
    needs("baseUrl", "is missing: the address of the model server, such as http://localhost:11434/v1");
  if (provider !== "openai-compatible" && !apiKey) needs("apiKey", `is missing: ${provider} requires a key`);
  return faults;
}

/** The error message where a model is needed and none is configured. */
export const noModel = [
  "No language model is configured.",
  "Set AI_PROVIDER, AI_MODEL and AI_BASE_URL or AI_API_KEY and start Pratica again,",
  "or give this organization its own: npm run admin -- ai set --organization ID --provider openai-compatible",
  "--base-url http://localhost:11434/v1 --model NAME.",
  "Without one, write the content with update_document.",
].join(" ");
