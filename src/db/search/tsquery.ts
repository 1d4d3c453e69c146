const special = /['\\]/;
/** A lexeme as a `tsquery`. */
const quoted = (lexeme: string) =>
  special.test(lexeme) ? `'${lexeme.replaceAll("\\", "\\\\").replaceAll("'", "''")}'` : `'${lexeme}'`;
/** A `tsquery` that matches whatever any of the parts match. */
export const anyOf = (parts: string[]) => (parts.length === 1 ? String(parts[0]) : `(${parts.join(" | ")})`);
/** A `tsquery`, for its lexemes in titles alone. */
export const inTitle = (query: string): string => query.replace(/'(?:''|[^'])*'/g, "$&:A");
/** A `tsquery` as one of keys, as the SQL function `lexeme_keys` makes them. */
export const inKeys = (query: string, organizationId: string, kind: string): string =>
  query.replace(/'((?:''|[^'])*)'/g, (_, lexeme) => `'${organizationId.slice(-8)}${kind}${lexeme}'`);
/** A `tsquery` that every record matches, since there is no such lexeme. */
export const anything = "!'-'";
/** A `tsquery` that matches records with any of the lexemes. */
export const anyLexeme = (lexemes: string[]) => anyOf(lexemes.map(quoted));
