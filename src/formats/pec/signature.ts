import { type Certificate, ContentInfo, SignedData } from "pkijs";
import { decodeBody } from "../mail/decode-body.js";
import { mailAddresses } from "../mail/mail-addresses.js";
import type { MimePart } from "../mail/mime-part.js";

/**
 * `valid`: the signer's key has signed these very bytes, and the signer's certificate names the address that the message comes from.
 * Whether the certificate is of an accredited provider, was revoked or has ended since is never asked.
 */
export type Signature = "valid" | "unknown";

/** As it is sent; with all its certificates one has some 10 kB. The library takes up to a second for each 100 kB. */
const maxSignatureBytes = 100_000;
const maxSigners = 4;
const subjectAlternativeName = "2.5.29.17";
const emailAddress = "1.2.840.113549.1.9.1";

/** Of a `multipart/signed` message (S/MIME). */
export async function verifySignature(raw: Buffer, root: MimePart): Promise<Signature> {
  const [content, proof] = root.children;
  const protocol = root.typeParameters.protocol ?? "";
  if (root.type !== "multipart/signed" || !content || !proof || !/pkcs7-signature$/i.test(protocol)) return "unknown";
  if (proof.end - proof.bodyStart > maxSignatureBytes) return "unknown";
  const from = mailAddresses(root.header.get("from"))[0]?.address.toLowerCase();
  const signed = signedData(decodeBody(raw, proof));
  if (!signed || from === undefined) return "unknown";
  const data = exactBytes(canonical(raw.subarray(content.start, content.end)));
  for (let signer = 0; signer < Math.min(signed.signerInfos.length, maxSigners); signer++) {
    const certificate = await signerOf(signed, signer, data);
    if (certificate && addressesOf(certificate).includes(from)) return "valid";
  }
  return "unknown";
}

/** Lines end in CR LF where they are signed; some stores keep them with LF alone. */
function canonical(content: Buffer): Buffer {
  for (let at = content.indexOf(10); at >= 0; at = content.indexOf(10, at + 1)) {
    if (content[at - 1] !== 13) return Buffer.from(content.toString("latin1").replace(/\r?\n/g, "\r\n"), "latin1");
  }
  return content;
}

const exactBytes = (bytes: Buffer): ArrayBuffer => Uint8Array.from(bytes).buffer;

function signedData(der: Buffer): SignedData | null {
  try {
    const info = ContentInfo.fromBER(exactBytes(der));
    return info.contentType === ContentInfo.SIGNED_DATA ? new SignedData({ schema: info.content }) : null;
  } catch {
    // The library's way to say that these bytes are no signature, whatever they are.
    return null;
  }
}

/** The certificate whose key has signed; null where none has. */
async function signerOf(signed: SignedData, signer: number, data: ArrayBuffer): Promise<Certificate | null> {
  try {
    const { signatureVerified, signerCertificate } = await signed.verify({ signer, data, extendedMode: true });
    return signatureVerified ? (signerCertificate ?? null) : null;
  } catch {
    // The library throws where a signature doesn't hold, and where it can't read one: both prove nothing.
    return null;
  }
}

function addressesOf(certificate: Certificate): string[] {
  const extension = certificate.extensions?.find(({ extnID }) => extnID === subjectAlternativeName)?.parsedValue as
    | { altNames?: { type: number; value: unknown }[] }
    | undefined;
  const alternative = (extension?.altNames ?? []).filter(({ type }) => type === 1).map(({ value }) => String(value));
  const named = certificate.subject.typesAndValues
    .filter(({ type }) => String(type) === emailAddress)
    .map(({ value }) => String(value.valueBlock.value));
  return [...alternative, ...named].map((address) => address.toLowerCase());
}
