import { mapTexts } from "../text/visible-text.js";
import { personalKinds, replacePersonalData } from "./personal-data.js";

const kinds = [...personalKinds, "TXT"].join("|");
const name = `(?:${kinds})`;
/**
 * A token as it was issued, or as models damage it: in another case, with spaces, with a single bracket, with brackets escaped for
 * Markdown. No damaged form can begin before an issued token and swallow its start, so that what was hidden comes back exactly.
 */
const token = new RegExp(
  [
    String.raw`\[\[${name}\d{1,6}\]\]`,
    String.raw`\[{1,2}\s{0,3}${name}[\s_-]{0,3}\d{1,6}\s{0,3}\]{1,2}`,
    String.raw`\\\[\\?\[\s{0,3}${name}[\s_-]{0,3}\d{1,6}\s{0,3}\\\]\\?\]`,
  ].join("|"),
  "gi",
);
const parts = new RegExp(`(${kinds})[\\s_-]{0,3}(\\d{1,6})`, "i");

/**
 * Replaces personal data in one call to a model: tax codes, VAT numbers, phone numbers, IBANs, e-mail and PEC addresses and identity
 * documents become tokens such as `[[CF1]]`, the same for the same text throughout the call, and come back in its answer. A text that
 * already looks like a token is replaced too, so that nobody can write a token to see what it hides.
 */
export class Pseudonyms {
  private readonly tokens = new Map<string, string>();
  private readonly hidden = new Map<string, string>();
  private readonly counts = new Map<string, number>();

  /** A copy of the value with tokens for personal data. May be called again, for the results of a tool. */
  hide<V>(value: V): V {
    return mapTexts(value, (text) =>
      replacePersonalData(
        text.replace(token, (found) => this.tokenOf("TXT", found)),
        (kind, found) => this.tokenOf(kind, found),
      ),
    );
  }

  /** A copy of the value with the hidden data in place of its tokens. `unknown`: tokens that this call never issued; they stay. */
  restore<V>(value: V): { value: V; unknown: string[] } {
    const unknown = new Set<string>();
    const restored = mapTexts(value, (text) =>
      text.replace(token, (found) => {
        const [, kind = "", number = ""] = parts.exec(found) ?? [];
        const original = this.hidden.get(`[[${kind.toUpperCase()}${Number(number)}]]`);
        if (original === undefined) unknown.add(found);
        return original ?? found;
      }),
    );
    return { value: restored, unknown: [...unknown] };
  }

  private tokenOf(kind: string, text: string): string {
    const key = `${kind} ${text}`;
    const known = this.tokens.get(key);
    if (known) return known;
    const number = (this.counts.get(kind) ?? 0) + 1;
    const issued = `[[${kind}${number}]]`;
    this.counts.set(kind, number);
    this.tokens.set(key, issued);
    this.hidden.set(issued, text);
    return issued;
  }
}
