import { z } from "zod";
import type { Said } from "../providers/provider-call.js";

const refusal = z.object({
  error: z.object({
    message: z.string(),
    code: z.number().optional(),
    is_transient: z.boolean().optional().catch(undefined),
    error_data: z.object({ details: z.string().optional() }).optional().catch(undefined),
  }),
});

/**
 * Codes of what passes by itself: too many requests by the app, for the account, from the number or to one recipient, and Meta's own
 * troubles. Meta answers most of them with 400, and asks to go by the code:
 * https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes
 */
export const passing: ReadonlySet<number> = new Set([2, 4, 17, 80007, 130429, 131016, 131056, 131057, 133004]);

/** Codes of a token that is wrong or outdated, which its owner may replace. */
const ofTokens = new Set([0, 190]);

/** What Meta says in an answer that is none of success; null: nothing. */
export function saidByMeta(body: unknown): Said | null {
  const error = refusal.safeParse(body).data?.error;
  if (!error) return null;
  const { code, message, is_transient, error_data } = error;
  return {
    words: [code, error_data?.details || message].filter((part) => part !== undefined).join(" "),
    isForNow: is_transient === true || (code !== undefined && passing.has(code)),
    isLoginRefused: code !== undefined && ofTokens.has(code),
  };
}

/** Whether a file that Meta refuses may be had later. */
export function mayComeLater(body: unknown): boolean {
  const said = saidByMeta(body);
  return said?.isForNow === true || said?.isLoginRefused === true;
}
