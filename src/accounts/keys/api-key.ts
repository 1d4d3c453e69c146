import { createHmac } from "node:crypto";
import { newId } from "../../db/new-id.js";
import { newSecret } from "../secret-hash.js";

/** What a key's text says. */
export interface ApiKey {
  keyId: string;
  secret: string;
}

/** A key's id as it is stored, from how it stands in the key's text; any other text as it is. */
export const storedKeyId = (id: string): string => id.replace(/^(.{8})(.{4})(.{4})(.{4})(?=.{12}$)/, "$1-$2-$3-$4-");

/** Makes an API key. @returns its id, and its text `pra_<id>_<secret>`, which is shown once */
export function newApiKey(): { keyId: string; key: string } {
  const keyId = newId();
  return { keyId, key: `pra_${keyId.replaceAll("-", "")}_${newSecret()}` };
}

/**
 * The API key for a request, always the same one: whoever sends the request twice gets one key. Nothing that is stored leads to it.
 * @param secret of 256 bits, stored nowhere
 */
export function apiKeyFor(secret: string, request: string): { keyId: string; key: string } {
  const derived = (what: string, encoding: "hex" | "base64url") =>
    createHmac("sha256", secret).update(`api key's ${what}: ${request}`).digest(encoding);
  const id = derived("id", "hex").slice(0, 32);
  return { keyId: storedKeyId(id), key: `pra_${id}_${derived("secret", "base64url")}` };
}

/** The parts of a key's text; null if the text isn't a well-formed key. */
export function parseApiKey(key: string): ApiKey | null {
  const [, id, secret] = /^pra_([0-9a-f]{32})_([A-Za-z0-9_-]{43})$/.exec(key) ?? [];
  return id && secret ? { keyId: storedKeyId(id), secret } : null;
}
