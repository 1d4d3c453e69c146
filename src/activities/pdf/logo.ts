const maxSvgDepth = 200;
// Comments, CDATA and instructions are matched as a whole, so that tags inside them don't count; then tags. None of the patterns can
// run past the start of the next one, so matching takes linear time.
const markup = new RegExp(
  [
    /<!--(?:(?!--).)*-->/,
    /<!\[CDATA\[(?:(?!<!\[CDATA\[|\]\]>).)*\]\]>/,
    /<\?(?:(?!<\?|\?>).)*\?>/,
    /<\/?[\p{L}_](?:"[^"<]*"|'[^'<]*'|[^<>"'])*>/u,
  ]
    .map(({ source }) => source)
    .join("|"),
  "gsu",
);

export interface LogoFile {
  name: string;
  content: Buffer;
}

function decode(dataUrl: string): Buffer | null {
  const [, parameters, data] = /^data:image\/[\w.+-]+((?:;[^,;]*)*),(.*)$/is.exec(dataUrl) ?? [];
  if (parameters === undefined || data === undefined) return null;
  if (/;base64$/i.test(parameters)) return Buffer.from(data, "base64");
  try {
    return Buffer.from(decodeURIComponent(data));
  } catch (error) {
    if (error instanceof URIError) return Buffer.from(data);
    throw error;
  }
}

/**
 * How deeply an SVG's elements are nested. The typesetter's parser is recursive, and thousands of levels would crash the process.
 */
function nesting(svg: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [tag] of svg.matchAll(markup)) {
    if (tag.startsWith("</")) depth--;
    else if (!/^<[!?]/.test(tag) && !tag.endsWith("/>")) depth++;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

/** The image of a data: URL. Its first bytes decide the type; null if it is no PNG, JPEG or SVG. */
export function logoFile(dataUrl: string): LogoFile | null {
  const content = decode(dataUrl);
  if (!content) return null;
  if (content.subarray(0, 4).equals(Buffer.from("\x89PNG", "latin1"))) return { name: "logo.png", content };
  if (content.subarray(0, 3).equals(Buffer.from("\xff\xd8\xff", "latin1"))) return { name: "logo.jpg", content };
  const svg = content.toString();
  return /<svg[\s>]/.test(svg) && nesting(svg) <= maxSvgDepth ? { name: "logo.svg", content } : null;
}

/** Renders with the organization's logo. If it can't be decoded, the name takes its place; any other error occurs again without it. */
export function withLogo(dataUrl: string | null, render: (logo: LogoFile | null) => Buffer): Buffer {
  const logo = dataUrl === null ? null : logoFile(dataUrl);
  if (!logo) return render(null);
  try {
    return render(logo);
  } catch {
    return render(null);
  }
}
