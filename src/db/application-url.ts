import { createHmac } from "node:crypto";

/**
 * The address with which the application connects: a login role of its own that owns no table, named after the database.
 * Its password, unless one is given, is derived from the owner's, so that every process that knows the owner's address agrees
 * on it.
 */
export function applicationUrl(ownerUrl: string, password?: string): string {
  const url = new URL(ownerUrl);
  const secret = decodeURIComponent(url.password) || "no password";
  url.username = `${decodeURIComponent(url.pathname.slice(1))}_app`;
  url.password = password
    ? encodeURIComponent(password)
    : createHmac("sha256", secret).update("pratica application role").digest("base64url");
  return url.href;
}
