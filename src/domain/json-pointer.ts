const escaped = (key: PropertyKey): string => String(key).replaceAll("~", "~0").replaceAll("/", "~1");

/** The JSON Pointer (RFC 6901) to a place: `["lines", 3, "a/b"]` is `/lines/3/a~1b`; no path at all is `""`, the whole document. */
export const jsonPointer = (path: readonly PropertyKey[]): string => path.map((key) => `/${escaped(key)}`).join("");
