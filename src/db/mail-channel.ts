import type { Config } from "../config.js";
import type { Queries } from "./database.js";
import { decryptSecret } from "./secrets.js";

export interface EmailSettings {
  smtpUrl: string;
  /** null: MAIL_FROM */
  fromAddress: string | null;
}

/** The mail server that an organization sends through: its own, or else the installation's. @throws Error if neither is set */
export async function emailSettings(queries: Queries, config: Config, organizationId: string): Promise<EmailSettings> {
  const [own] = await queries.query<{ from_address: string | null; settings: Buffer }>(
    "select from_address, settings from mail_channel where organization_id = $1 and channel = 'email'",
    [organizationId],
  );
  if (own) {
    const settings = decryptSecret(config, own.settings, "mail_channel.settings", organizationId, "email");
    return { smtpUrl: JSON.parse(settings).smtpUrl, fromAddress: own.from_address };
  }
  if (!config.SMTP_URL) throw new Error("SMTP_URL is not set, and the organization has no mail server of its own.");
  return { smtpUrl: config.SMTP_URL, fromAddress: null };
}
