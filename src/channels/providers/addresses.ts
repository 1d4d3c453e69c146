/** An address at a provider. @param base may end in a slash, as people write it */
export const addressAt = (base: string, path: string): string => `${base.replace(/\/$/, "")}/${path}`;

/** An account at a provider, written as the login to a mail server is: accounts share a host, and not the slots of one another. */
export function accountAt(base: string, account: string): string {
  const url = new URL(base);
  url.username = account;
  return url.href;
}
