import { isLoopbackHost } from "../config.js";

/**
 * Whether a browser page of this origin may speak to the endpoint: no page (absent), or one of our own address. The request's Host
 * counts for nothing, since a rebound name sends a matching one.
 */
export function isOwnOrigin(origin: string | undefined, baseUrl: string): boolean {
  if (origin === undefined) return true;
  const own = new URL(baseUrl);
  if (origin === own.origin) return true;
  if (!isLoopbackHost(own.hostname) || !URL.canParse(origin)) return false;
  const other = new URL(origin);
  return isLoopbackHost(other.hostname) && other.port === own.port && other.protocol === own.protocol;
}
