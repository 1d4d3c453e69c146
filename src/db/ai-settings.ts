import type { Config } from "../config.js";
import type { AiSettings } from "../domain/ai-settings.js";
import type { OrganizationQuery } from "./organization-query.js";
import { decryptSecret } from "./secrets.js";

type Row = Omit<AiSettings, "apiKey"> & { apiKey: Buffer | null; organizationId: string };

/** An organization's language model: its own, or else the installation's; null if neither is set. */
export async function aiSettings(query: OrganizationQuery, config: Config): Promise<AiSettings | null> {
  const [own] = await query<Row>(
    `select organization_id as "organizationId", provider, model, base_url as "baseUrl", api_key as "apiKey",
       input_price_eur as "inputPriceEur", output_price_eur as "outputPriceEur" from organization_ai where organization_id = $1`,
  );
  if (own) {
    const { organizationId, apiKey, ...settings } = own;
    const decrypted = apiKey && decryptSecret(config, apiKey, "organization_ai.api_key", organizationId);
    return { ...settings, apiKey: decrypted };
  }
  const { AI_PROVIDER: provider, AI_MODEL: model, AI_BASE_URL: baseUrl, AI_API_KEY: apiKey } = config;
  if (!provider || !model) return null;
  return {
    provider,
    model,
    baseUrl: baseUrl ?? null,
    apiKey: apiKey ?? null,
    inputPriceEur: null,
    outputPriceEur: null,
  };
}
