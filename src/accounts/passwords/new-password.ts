import { invalid } from "../../domain/errors.js";
import { isGuessable, type Words, wordsAbout } from "../../domain/guessable-password.js";
import type { BilingualText } from "../../domain/language.js";
import { isLongEnough, isShortEnough, passwordLength } from "./password.js";

/** Whose password it is: name and address are the first that anybody tries. */
export interface PasswordOwner {
  name: string;
  email: string;
}

/** What may be wrong with a new password. */
const faults = {
  too_short: {
    en: `A password has at least ${passwordLength.shortest} characters.`,
    it: `La password deve avere almeno ${passwordLength.shortest} caratteri.`,
  },
  too_long: {
    en: "A password has at most 1,000 characters.",
    it: "La password può avere al massimo 1.000 caratteri.",
  },
  guessable: {
    en: "This password is easy to guess: a common word or name, or something repeated. Take several words.",
    it: "Questa password è facile da indovinare: una parola o un nome comune, o una ripetizione. Usa più parole.",
  },
} satisfies Record<string, BilingualText>;

let common: Promise<Words> | undefined;

/** The 49,000 most used passwords, and common Italian words and names. Loaded on demand: it takes 0.16 s and 29 MB. */
async function loadCommon(): Promise<Words> {
  const [{ dictionary }, italian] = await Promise.all([
    import("@zxcvbn-ts/language-common"),
    import("@zxcvbn-ts/language-it"),
  ]);
  const { commonWords, firstnames, lastnames } = italian.dictionary;
  const lists = [dictionary["passwords-common"], commonWords, firstnames, lastnames];
  // Shorter ones are too little of a password of 12 characters to matter.
  return new Set(lists.flat().filter((word) => word.length >= 4));
}

/** What is wrong with a new password, if anything. */
export async function passwordFault(password: string, owner: PasswordOwner): Promise<BilingualText | null> {
  if (!isLongEnough(password)) return faults.too_short;
  if (!isShortEnough(password)) return faults.too_long;
  common ??= loadCommon();
  return isGuessable(password, [await common, wordsAbout(owner)]) ? faults.guessable : null;
}

/** @throws invalid_input for a password that is too short, too long or easy to guess */
export async function checkNewPassword(password: string, owner: PasswordOwner): Promise<void> {
  const fault = await passwordFault(password, owner);
  if (fault) throw invalid(fault.en);
}
