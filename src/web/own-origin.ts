const loopback = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * Whether a browser page of this origin may speak to the endpoint: no page (absent), or one of our own address. The request's Host
 * counts for nothing, since a rebound name sends a matching one.
 */
export function isOwnOrigin(origin: string | undefined, baseUrl: string): boolean {
  if (origin === undefined) return true;
  const own = new URL(baseUrl);
  if (origin === own.origin) return true;
  if (!loopback.has(own.hostname) || !URL.canParse(origin)) return false;
  const other = new URL(origin);
  return loopback.has(other.hostname) && other.port === own.port && other.protocol === own.protocol;
}
