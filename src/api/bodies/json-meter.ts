const maxDepth = 200;
const maxValues = 1_000_000;

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
/** Looking for a byte natively pays only where it is farther away than this. */
const nearBytes = 32;
/** Whether a byte opens (1) or closes (2) a list or an object; white space is 3. */
const kinds = new Uint8Array(256);
for (const opening of Buffer.from("[{")) kinds[opening] = 1;
for (const closing of Buffer.from("]}")) kinds[closing] = 2;
for (const blank of Buffer.from(" \t\n\r")) kinds[blank] = 3;

/**
 * Measures JSON while it arrives, before anything is parsed: how deep it is nested, and how many entries its lists and objects have.
 * It reads each byte once, keeps nothing of the text, and says nothing about whether the text is JSON at all.
 */
export class JsonMeter {
  private depth = 0;
  private values = 0;
  private isInText = false;
  private isEscaped = false;
  /** whether nothing but white space has followed the last opening bracket: an empty list has no entries */
  private isEmpty = false;

  constructor(private readonly most = maxValues) {}

  /** Reads the next bytes. @returns the limit that is exceeded; null while the body is within all limits */
  add(bytes: Buffer): string | null {
    for (let at = 0; at < bytes.length; at++) {
      if (this.isInText) {
        at = this.textEnd(bytes, at);
        continue;
      }
      const byte = bytes[at] as number;
      const kind = kinds[byte];
      if (kind === 3) continue;
      if (byte === comma || (this.isEmpty && kind !== 2)) this.values++;
      this.isEmpty = kind === 1;
      if (kind === 1 && ++this.depth > maxDepth) return `is nested deeper than ${maxDepth} levels`;
      if (kind === 2) this.depth--;
      if (byte === quote) this.isInText = true;
      if (this.values > this.most) return `has more than ${this.most} values; send it in parts`;
    }
    return null;
  }

  /** The place of the quotation mark that ends the text, or the end of the bytes where the text goes on. */
  private textEnd(bytes: Buffer, from: number): number {
    let far = from + nearBytes;
    for (let at = from; at < bytes.length; at++) {
      if (at === far) {
        at = this.nextQuote(bytes, at);
        far = at + nearBytes;
      }
      const byte = bytes[at];
      if (this.isEscaped) this.isEscaped = false;
      else if (byte === backslash) this.isEscaped = true;
      else if (byte === quote) {
        this.isInText = false;
        return at;
      }
    }
    return bytes.length;
  }

  /** The place of the next quotation mark of a text, escaped or not, or the end of the bytes. */
  private nextQuote(bytes: Buffer, from: number): number {
    const found = bytes.indexOf(quote, from);
    const end = found === -1 ? bytes.length : found;
    let start = end;
    while (start > from && bytes[start - 1] === backslash) start--;
    const isOdd = (end - start) % 2 === 1;
    // A backslash before `from` counts only where nothing but backslashes follow it.
    this.isEscaped = start === from && this.isEscaped ? !isOdd : isOdd;
    return end;
  }
}
