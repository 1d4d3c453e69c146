import { lookup as lookUp } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";

// IANA's special-purpose registries, and multicast.
const specialV4 = new BlockList();
for (const [network, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const) {
  specialV4.addSubnet(network, bits, "ipv4");
}
const globalV6 = new BlockList();
globalV6.addSubnet("2000::", 3, "ipv6");
const specialV6 = new BlockList();
for (const [network, bits] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const) {
  specialV6.addSubnet(network, bits, "ipv6");
}

/** The host of an address; an IPv6 address without its brackets. */
export const hostOf = ({ hostname }: Pick<URL, "hostname">): string => hostname.replace(/^\[|\]$/g, "");

/** Whether an IP address belongs to the public internet, not to this machine, a private network or a special purpose. */
export function isPublicIp(address: string): boolean {
  if (isIP(address) === 4) return !specialV4.check(address, "ipv4");
  return globalV6.check(address, "ipv6") && !specialV6.check(address, "ipv6");
}

/** Whether a host name can be one of the public internet: it may still lead to another network. */
export function isPublicName(host: string): boolean {
  const name = host.replace(/\.$/, "");
  return name.includes(".") && !/\.(localhost|local|internal|home|lan)$/i.test(name);
}

/** Whether the host of an address can be one of the public internet. */
export function isPublicHost(url: Pick<URL, "hostname">): boolean {
  const host = hostOf(url);
  return isIP(host) ? isPublicIp(host) : isPublicName(host);
}

/** A host name stands for an address of this machine or of a private network. */
export class NotPublic extends Error {
  constructor(host: string) {
    super(`${host} leads to an address that is not public`);
    this.name = "NotPublic";
  }
}

/**
 * Where a connection goes, so that no later lookup leads it elsewhere.
 * @param host a name or an IP address
 * @returns its address, and the name that its certificate is to have
 * @throws NotPublic; Error for a name that can't be resolved
 */
export async function publicPlace(host: string): Promise<{ host: string; servername?: string }> {
  if (isIP(host) === 0) {
    return new Promise((resolve, reject) =>
      lookupPublic(host, {}, (error, address) =>
        error ? reject(error) : resolve({ host: String(address), servername: host }),
      ),
    );
  }
  if (!isPublicIp(host)) throw new NotPublic(host);
  return { host };
}

/** Resolves a host name; all its addresses must be public. The connection then uses an address that was checked here. */
export const lookupPublic: LookupFunction = (hostname, options, callback) =>
  lookUp(hostname, { ...options, all: true }, (error, found) => {
    const [first] = found ?? [];
    if (error || !first) return callback(error ?? new Error(`${hostname} has no address`), []);
    if (!found.every(({ address }) => isPublicIp(address))) return callback(new NotPublic(hostname), []);
    if (options.all) callback(null, found);
    else callback(null, first.address, first.family);
  });
