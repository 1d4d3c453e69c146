import { mapTexts } from "./clean.js";
import { personalKinds, replacePersonalData } from "./personal-data.js";

const kinds = [...personalKinds, "TXT"].join("|");
const name = `(?:${kinds})`;
/**
 * A token as it was given out, or as models damage them: other case, spaces, one bracket, brackets escaped for Markdown. Where a token
 * that was given out stands in a text, no damaged form of it begins earlier, so what was hidden comes back to the letter.
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
 * The personal data that one call to a model leaves at home: tax codes, VAT numbers, phones, IBANs, e-mail and PEC addresses and
 * identity documents become tokens such as `[[CF1]]`, the same for the same text throughout the call, and come back in its answer. A
 * text that already looks like a token becomes one itself, so that nobody's text can stand for what was hidden elsewhere.
 */
export class Pseudonyms {
  private readonly tokens = new Map<string, string>();
  private readonly hidden = new Map<string, string>();
  private readonly counts = new Map<string, number>();

  /** The value with every text in it hidden; may be called again, for what a tool returns. */
  hide<V>(value: V): V {
    return mapTexts(value, (text) =>
      replacePersonalData(
        text.replace(token, (found) => this.tokenOf("TXT", found)),
        (kind, found) => this.tokenOf(kind, found),
      ),
    );
  }

  /** The value with what was hidden in its place again; `unknown`: tokens that this call never gave out, which stay as they are. */
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
    const made = `[[${kind}${number}]]`;
    this.counts.set(kind, number);
    this.tokens.set(key, made);
    this.hidden.set(made, text);
    return made;
  }
}
