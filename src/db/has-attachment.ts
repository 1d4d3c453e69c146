/** SQL: whether a message has a file as an attachment; in the words of the index. @param fileId SQL too */
export const hasAttachment = (message: string, fileId: string): string =>
  `${message}.attachments <> '[]' and ${message}.attachments @> jsonb_build_array(jsonb_build_object('id', ${fileId}))`;
