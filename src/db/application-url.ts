import { createHmac } from "node:crypto";

/**
 * The address with which the application connects: a login role of its own that owns no table, named after the database.
 * Its password, unless one is given, is derived from the owner's, so that every process that knows the owner's address agrees
 * on it.
 * @throws Error where neither is there
 */
export function applicationUrl(ownerUrl: string, password?: string): string {
  const url = new URL(ownerUrl);
  const ownersPassword = decodeURIComponent(url.password) || url.searchParams.get("password");
  // As parameters, they would count for more than those before the host.
  for (const name of ["user", "password"]) url.searchParams.delete(name);
  url.username = `${decodeURIComponent(url.pathname.slice(1))}_app`;
  url.password = password ? encodeURIComponent(password) : derivedFrom(ownersPassword);
  return url.href;
}

function derivedFrom(ownersPassword: string | null): string {
  if (ownersPassword)
    return createHmac("sha256", ownersPassword).update("pratica application role").digest("base64url");
  throw new Error(
    "The database's address has no password, so there is none to derive the application role's from: set APP_DATABASE_PASSWORD, for example to what openssl rand -hex 24 gives.",
  );
}
