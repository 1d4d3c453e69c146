const kindOf = (character: string): string => {
  if (/\d/.test(character)) return "digit";
  return /\p{L}/u.test(character) ? "letter" : "separator";
};

/** A code without the point or other separator at its end. */
export const withoutSeparator = (code: string): string => code.replace(/[.\s/_-]{1,5}$/, "");

/** Whether a code stands above another: `1.1.20` above `1.1.20.1`, `A1.01` above `A1.01.a`, and `1.1` not above `1.10`. */
export const isAbove = (code: string, other: string): boolean =>
  code !== "" && other.length > code.length && other.startsWith(code) && endsPart(other, code.length);

/** Whether a part of a code ends before `at`: no number or word goes on there. `1.1` ends so in `1.1.20` and in `1.1a`, not in `1.10`. */
export const endsPart = (code: string, at: number): boolean => kindOf(code.charAt(at - 1)) !== kindOf(code.charAt(at));
