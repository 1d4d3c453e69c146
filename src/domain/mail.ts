/** The Message-ID of a message, made of its own id before the first attempt, so that each attempt carries the same. */
export const messageIdHeader = (messageId: string, mailFrom: string): string =>
  `<m.${messageId}@${mailFrom.split("@").pop() || "localhost"}>`;

/** The subject of an answer: `Re: ` once, whatever it answers. */
export const replySubject = (subject: string): string => (/^re:/i.test(subject) ? subject : `Re: ${subject}`);
