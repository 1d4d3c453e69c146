/** How long a new key is valid, as its form asks. */
export const lifetimes = ["year", "day", "never"] as const;

/** The chosen one; whoever enters a last day has chosen it. */
export function lifetimeOf(form: URLSearchParams): (typeof lifetimes)[number] {
  if (form.get("until")?.trim()) return "day";
  return lifetimes.find((one) => one === form.get("lifetime")) ?? "year";
}
