import type { Config } from "../config.js";
import { encryptSecret } from "../db/secrets.js";
import type { UnitOfWork } from "../db/unit-of-work.js";
import { type AiProvider, type AiSettings, aiFaults, aiProviders } from "../domain/ai-settings.js";
import { invalid, notFound } from "../domain/errors.js";
import { lockOrganization } from "./people.js";

/** As given on the command line. */
export interface NewLanguageModel {
  organizationId: string;
  provider: string;
  model: string;
  baseUrl?: string;
  apiKey?: string;
  /** euro per million tokens */
  inputPriceEur?: string;
  outputPriceEur?: string;
}

const options = { provider: "--provider", model: "--model", baseUrl: "--base-url", apiKey: "--api-key" };

/**
 * Gives an organization a language model of its own, in place of the installation's; the key is stored encrypted.
 * @throws invalid_input, not_found
 */
export async function setLanguageModel(unit: UnitOfWork, config: Config, wanted: NewLanguageModel) {
  const { provider, model, baseUrl, apiKey, inputPriceEur, outputPriceEur } = checked(wanted);
  const { organizationId } = wanted;
  await lockOrganization(unit, organizationId);
  const stored = apiKey === null ? null : encryptSecret(config, apiKey);
  await unit.execute(
    `insert into organization_ai (organization_id, provider, base_url, model, api_key, input_price_eur, output_price_eur, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (organization_id) do update set provider = excluded.provider, base_url = excluded.base_url, model = excluded.model,
       api_key = excluded.api_key, input_price_eur = excluded.input_price_eur, output_price_eur = excluded.output_price_eur,
       updated_at = excluded.updated_at`,
    [organizationId, provider, baseUrl, model, stored, inputPriceEur, outputPriceEur, unit.now],
  );
  unit.note({ record: "organization_ai", id: organizationId, op: "update", after: { provider, model } });
  return { organizationId, provider, model };
}

/** Takes an organization's own choice back: it has the installation's model again, or none. @throws not_found */
export async function unsetLanguageModel(unit: UnitOfWork, organizationId: string) {
  const rows = await unit.execute("delete from organization_ai where organization_id = $1 returning 1", [
    organizationId,
  ]);
  if (rows.length === 0) throw notFound("organization", organizationId);
  unit.note({ record: "organization_ai", id: organizationId, op: "delete" });
  return { organizationId };
}

function checked(wanted: NewLanguageModel): AiSettings {
  const { provider, model, baseUrl, apiKey, inputPriceEur, outputPriceEur } = wanted;
  if (!aiProviders.some((known) => known === provider))
    throw invalid(`There is no provider "${provider}"; the providers are ${aiProviders.join(", ")}.`);
  const [fault] = aiFaults(wanted);
  if (fault) throw invalid(`${options[fault.field]} ${fault.message}`);
  if (baseUrl !== undefined && !/^https?:\/\/[^/]/.test(baseUrl))
    throw invalid("--base-url is written http://host[:port]/v1, or https://…");
  if ((inputPriceEur === undefined) !== (outputPriceEur === undefined))
    throw invalid("Give both --input-price-eur and --output-price-eur, in euro per million tokens, or neither.");
  return {
    provider: provider as AiProvider,
    model,
    baseUrl: baseUrl ?? null,
    apiKey: apiKey ?? null,
    inputPriceEur: priceOf("--input-price-eur", inputPriceEur),
    outputPriceEur: priceOf("--output-price-eur", outputPriceEur),
  };
}

function priceOf(option: string, text: string | undefined): number | null {
  if (text === undefined) return null;
  if (!/^\d{1,6}(\.\d{1,6})?$/.test(text))
    throw invalid(`${option} is a number of euro per million tokens, such as 2.5`);
  return Number(text);
}
