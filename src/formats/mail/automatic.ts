import type { HeaderFields } from "./header-fields.js";
import { firstField, headerText } from "./header-fields.js";

/** Why no person wrote this message just now; null: a person did. `generated` is what a program sends by itself, and not as an answer. */
export type Automatic = "auto_reply" | "bounce" | "list" | "loop-suspect" | "generated";

const outOfOffice =
  /^(?:re:\s*|r:\s*)?(?:risposta automatica|fuori sede|fuori ufficio|assente|assenza|in ferie|messaggio automatico|automatic reply|auto(?:matic)?[ -]?(?:reply|response)|out of (?:the )?office|ooo\b|vacation|away from)/i;
const maxHops = 40;

/** Whether its return path is the empty one, which only programs use. */
export const hasNullReturnPath = (header: HeaderFields): boolean => /^<\s*>/.test(firstField(header, "return-path"));

/**
 * By what the headers say. A subject helps only where the return path is empty or a header asks for no automatic answers: people
 * write "Assente" too.
 */
export function automatic(header: HeaderFields, isBounce: boolean): Automatic | null {
  const has = (name: string): boolean => header.has(name);
  const submitted = firstField(header, "auto-submitted").toLowerCase();
  const precedence = firstField(header, "precedence").toLowerCase();
  if (isBounce) return "bounce";
  const isSubmitted = submitted !== "" && !submitted.startsWith("no");
  // Exchange calls its absences generated, too.
  const isGenerated = submitted.startsWith("auto-generated") && !answersAnother(header);
  if (isSubmitted && !isGenerated) return "auto_reply";
  if (/^auto[_-]?reply/.test(precedence)) return "auto_reply";
  if (has("x-autoreply") || has("x-autorespond") || has("x-auto-reply") || has("x-autoresponder")) return "auto_reply";
  if (/disposition-notification/i.test(firstField(header, "content-type"))) return "auto_reply";
  const isSubjectKnown = outOfOffice.test(headerText(firstField(header, "subject")));
  if (hasNullReturnPath(header) || (isSubjectKnown && (isGenerated || has("x-auto-response-suppress"))))
    return "auto_reply";
  if (isGenerated) return "generated";
  if (has("list-id") || has("list-unsubscribe") || /^(?:list|bulk|junk)/.test(precedence)) return "list";
  return has("x-loop") || (header.get("received")?.length ?? 0) > maxHops ? "loop-suspect" : null;
}

const answersAnother = (header: HeaderFields): boolean => header.has("in-reply-to") || header.has("references");
