import type { FormatWarning } from "./format-warning.js";

/** So many an import keeps. A file may have one for each of its rows. */
const maxKept = 1_000;

/** The warnings of one file: the first of them, and how many there are. */
export class WarningList {
  readonly kept: FormatWarning[] = [];
  count = 0;

  add(code: string, place: string, detail: string): void {
    this.count++;
    if (this.kept.length < maxKept) this.kept.push({ code, place, detail });
  }
}
