import type { Message } from "../../db/entities/message.js";
import { namesAttachments } from "../../domain/messages/named-attachments.js";
import type { Warning } from "../../domain/warning.js";

/** A message that names attachments and has none; what it quotes, others have written. */
export function missingAttachments({ body, attachments }: Pick<Message, "body" | "attachments">): Warning[] {
  if (attachments.length > 0 || !namesAttachments(body.replace(/^>.*$/gm, ""))) return [];
  return [
    {
      code: "no_attachments",
      pointer: "/attachmentFileIds",
      detail: "The text names attachments, but no file goes with it.",
      suggestion: "If one was forgotten, send it in a further message of this thread: list_files returns the ids.",
    },
  ];
}
