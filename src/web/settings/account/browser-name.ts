const browsers: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, "Edge"],
  [/\b(OPR|Opera)\//, "Opera"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
const systems: [RegExp, string][] = [
  [/\b(iPhone|iPad)\b/, "iOS"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];

const first = (list: [RegExp, string][], text: string): string | undefined =>
  list.find(([form]) => form.test(text))?.[1];

/** Browser and system as a person calls them, such as "Firefox, Windows"; null where the header tells neither. */
export function browserName(userAgent: string | null): string | null {
  const names = [first(browsers, userAgent ?? ""), first(systems, userAgent ?? "")].filter(Boolean);
  return names.length > 0 ? names.join(", ") : null;
}
