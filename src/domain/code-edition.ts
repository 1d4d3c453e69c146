/** How some regions begin all codes of one edition of their list: `TOS25_`, `LOM261.`, `CAM24_`. */
export interface CodeEdition {
  region: string;
  year: number;
  prefix: string;
}

/** The edition that a code begins with; null where it begins with none. */
export function codeEdition(code: string): CodeEdition | null {
  const [prefix, region, year] = /^([A-Z]{3})(\d{2})\d?[._]/.exec(code) ?? [];
  return prefix === undefined || region === undefined ? null : { region, year: 2000 + Number(year), prefix };
}

/** The code of the same work in another edition of its region's list; null where the code is of no other edition of it. */
export function codeInEdition(code: string, { region, prefix }: CodeEdition): string | null {
  const own = codeEdition(code);
  return own?.region === region && own.prefix !== prefix ? prefix + code.slice(own.prefix.length) : null;
}
