import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { Config } from "../config.js";
import type { UnitOfWork } from "./unit-of-work.js";

export interface EmailSettings {
  smtpUrl: string;
  /** null: MAIL_FROM */
  fromAddress: string | null;
}

const keyOf = (config: Config): Buffer => {
  if (!config.SECRET_KEY)
    throw new Error("SECRET_KEY is not set, so credentials of mail channels can't be read or stored.");
  return Buffer.from(config.SECRET_KEY, "hex");
};

/** AES-256-GCM: 12 bytes of nonce, 16 of tag, then the text. */
export function encryptSecret(config: Config, text: string): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", keyOf(config), nonce);
  const encrypted = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]);
}

export function decryptSecret(config: Config, stored: Buffer): string {
  const decipher = createDecipheriv("aes-256-gcm", keyOf(config), stored.subarray(0, 12));
  decipher.setAuthTag(stored.subarray(12, 28));
  return Buffer.concat([decipher.update(stored.subarray(28)), decipher.final()]).toString("utf8");
}

/** The mail server that an organization sends through: its own, or the product's. */
export async function emailSettings(unit: UnitOfWork, config: Config, organizationId: string): Promise<EmailSettings> {
  const [own] = await unit.query<{ from_address: string | null; settings: Buffer }>(
    "select from_address, settings from mail_channel where organization_id = $1 and channel = 'email'",
    [organizationId],
  );
  if (own) return { smtpUrl: JSON.parse(decryptSecret(config, own.settings)).smtpUrl, fromAddress: own.from_address };
  if (!config.SMTP_URL) throw new Error("SMTP_URL is not set, and the organization has no mail server of its own.");
  return { smtpUrl: config.SMTP_URL, fromAddress: null };
}
