import { lookup as lookUp } from "node:dns";
import type { IncomingMessage } from "node:http";
import { get } from "node:https";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { Readable } from "node:stream";

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

/** Whether an IP address belongs to the public internet, not to this machine, a private network or a special purpose. */
export function isPublicIp(address: string): boolean {
  if (isIP(address) === 4) return !specialV4.check(address, "ipv4");
  return globalV6.check(address, "ipv6") && !specialV6.check(address, "ipv6");
}

/** Whether a client's document may be fetched from this URL: it needs a public host name, https and the default port. */
export function isPublicAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, port } = new URL(address);
  const isNamed = isIP(hostname.replace(/^\[|\]$/g, "")) === 0 && hostname.includes(".");
  return protocol === "https:" && port === "" && isNamed && !/\.(localhost|local|internal|home|lan)\.?$/.test(hostname);
}

/** Resolves a host name; all its addresses must be public. The connection then uses an address that was checked here. */
const lookupPublic: LookupFunction = (hostname, options, callback) =>
  lookUp(hostname, { ...options, all: true }, (error, found) => {
    const [first] = found ?? [];
    if (error || !first) return callback(error ?? new Error(`${hostname} has no address`), []);
    if (!found.every(({ address }) => isPublicIp(address)))
      return callback(new Error(`${hostname} leads to an address that is not public`), []);
    if (options.all) callback(null, found);
    else callback(null, first.address, first.family);
  });

const keptHeaders = ["content-type", "content-length", "cache-control", "expires"] as const;

/**
 * Fetches a client's document from the public internet, without following redirects. The library has a guard of its own, but skips it
 * silently when it doesn't find the parts of Node that it hooks into.
 */
export const fetchPublic = (address: string | URL | Request, init?: RequestInit): Promise<Response> =>
  new Promise((resolve, reject) => {
    const url = new URL(String(address));
    if (isIP(url.hostname.replace(/^\[|\]$/g, "")))
      return reject(new Error("an address without a name is not fetched from"));
    const { signal } = init ?? {};
    const options = {
      agent: false,
      lookup: lookupPublic,
      headers: { accept: "application/json" },
      ...(signal ? { signal } : {}),
    };
    get(url, options, (response) => {
      if (response.statusCode === 200) return resolve(documentOf(response));
      // No other status brings a document. Besides, a server may send any three digits, and Response refuses some of them.
      response.destroy();
      reject(new Error(`${url.host} answers ${response.statusCode}`));
    }).on("error", reject);
  });

function documentOf(response: IncomingMessage): Response {
  const headers = keptHeaders.flatMap((name) => {
    const value = response.headers[name];
    return value === undefined ? [] : [[name, value] as [string, string]];
  });
  return new Response(Readable.toWeb(response) as BodyInit, { headers });
}
