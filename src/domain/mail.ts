const localPart = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const domainLabel = /^[\p{L}\p{N}]([\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u;

/** Whether a text is exactly one plain e-mail address (RFC 5321 lengths), without any character that could end a header. */
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

/** The Message-ID of a message. It is made from the message's own id, so that every attempt to send it carries the same. */
export const messageIdHeader = (messageId: string, mailFrom: string): string =>
  `<m.${messageId}@${mailFrom.split("@").pop() || "localhost"}>`;

/** The subject of a reply, with a single `Re: ` however long the exchange is. */
export const replySubject = (subject: string): string => (/^re:/i.test(subject) ? subject : `Re: ${subject}`);
