import { fromBER, OctetString, UTCTime } from "asn1js";
import {
  Certificate,
  ContentInfo,
  IssuerAndSerialNumber,
  type RelativeDistinguishedNames,
  SignedData,
  SignedDataVerifyError,
  type SignerInfo,
} from "pkijs";
import { megabyte } from "../../domain/sizes.js";
import { reasonOf, UnreadableFile } from "../unreadable-file.js";
import { binaryOf } from "./cms.js";

/** Who signed a file (CAdES), as their certificate says. */
export interface Signer {
  name: string;
  organization: string | null;
  issuer: string | null;
  /** instants, as ISO 8601 texts in UTC */
  validFrom: string | null;
  validTo: string | null;
  /** as the signer's computer said; no time stamp is checked */
  signedAt: string | null;
  /** `valid`: the content is what this certificate's key signed. Whether the certificate may be trusted isn't checked. */
  signature: "valid" | "not verified";
}

const maxSigners = 20;
/** Programs that sign while they read write the content in thousands of parts. */
const limits = { maxNodes: 100_000, maxContentLength: 64 * megabyte };
const commonName = "2.5.4.3";
const organizationName = "2.5.4.10";
const signingTime = "1.2.840.113549.1.9.5";
const signed = "1.2.840.113549.1.7.2";
const enveloped = "1.2.840.113549.1.7.3";
/** SHA-256, SHA-384, SHA-512: of older sums, two contents can have the same. */
const strongDigests = new Set([1, 2, 3].map((n) => `2.16.840.1.101.3.4.2.${n}`));

/**
 * What a CAdES file wraps, and who signed it. Of the signatures it is checked that they belong to the content and to the certificates
 * that came with them; not whether the certificates may be trusted, were revoked, or are really their names'.
 * @throws UnreadableFile if it is damaged, encrypted, or a signature without its content
 */
export async function openCades(bytes: Buffer): Promise<{ content: Buffer; signers: Signer[] }> {
  const data = parse(bytes);
  const content = contentOf(data);
  const signers: Signer[] = [];
  for (let index = 0; index < Math.min(maxSigners, data.signerInfos.length); index++) {
    signers.push(await signerOf(data, index));
  }
  return { content, signers };
}

/** What a CAdES file wraps, whoever signed it. @throws UnreadableFile as `openCades` */
export const wrappedContent = (bytes: Buffer): Buffer => contentOf(parse(bytes));

function contentOf({ encapContentInfo: { eContent } }: SignedData): Buffer {
  if (!(eContent instanceof OctetString)) {
    throw new UnreadableFile("signature_alone", "This file is only a signature; the signed content is another file.");
  }
  return Buffer.from(eContent.getValue());
}

function parse(bytes: Buffer): SignedData {
  const binary = binaryOf(bytes) ?? bytes;
  if (binary.length > limits.maxContentLength)
    throw new UnreadableFile(
      "too_large",
      `A signed file may have ${limits.maxContentLength / megabyte} MB. Use a larger one without its signatures.`,
    );
  try {
    const { offset, result } = fromBER(new Uint8Array(binary).buffer, limits);
    if (offset === -1) throw new Error(result.error || "it ends too early");
    const info = new ContentInfo({ schema: result });
    if (info.contentType === enveloped)
      throw new UnreadableFile("encrypted", "The file is encrypted for its recipient.");
    if (info.contentType !== signed) throw new Error("it holds no signed data");
    return new SignedData({ schema: info.content });
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    throw new UnreadableFile("damaged", `The signed file is damaged: ${reasonOf(error)}.`);
  }
}

async function signerOf(data: SignedData, index: number): Promise<Signer> {
  const info = data.signerInfos[index];
  const { certificate, isValid } = await verify(data, index);
  const signedBy = certificate ?? (info && certificateOf(data, info));
  return {
    name: (signedBy && partOf(signedBy.subject, commonName)) ?? "unknown",
    organization: (signedBy && partOf(signedBy.subject, organizationName)) ?? null,
    issuer: signedBy
      ? (partOf(signedBy.issuer, commonName) ?? partOf(signedBy.issuer, organizationName) ?? null)
      : null,
    validFrom: isoOf(signedBy?.notBefore.value),
    validTo: isoOf(signedBy?.notAfter.value),
    signedAt: isoOf(info && timeOf(info)),
    signature: isValid && info && strongDigests.has(info.digestAlgorithm.algorithmId) ? "valid" : "not verified",
  };
}

async function verify(data: SignedData, signer: number): Promise<{ certificate?: Certificate; isValid: boolean }> {
  try {
    const { signatureVerified, signerCertificate } = await data.verify({ signer, extendedMode: true });
    return { ...(signerCertificate ? { certificate: signerCertificate } : {}), isValid: signatureVerified === true };
  } catch (error) {
    // It throws this for whatever is wrong with a signature: then there is nothing to say for it.
    if (error instanceof SignedDataVerifyError) return { isValid: false };
    throw error;
  }
}

const certificateOf = ({ certificates = [] }: SignedData, { sid }: SignerInfo): Certificate | undefined =>
  certificates.find(
    (certificate): certificate is Certificate =>
      certificate instanceof Certificate &&
      sid instanceof IssuerAndSerialNumber &&
      certificate.serialNumber.isEqual(sid.serialNumber),
  );

function partOf({ typesAndValues }: RelativeDistinguishedNames, type: string): string | undefined {
  const value: unknown = typesAndValues.find((entry) => entry.type === type)?.value.valueBlock.value;
  return typeof value === "string" && value.trim() ? value.trim().slice(0, 200) : undefined;
}

const isoOf = (date: Date | null | undefined): string | null =>
  date && !Number.isNaN(date.getTime()) ? date.toISOString() : null;

function timeOf({ signedAttrs }: SignerInfo): Date | null {
  const [time] = signedAttrs?.attributes.find(({ type }) => type === signingTime)?.values ?? [];
  // GeneralizedTime is a kind of UTCTime there.
  return time instanceof UTCTime ? time.toDate() : null;
}
