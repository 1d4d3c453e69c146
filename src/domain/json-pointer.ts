const escaped = (key: PropertyKey): string => String(key).replaceAll("~", "~0").replaceAll("/", "~1");

/** The JSON Pointer (RFC 6901) to a place: `["lines", 3, "a/b"]` is `/lines/3/a~1b`; no path at all is `""`, the whole document. */
export const jsonPointer = (path: readonly PropertyKey[]): string => path.map((key) => `/${escaped(key)}`).join("");

/** The keys that a JSON Pointer joins, indexes as texts too. */
export const pathOfPointer = (pointer: string): string[] =>
  pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
