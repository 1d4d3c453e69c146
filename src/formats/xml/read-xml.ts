import { type XmlReader, XmlStream } from "./xml-stream.js";

const partBytes = 64 * 1024;

/** The same bytes in parts that are small enough to stop between them. */
export async function* smallParts(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  for await (const chunk of chunks) {
    for (let start = 0; start < chunk.length; start += partBytes) yield chunk.subarray(start, start + partBytes);
  }
}

/** Reads XML to its end, or until the reader is done; of no bytes, nothing. @throws UnreadableFile as `XmlStream` does */
export async function readXml(chunks: AsyncIterable<Uint8Array>, reader: XmlReader): Promise<void> {
  let stream: XmlStream | undefined;
  for await (const part of smallParts(chunks)) {
    stream ??= new XmlStream(reader);
    stream.write(part);
    if (reader.isDone?.()) return;
  }
  stream?.end();
}
