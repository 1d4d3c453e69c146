import type { ByteRange } from "../../files/file-store.js";

/**
 * The one range of bytes that a request asks for (RFC 9110, 14.2). Undefined: the whole file, also for several ranges, for a header
 * that can't be read, and where `If-Range` names another version.
 */
export function rangeOf(
  { range, ifRange }: { range: string; ifRange: string },
  etag: string,
  sizeBytes: number,
): ByteRange | "unsatisfiable" | undefined {
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/.exec(range.replace(/\s/g, "")) ?? [];
  if ((first === "" && last === "") || (ifRange !== "" && ifRange !== etag)) return undefined;
  if (first !== "" && last !== "" && Number(first) > Number(last)) return undefined;
  const start = first === "" ? Math.max(0, sizeBytes - Number(last)) : Number(first);
  const end = first === "" || last === "" ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
  return start > end ? "unsatisfiable" : { start, end };
}
