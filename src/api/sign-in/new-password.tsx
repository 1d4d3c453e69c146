import { isLongEnough, isShortEnough } from "../../db/password.js";
import type { Text } from "../pages/language.js";

const tooShort = { en: "A password has at least 12 characters.", it: "La password deve avere almeno 12 caratteri." };
const tooLong = {
  en: "A password has at most 1,000 characters.",
  it: "La password può avere al massimo 1.000 caratteri.",
};

/** What is wrong with a new password, if anything. */
export function passwordFault(password: string): Text | null {
  if (!isLongEnough(password)) return tooShort;
  return isShortEnough(password) ? null : tooLong;
}
