interface Size {
  widthPixels: number;
  heightPixels: number;
}

/** Of a PNG, GIF, JPEG, WebP, HEIC or AVIF, as its header says; null for anything else, and where that isn't there. */
export function pictureSize(bytes: Buffer): Size | null {
  if (bytes.length >= 24 && bytes.toString("latin1", 12, 16) === "IHDR")
    return { widthPixels: bytes.readUInt32BE(16), heightPixels: bytes.readUInt32BE(20) };
  if (bytes.length >= 10 && /^GIF8[79]a$/.test(bytes.toString("latin1", 0, 6)))
    return { widthPixels: bytes.readUInt16LE(6), heightPixels: bytes.readUInt16LE(8) };
  if (bytes.toString("latin1", 0, 4) === "RIFF" && bytes.toString("latin1", 8, 12) === "WEBP") return webpSize(bytes);
  if (bytes.toString("latin1", 4, 8) === "ftyp") return heifSize(bytes);
  return bytes.length >= 2 && bytes.readUInt16BE(0) === 0xffd8 ? jpegSize(bytes) : null;
}

/** By its first chunk: extended, lossy or lossless. */
function webpSize(bytes: Buffer): Size | null {
  const chunk = bytes.toString("latin1", 12, 16);
  if (chunk === "VP8X" && bytes.length >= 30)
    return { widthPixels: 1 + bytes.readUIntLE(24, 3), heightPixels: 1 + bytes.readUIntLE(27, 3) };
  const [low, high] = [0x3fff, 14];
  if (chunk === "VP8 " && bytes.length >= 30)
    return { widthPixels: bytes.readUInt16LE(26) & low, heightPixels: bytes.readUInt16LE(28) & low };
  if (chunk !== "VP8L" || bytes.length < 25) return null;
  const both = bytes.readUInt32LE(21);
  return { widthPixels: 1 + (both & low), heightPixels: 1 + ((both >>> high) & low) };
}

/** By its first box of a size, which may be that of one of its tiles. */
function heifSize(bytes: Buffer): Size | null {
  const at = bytes.indexOf("ispe", 8, "latin1");
  return at < 0 || bytes.length < at + 16
    ? null
    : { widthPixels: bytes.readUInt32BE(at + 8), heightPixels: bytes.readUInt32BE(at + 12) };
}

/** Frame headers (SOF0 to SOF15), without the tables among them (DHT, JPG, DAC). */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Goes from segment to segment, each of which tells its length. */
function jpegSize(bytes: Buffer): Size | null {
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes[at + 1] ?? 0;
    if (isFrame(marker)) return { widthPixels: bytes.readUInt16BE(at + 7), heightPixels: bytes.readUInt16BE(at + 5) };
    // 0xff may stand before a marker more than once.
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}
