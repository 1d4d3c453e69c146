/**
 * The part of an HTTP request that the SDK reads once the body is parsed: the headers, and a signal that aborts when the client
 * disconnects. A full `Request` would cost 0.1 ms more CPU time for parts that nobody reads.
 */
export function requestOf(given: NodeJS.Dict<string | string[]>, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(given)) {
    for (const single of Array.isArray(value) ? value : [value ?? ""]) headers.append(name, single);
  }
  return { method: "POST", url: "http://localhost/api/mcp", headers, signal } as Request;
}
