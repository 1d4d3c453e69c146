import { isIP } from "node:net";
import type { AuthenticationResponseJSON, RegistrationResponseJSON, WebAuthnCredential } from "@simplewebauthn/server";
import type { Config } from "../../config.js";
import type { Queries } from "../../db/database.js";
import { challengeMs, keepChallenge, takeChallenge, type Waiting } from "./challenges.js";

/** The site that passkeys belong to, as WebAuthn names it (RP ID), and the only origin that they are taken from. */
export interface PasskeySite {
  host: string;
  origin: string;
}

/** Null where browsers offer no passkeys: at an IP address, and without TLS anywhere but on this machine. */
export function passkeySite({ BASE_URL }: Pick<Config, "BASE_URL">): PasskeySite | null {
  const { protocol, hostname, origin } = new URL(BASE_URL);
  if (isIP(hostname.replace(/[[\]]/g, ""))) return null;
  return protocol === "https:" || hostname === "localhost" ? { host: hostname, origin } : null;
}

// The library takes half a second and 28 MB, and many installations never need it.
const library = () => import("@simplewebauthn/server");

const knownTo = (queries: Queries, userId: string) =>
  queries.query<{ id: string; transports: string[] }>(
    "select credential_id as id, transports from passkey where user_id = $1 order by created_at, credential_id",
    [userId],
  );

/** Asks for one of the person's passkeys. @returns what to ask the browser for, as JSON; null where there is none */
export async function askForPasskey(
  queries: Queries,
  { host }: PasskeySite,
  userId: string,
  waiting: Waiting,
): Promise<string | null> {
  const allowCredentials = await knownTo(queries, userId);
  if (allowCredentials.length === 0) return null;
  const { generateAuthenticationOptions } = await library();
  const wanted = { rpID: host, allowCredentials, timeout: challengeMs, userVerification: "preferred" } as const;
  const options = await generateAuthenticationOptions(wanted);
  await keepChallenge(queries, waiting, options.challenge);
  return JSON.stringify(options);
}

/** Asks for a new passkey, on a device that has none of the person's yet. @returns what to ask the browser for, as JSON */
export async function askForNewPasskey(
  queries: Queries,
  { host }: PasskeySite,
  { userId, email, name }: { userId: string; email: string; name: string },
  waiting: Waiting,
): Promise<string> {
  const { generateRegistrationOptions } = await library();
  const options = await generateRegistrationOptions({
    rpName: "Pratica",
    rpID: host,
    userName: email,
    userDisplayName: name,
    userID: Uint8Array.from(Buffer.from(userId.replaceAll("-", ""), "hex")),
    timeout: challengeMs,
    attestationType: "none",
    excludeCredentials: await knownTo(queries, userId),
    authenticatorSelection: { residentKey: "preferred", userVerification: "preferred" },
  });
  await keepChallenge(queries, waiting, options.challenge);
  return JSON.stringify(options);
}

const expected = ({ host, origin }: PasskeySite, challenge: string) => ({
  expectedChallenge: challenge,
  expectedOrigin: origin,
  expectedRPID: host,
  // Asked for, not required: the password was given before, and keys without a PIN are a second factor too.
  requireUserVerification: false,
});

/** @param answer of the browser, as JSON @returns the new passkey; the error for an answer that proves nothing */
export async function readNewPasskey(
  site: PasskeySite,
  { answer, challenge }: { answer: string; challenge: string },
): Promise<WebAuthnCredential | Error> {
  const { verifyRegistrationResponse } = await library();
  return orError(async () => {
    const response = JSON.parse(answer) as RegistrationResponseJSON;
    await refuseCertificates(response);
    const { registrationInfo } = await verifyRegistrationResponse({ response, ...expected(site, challenge) });
    return registrationInfo?.credential ?? new Error("not verified");
  });
}

/**
 * Which make the device is doesn't matter, so no certificates are asked for. Whoever sends some nevertheless would have the library fetch
 * addresses that stand in them. @throws Error
 */
async function refuseCertificates({ response }: RegistrationResponseJSON): Promise<void> {
  const { decodeAttestationObject, isoBase64URL } = await import("@simplewebauthn/server/helpers");
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject));
  const format = attestation.get("fmt");
  if (format !== "none" && (format !== "packed" || attestation.get("attStmt").get("x5c") !== undefined))
    throw new Error("certificates were not asked for");
}

/**
 * Takes an answer to `askForPasskey`, as JSON, by one of the person's passkeys, whose counter must have grown.
 * @returns the error for one that proves nothing
 */
export async function takePasskey(
  queries: Queries,
  site: PasskeySite,
  userId: string,
  waiting: Waiting,
  answer: string,
): Promise<Error | null> {
  const challenge = await takeChallenge(queries, waiting);
  if (challenge === null) return new Error("no challenge waits");
  const response = await orError(async () => JSON.parse(answer) as AuthenticationResponseJSON);
  if (response instanceof Error) return response;
  const [credential] = await queries.query<WebAuthnCredential>(
    `select credential_id as id, public_key as "publicKey", counter::float8 as counter from passkey where user_id = $1 and credential_id = $2`,
    [userId, String(response?.id)],
  );
  if (!credential) return new Error("unknown passkey");
  const { verifyAuthenticationResponse } = await library();
  const known = { ...credential, publicKey: Uint8Array.from(credential.publicKey) };
  const checked = await orError(() =>
    verifyAuthenticationResponse({ response, ...expected(site, challenge), credential: known }),
  );
  if (checked instanceof Error) return checked;
  if (!checked.verified) return new Error("not verified");
  // Of two simultaneous requests with one answer the second finds the counter grown.
  const { newCounter } = checked.authenticationInfo;
  const used = await queries.query(
    `update passkey set counter = $3, last_used_at = now() where user_id = $1 and credential_id = $2
       and (counter < $3 or counter = 0 and $3 = 0) returning 1`,
    [userId, credential.id, newCounter],
  );
  return used.length === 1 ? null : new Error("used already");
}

/** The library throws whatever is wrong with what came from outside, as plain errors. */
async function orError<T>(check: () => Promise<T | Error>): Promise<T | Error> {
  try {
    return await check();
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
