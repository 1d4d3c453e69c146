/** Of a PNG, GIF or JPEG, as its header says; null for anything else, and where that isn't there. */
export function pictureSize(bytes: Buffer): { widthPixels: number; heightPixels: number } | null {
  if (bytes.length >= 24 && bytes.toString("latin1", 12, 16) === "IHDR")
    return { widthPixels: bytes.readUInt32BE(16), heightPixels: bytes.readUInt32BE(20) };
  if (bytes.length >= 10 && /^GIF8[79]a$/.test(bytes.toString("latin1", 0, 6)))
    return { widthPixels: bytes.readUInt16LE(6), heightPixels: bytes.readUInt16LE(8) };
  return bytes.length >= 2 && bytes.readUInt16BE(0) === 0xffd8 ? jpegSize(bytes) : null;
}

/** Frame headers (SOF0 to SOF15), without the tables among them (DHT, JPG, DAC). */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Goes from segment to segment, each of which tells its length. */
function jpegSize(bytes: Buffer): ReturnType<typeof pictureSize> {
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes[at + 1] ?? 0;
    if (isFrame(marker)) return { widthPixels: bytes.readUInt16BE(at + 7), heightPixels: bytes.readUInt16BE(at + 5) };
    // 0xff may stand before a marker more than once.
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}
