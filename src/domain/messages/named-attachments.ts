import { either } from "../text/words.js";

const attachments = either(
  [
    /\bin allegato\b/,
    /\b(?:si alleg|alleghiamo|allego\b)/,
    /\balleg(?:at[oaie]|hi) (?:alla|al) presente\b/,
    /^\s{0,20}allegat[oi]\s{0,3}(?:\d{1,2}\s{0,3})?[:–-]/,
  ],
  "im",
);

/** Whether an Italian text says that something is attached to it. */
export const namesAttachments = (text: string): boolean => attachments.test(text);
