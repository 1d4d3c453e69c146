const compact = (text: string): string => text.replace(/\s/g, "").toUpperCase();

// A homocode (omocodia) has letters in place of digits, so that two people never share a code.
const homocodeDigits = "LMNPQRSTUV";
const digit = `[0-9${homocodeDigits}]`;
const taxCodeShape = new RegExp(`^[A-Z]{6}${digit}{2}[ABCDEHLMPRST]${digit}{2}[A-Z]${digit}{3}[A-Z]$`);
/** The values of A–Z in odd positions, of which the first is one; 0–9 have those of A–J. D.M. 23 December 1976. */
const oddValues = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23];
const letterIndex = (character: string): number => character.charCodeAt(0) - 65;

function characterValue(character: string, place: number): number {
  const value = character <= "9" ? Number(character) : letterIndex(character);
  return place % 2 === 1 ? value : (oddValues[value] as number);
}

const plainDigits = (text: string): number =>
  Number([...text].map((character) => (character <= "9" ? character : homocodeDigits.indexOf(character))).join(""));

/** Whether a text is a person's codice fiscale, or a homocode: 16 characters, a possible birthday and the right check letter. */
export function isTaxCode(text: string): boolean {
  const code = compact(text);
  if (!taxCodeShape.test(code)) return false;
  const written = plainDigits(code.slice(9, 11));
  // A woman's is 40 later.
  const day = written > 40 ? written - 40 : written;
  if (day < 1 || day > 31) return false;
  const total = [...code.slice(0, 15)].reduce((sum, character, place) => sum + characterValue(character, place), 0);
  return total % 26 === letterIndex(code.slice(15));
}

/** Whether a text is an Italian partita IVA, with or without `IT`: 11 digits, of which the last is a check digit. */
export function isVatNumber(text: string): boolean {
  const digits = compact(text).replace(/^IT/, "");
  if (!/^\d{11}$/.test(digits) || /^0+$/.test(digits)) return false;
  const total = [...digits].reduce((sum, character, place) => {
    const value = Number(character) * (place % 2 === 1 ? 2 : 1);
    return sum + (value > 9 ? value - 9 : value);
  }, 0);
  return total % 10 === 0;
}

/** Whether a text is an IBAN with the right check digits (ISO 13616, mod 97); Italian ones have 27 characters. */
export function isIban(text: string): boolean {
  const iban = compact(text);
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return false;
  if (/^(IT|SM)/.test(iban) && !/^.{4}[A-Z]\d{10}[A-Z0-9]{12}$/.test(iban)) return false;
  const rotated = iban.slice(4) + iban.slice(0, 4);
  const remainder = [...rotated].reduce((rest, character) => {
    const value = Number.parseInt(character, 36);
    return (rest * (value > 9 ? 100 : 10) + value) % 97;
  }, 0);
  return remainder === 1;
}
