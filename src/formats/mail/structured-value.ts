import { decodeCharset } from "./charset.js";

export interface StructuredValue {
  /** in lower case */
  value: string;
  /** by name in lower case */
  parameters: Record<string, string>;
}

const maxLength = 8_000;
const parameter = /;\s*([^\s=;"]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"?|([^;"]*))/gs;

/** A header such as `Content-Type: text/plain; charset="utf-8"`, with long and foreign parameters put together (RFC 2231). */
export function structuredValue(text: string): StructuredValue {
  const header = text.slice(0, maxLength);
  const value = (/^\s*"?([^;\s"(]*)/.exec(header)?.[1] ?? "").toLowerCase();
  const parameters: Record<string, string> = Object.create(null);
  const sections = new Map<string, { at: number; isEncoded: boolean; text: string }[]>();
  for (const [, rawName = "", quoted, plain] of header.matchAll(parameter)) {
    const content =
      quoted === undefined ? (plain ?? "").split(" (", 1).join("").trim() : quoted.replace(/\\(.)/gs, "$1");
    const [, name = "", at, star] = /^([^*]+)(?:\*(\d{1,3}))?(\*)?$/.exec(rawName.toLowerCase()) ?? [];
    if (name === "") continue;
    if (at === undefined && star === undefined) parameters[name] ??= content;
    else
      sections.set(name, [
        ...(sections.get(name) ?? []),
        { at: Number(at ?? 0), isEncoded: star === "*", text: content },
      ]);
  }
  for (const [name, parts] of sections) parameters[name] = joined(parts);
  return { value, parameters };
}

function joined(parts: { at: number; isEncoded: boolean; text: string }[]): string {
  parts.sort((a, b) => a.at - b.at);
  let charset = "utf-8";
  const pieces = parts.map(({ isEncoded, text }, index) => {
    if (!isEncoded) return Buffer.from(text, "latin1");
    const declared = index === 0 ? /^([^']*)'[^']*'/.exec(text) : null;
    if (declared?.[1]) charset = declared[1];
    const encoded = declared ? text.slice(declared[0].length) : text;
    return Buffer.from(
      encoded.replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
      "latin1",
    );
  });
  return decodeCharset(Buffer.concat(pieces), charset).text;
}
