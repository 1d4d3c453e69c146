import type { Warning } from "../warning.js";

/** The number of warnings that an answer lists; the others are only counted. */
export const maxWarnings = 100;

/** What a warning says. */
export type Details = Pick<Warning, "detail" | "suggestion">;
interface Found extends Warning {
  /** its position among all warnings, in bill order */
  order: number;
}

/** Collects the warnings of a bill. Only those that may be shown are worded; the others are counted. */
export class WarningCollector {
  private readonly byCode = new Map<string, { count: number; found: Found[] }>();
  private count = 0;

  add(code: string, pointer: () => string, details: () => Details): void {
    const order = this.count++;
    const group = this.byCode.get(code) ?? { count: 0, found: [] };
    this.byCode.set(code, group);
    group.count++;
    if (group.found.length < maxWarnings) group.found.push({ code, pointer: pointer(), ...details(), order });
  }

  /** The warnings in the order of the bill. Where there are too many, the rarer codes come whole, and the last entry counts the rest. */
  warnings(): Warning[] {
    const groups = [...this.byCode.values()].sort((one, other) => one.count - other.count);
    let room = maxWarnings;
    const shown = groups.flatMap(({ found }, index) => {
      const taken = found.slice(0, Math.floor(room / (groups.length - index)));
      room -= taken.length;
      return taken;
    });
    const warnings: Warning[] = shown.sort((a, b) => a.order - b.order).map(({ order: _, ...warning }) => warning);
    if (this.count > shown.length) warnings.push(this.rest(shown));
    return warnings;
  }

  private rest(shown: readonly Warning[]): Warning {
    const hidden = [...this.byCode].flatMap(([code, { count }]) => {
      const more = count - shown.filter((warning) => warning.code === code).length;
      return more > 0 ? [`${more} × ${code}`] : [];
    });
    return {
      code: "more",
      pointer: "",
      detail: `and ${this.count - shown.length} more: ${hidden.join(", ")}`,
      suggestion: "Correct these, and send it again to see the others.",
    };
  }
}
