import { createHmac } from "node:crypto";

/**
 * The address with which the application connects: as a login role of its own, named after the database, that owns no table.
 * @param password the role's; unset: derived from the owner's password, so that every process that knows the owner's address
 *   gets the same one
 * @throws Error if there is neither a password nor an owner's password
 */
export function applicationUrl(ownerUrl: string, password?: string): string {
  const url = new URL(ownerUrl);
  const host = url.searchParams.get("host");
  if (url.host === "" && host) {
    // The folder of a socket: with nothing before the path, the address can't hold a user either.
    url.host = encodeURIComponent(host);
    url.searchParams.delete("host");
  }
  const ownersPassword = decodeURIComponent(url.password) || url.searchParams.get("password");
  // Parameters of these names would override the user and password before the host.
  for (const name of ["user", "password"]) url.searchParams.delete(name);
  url.username = `${decodeURIComponent(url.pathname.slice(1))}_app`;
  url.password = password ? encodeURIComponent(password) : derivedFrom(ownersPassword);
  return url.href;
}

function derivedFrom(ownersPassword: string | null): string {
  if (ownersPassword)
    return createHmac("sha256", ownersPassword).update("pratica application role").digest("base64url");
  throw new Error(
    "The database's address has no password from which the application role's could be derived: set APP_DATABASE_PASSWORD, for example to the output of openssl rand -hex 24.",
  );
}
