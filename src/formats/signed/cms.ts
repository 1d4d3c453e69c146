/** The bytes of a CMS structure, also where they are written as text (PEM or bare base64); null for anything else. */
export function binaryOf(bytes: Buffer): Buffer | null {
  if (bytes[0] === 0x30) return bytes;
  const beginning = bytes.subarray(0, 1_000).toString("latin1");
  if (!/^\s*(-----BEGIN (PKCS7|CMS)-----|MI[A-Za-z0-9+/\s]+$)/.test(beginning)) return null;
  const text = bytes.toString("latin1").replace(/-----(BEGIN|END) [A-Z0-9 ]+-----/g, "");
  const binary = /[^A-Za-z0-9+/=\s]/.test(text) ? null : Buffer.from(text, "base64");
  return binary?.[0] === 0x30 ? binary : null;
}

/** Whether bytes begin as a CMS structure does, signed or encrypted. */
export function isCms(bytes: Buffer): boolean {
  const beginning = binaryOf(bytes)?.subarray(0, 40).toString("hex") ?? "";
  // The object identifiers of signed and of enveloped data.
  return /06092a864886f70d01070[23]/.test(beginning);
}
