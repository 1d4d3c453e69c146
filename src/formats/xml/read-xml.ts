import { smallParts } from "../small-parts.js";
import { type XmlReader, XmlStream } from "./xml-stream.js";

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
