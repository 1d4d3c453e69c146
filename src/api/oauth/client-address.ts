import type { IncomingMessage } from "node:http";
import { get } from "node:https";
import { isIP } from "node:net";
import { Readable } from "node:stream";
import { hostOf, isPublicName, lookupPublic } from "../../channels/public-lookup.js";

/** Whether a client's document may be fetched from this URL: it needs a public host name, https and the default port. */
export function isPublicAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, port } = new URL(address);
  const isNamed = isIP(hostOf({ hostname })) === 0 && isPublicName(hostname);
  return protocol === "https:" && port === "" && isNamed;
}

const keptHeaders = ["content-type", "content-length", "cache-control", "expires"] as const;

/**
 * Fetches a client's document from the public internet, without following redirects. The library has a guard of its own, but skips it
 * silently when it doesn't find the parts of Node that it hooks into.
 */
export const fetchPublic = (address: string | URL | Request, init?: RequestInit): Promise<Response> =>
  new Promise((resolve, reject) => {
    const url = new URL(String(address));
    if (isIP(hostOf(url))) return reject(new Error("an address without a name is not fetched from"));
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
