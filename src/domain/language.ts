export type Language = "en" | "it";

/** One text in each language. */
export type BilingualText = Readonly<Record<Language, string>>;
