const kindOf = (character: string): string => {
  if (/\d/.test(character)) return "digit";
  return /\p{L}/u.test(character) ? "letter" : "separator";
};

/** Whether a part of a code ends before `at`: no number or word goes on there. `1.1` ends so in `1.1.20` and in `1.1a`, not in `1.10`. */
export const endsPart = (code: string, at: number): boolean => kindOf(code.charAt(at - 1)) !== kindOf(code.charAt(at));
