/**
 * Cursor's own scheme has no dot. Only the address to which Cursor itself asks to be returned: other addresses of the scheme open
 * dialogs.
 */
const knownAddress = /^cursor:\/\/anysphere\.cursor-mcp\/[\w/-]*$/;
/** The name of a domain, reversed (RFC 8252, section 7.1): without a dot it would be one of the system's schemes, or of any program. */
const ownScheme = /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:$/;
const systemScheme = /^(ms-|microsoft|x-apple)/;
const printable = /^[!-~]+$/;

/**
 * Why a browser may not be sent to this address with the answer of an approval; null if it may.
 * The library itself refuses http to other hosts, https to this machine, and texts that aren't addresses.
 */
export function redirectFault(address: string): string | null {
  if (!URL.canParse(address)) return null;
  if (!printable.test(address) || address.includes("\\"))
    return "must be written in printable ASCII, without backslashes";
  const { protocol, username, password } = new URL(address);
  if (address.includes("#")) return "must not contain fragments";
  if (username || password) return "must not contain a user name or password";
  if (/^https?:$/.test(protocol) || knownAddress.test(address)) return null;
  if (!ownScheme.test(protocol) || systemScheme.test(protocol))
    return `must use https, http on a loopback address, or a scheme of the app's own with a dot, such as com.example.app: (not ${protocol})`;
  return null;
}
