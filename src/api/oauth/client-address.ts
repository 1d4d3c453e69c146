import { isIP } from "node:net";

/**
 * Whether a client's document may be fetched from this address at all: a name of the public internet over TLS. Where the name leads is
 * looked at by the library, which hangs up on private and loopback addresses.
 */
export function isPublicAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, port } = new URL(address);
  const isNamed = isIP(hostname.replace(/^\[|\]$/g, "")) === 0 && hostname.includes(".");
  return protocol === "https:" && port === "" && isNamed && !/\.(localhost|local|internal|home|lan)\.?$/.test(hostname);
}
