import { beginningOf } from "../../domain/text/shortened.js";

const maxLength = 150;

/** A stored file's name, made safe for a `Content-Disposition` header and any file system: strangers may have chosen it. */
export function safeFileName(name: string): string {
  const safe = name
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "")
    .replace(/[\\/:*?"<>|]/g, "_")
    .replace(/^[.\s]+|[.\s]+$/g, "");
  if (safe === "") return "file";
  if (safe.length <= maxLength) return safe;
  const extension = /\.[\p{L}\p{N}]{1,10}$/u.exec(safe)?.[0] ?? "";
  return `${beginningOf(safe, maxLength - extension.length)}${extension}`;
}
