import type { FormatWarning, FormatWarningCode } from "./format-warning.js";

/** So many an import keeps. A file may have one for each of its rows. */
const maxKept = 1_000;

/** Warns of what stands in one place of a file. */
export type Warn = (code: FormatWarningCode, detail: string) => void;

/** The warnings of one file: the first of them, and how many there are. */
export class WarningList {
  readonly kept: FormatWarning[] = [];
  count = 0;

  constructor(private readonly limit = maxKept) {}

  add(code: FormatWarningCode, place: string, detail: string): void {
    this.count++;
    if (this.kept.length < this.limit) this.kept.push({ code, place, detail });
  }

  at(place: string): Warn {
    return (code, detail) => this.add(code, place, detail);
  }
}
