/** Failures before anything was sent: a later attempt may succeed, and sends nothing twice. */
const beforeSending =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|EPROTO|ERR_TLS\w*|ERR_SSL\w*|CERT_\w+|DEPTH_ZERO\w*|SELF_SIGNED\w*|UNABLE_TO\w*)$/;

/**
 * Whether a request failed before any of it was sent. Where a name has several addresses and none takes the connection, the code is that of
 * the first alone; and a connection may end before its encryption begins.
 */
export function isUnsent(error: unknown): boolean {
  const { code = "", message, errors } = causeOf(error);
  return beforeSending.test(code) || errors !== undefined || /before secure TLS connection/.test(message);
}

/** What made `fetch` fail; `errors`: those of each address that it tried to connect with. */
export function causeOf(error: unknown): { code?: string; name: string; message: string; errors?: unknown } {
  const { cause = error, name } = error as Error;
  const { code, message, errors } = Object(cause) as { code?: unknown; message?: string; errors?: unknown };
  return { name, message: message ?? "", errors, ...(typeof code === "string" ? { code } : {}) };
}
