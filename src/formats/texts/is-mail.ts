const knownHeader =
  /^(received|return-path|delivered-to|from|to|cc|subject|date|message-id|mime-version|content-type|reply-to|sender|x-[\w-]+|dkim-signature|authentication-results|arc-[\w-]+):/i;

/** Whether a text begins as a mail does: with headers, among them two that mails have. */
export function isMail(beginning: string): boolean {
  const lines = beginning.replace(/^From [^\n]*\n/, "").split(/\r?\n/);
  const end = lines.findIndex((line) => !/^([!-9;-~]+:|[ \t])/.test(line));
  const headers = lines.slice(0, end === -1 ? lines.length : end);
  return (
    headers.filter((line) => knownHeader.test(line)).length >= 2 &&
    headers.some((line) => /^(from|to|date|received|subject):/i.test(line))
  );
}
