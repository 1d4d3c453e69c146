import type { Config } from "../config.js";
import { encryptSecret } from "../db/secrets.js";
import type { UnitOfWork } from "../db/unit-of-work.js";
import { type AiSettings, aiFaults, aiProviders } from "../domain/ai-settings.js";
import { invalid, notFound } from "../domain/errors.js";
import { lockOrganization } from "./members/memberships.js";
import { optionName } from "./option-name.js";
import { parseWord } from "./parse-word.js";

/** A language model's settings, as given on the command line. */
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

/**
 * Gives an organization its own language model, in place of the installation's. The key is stored encrypted.
 * @throws invalid_input; not_found
 */
export async function setLanguageModel(unit: UnitOfWork, config: Config, newModel: NewLanguageModel) {
  const { provider, model, baseUrl, apiKey, inputPriceEur, outputPriceEur } = parseSettings(newModel);
  const { organizationId } = newModel;
  await lockOrganization(unit, organizationId);
  const encryptedKey =
    apiKey === null ? null : encryptSecret(config, apiKey, "organization_ai.api_key", organizationId);
  await unit.execute(
    `insert into organization_ai (organization_id, provider, base_url, model, api_key, input_price_eur, output_price_eur, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (organization_id) do update set provider = excluded.provider, base_url = excluded.base_url, model = excluded.model,
       api_key = excluded.api_key, input_price_eur = excluded.input_price_eur, output_price_eur = excluded.output_price_eur,
       updated_at = excluded.updated_at`,
    [organizationId, provider, baseUrl, model, encryptedKey, inputPriceEur, outputPriceEur, unit.now],
  );
  unit.note({ record: "organization_ai", id: organizationId, op: "update", after: { provider, model } });
  return { organizationId, provider, model };
}

/**
 * Removes an organization's own model, so that it uses the installation's again, or none.
 * @throws not_found if it has no own model
 */
export async function unsetLanguageModel(unit: UnitOfWork, organizationId: string) {
  const rows = await unit.execute("delete from organization_ai where organization_id = $1 returning 1", [
    organizationId,
  ]);
  if (rows.length === 0) throw notFound("organization", organizationId);
  unit.note({ record: "organization_ai", id: organizationId, op: "delete" });
  return { organizationId };
}

function parseSettings(newModel: NewLanguageModel): AiSettings {
  const { model, baseUrl, apiKey, inputPriceEur, outputPriceEur } = newModel;
  const provider = parseWord("provider", aiProviders, newModel.provider);
  const [fault] = aiFaults(newModel);
  if (fault) throw invalid(`--${optionName(fault.field)} ${fault.message}`);
  if (baseUrl !== undefined && !/^https?:\/\/[^/]/.test(baseUrl))
    throw invalid("--base-url is written http://host[:port]/v1, or https://…");
  if ((inputPriceEur === undefined) !== (outputPriceEur === undefined))
    throw invalid("Give both --input-price-eur and --output-price-eur, in euro per million tokens, or neither.");
  return {
    provider,
    model,
    baseUrl: baseUrl ?? null,
    apiKey: apiKey ?? null,
    inputPriceEur: parsePrice("--input-price-eur", inputPriceEur),
    outputPriceEur: parsePrice("--output-price-eur", outputPriceEur),
  };
}

function parsePrice(option: string, text: string | undefined): number | null {
  if (text === undefined) return null;
  if (!/^\d{1,6}(\.\d{1,6})?$/.test(text))
    throw invalid(`${option} is a number of euro per million tokens, such as 2.5`);
  return Number(text);
}
