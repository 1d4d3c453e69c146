import { type LogoFile, logoFile } from "./logo.js";

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
