import { createHmac, timingSafeEqual } from "node:crypto";

/** Meta signs the bytes of what it posts with the app's secret: `X-Hub-Signature-256: sha256=…`. */
export const whatsAppSignature = (raw: Buffer, appSecret: string): string =>
  `sha256=${createHmac("sha256", appSecret).update(raw).digest("hex")}`;

/** Proves to Meta that who calls with an app's token knows the app's secret: `appsecret_proof`. */
export const appSecretProof = (accessToken: string, appSecret: string): string =>
  createHmac("sha256", appSecret).update(accessToken).digest("hex");

/** Twilio signs the address that it calls with the fields after it, sorted by name: `X-Twilio-Signature`. */
export const twilioSignature = (url: string, sortedFields: string, authToken: string): string =>
  createHmac("sha1", authToken)
    .update(url + sortedFields)
    .digest("base64");

/** What Twilio signs of a body: each field's name and value, in order. Strangers send as many fields as they like. */
export function sortedTwilioFields(fields: URLSearchParams): string {
  const valuesOf = new Map<string, Set<string>>();
  for (const [name, value] of fields) valuesOf.set(name, (valuesOf.get(name) ?? new Set()).add(value));
  return [...valuesOf.keys()]
    .sort()
    .flatMap((name) => [...(valuesOf.get(name) ?? [])].sort().map((value) => name + value))
    .join("");
}

/**
 * What Twilio may have signed for an address that it calls: it names the port or doesn't, whichever of them it was given; its own libraries
 * try both. @param url as `BASE_URL` begins, so without a port that its protocol implies
 */
export function twilioAddresses(url: string): string[] {
  const { protocol, hostname, port, origin } = new URL(url);
  const path = url.slice(origin.length);
  return [`:${port || (protocol === "https:" ? 443 : 80)}`, ""].map(
    (named) => `${protocol}//${hostname}${named}${path}`,
  );
}

/** Whether two texts are the same, in a time that tells nothing of where they differ. */
export function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
