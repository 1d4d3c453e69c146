/** How some regions begin all codes of one edition of their list: `TOS25_`, `LOM261.`, `VEN26-`, `PUG2026/`. */
export interface CodeEdition {
  region: string;
  year: number;
  prefix: string;
}

/** The year has two digits, or two more before it, or that of the edition behind it. Codes of products have dashes and sizes: `TUB20-2.5`. */
const beginning = /^([A-Z]{3})(?:20(?=\d\d\D))?(\d\d)\d?(?:[._]|[-/](?=\d\d\.))/;

/** The edition that a code begins with; null where it begins with none. */
export function codeEdition(code: string): CodeEdition | null {
  const [prefix, region, year] = beginning.exec(code) ?? [];
  return prefix === undefined || region === undefined ? null : { region, year: 2000 + Number(year), prefix };
}

/** The code of the same work in another edition of its region's list; null where the code is of no other edition of it. */
export function codeInEdition(code: string, { region, prefix }: CodeEdition): string | null {
  const own = codeEdition(code);
  return own?.region === region && own.prefix !== prefix ? prefix + code.slice(own.prefix.length) : null;
}
