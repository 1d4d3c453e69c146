import { beginningOf } from "../../domain/text/shortened.js";
import type { TextWarning } from "./file-text.js";

/** About 1,500 pages. */
export const maxTextChars = 4_000_000;

/** A text that grows part by part up to a limit, and tells what else its reader should know. */
export class BoundedText {
  readonly warnings: TextWarning[] = [];
  private readonly parts: string[] = [];
  private length = 0;

  /** Whether nothing more is kept: who reads may stop. */
  get isFull(): boolean {
    return this.length > maxTextChars;
  }

  get isEmpty(): boolean {
    return this.length === 0;
  }

  add(part: string): void {
    if (part === "" || this.isFull) return;
    this.parts.push(part);
    this.length += part.length;
  }

  /** Adds a warning once. */
  warn(code: string, detail: string): void {
    if (!this.warnings.some((warning) => warning.code === code)) this.warnings.push({ code, detail });
  }

  toString(): string {
    const text = this.parts.join("");
    if (!this.isFull) return text;
    this.warn("text_cut", `The text is longer than ${maxTextChars} characters; the rest is only in the file itself.`);
    return beginningOf(text, maxTextChars);
  }
}
