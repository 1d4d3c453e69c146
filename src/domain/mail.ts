const localPart = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const domainLabel = /^[\p{L}\p{N}]([\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u;

/** Whether a text is exactly one plain e-mail address (RFC 5321 lengths), with nothing in it that could end a header. */
export function isEmailAddress(text: string): boolean {
  if (text.length > 254) return false;
  const at = text.lastIndexOf("@");
  const domain = text.slice(at + 1);
  return (
    at > 0 &&
    at <= 64 &&
    localPart.test(text.slice(0, at)) &&
    domain.split(".").every((label) => domainLabel.test(label))
  );
}

/** The Message-ID of a message, made of its own id before the first attempt, so that each attempt carries the same. */
export const messageIdHeader = (messageId: string, mailFrom: string): string =>
  `<m.${messageId}@${mailFrom.split("@").pop() || "localhost"}>`;

/** The subject of an answer: `Re: ` once, whatever it answers. */
export const replySubject = (subject: string): string => (/^re:/i.test(subject) ? subject : `Re: ${subject}`);
