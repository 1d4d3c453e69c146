/** Whether a text begins as no title or sentence does. */
export const startsSmall = (text: string): boolean =>
  /^[^\p{L}\d]{0,3}\p{Ll}/u.test(text) && !/^[^\p{L}]{0,3}\p{L}{1,3}[).]/u.test(text);

/** Whether a text is written in capitals. */
export const isShouted = (text: string): boolean => text === text.toUpperCase();

/** Of a description its end tells, however long it is. */
const maxEndChars = 40;

const longJoints =
  /(?:[,:(–/-]|(?<!\p{L})(?:di|del|dello|della|dei|degli|delle|al|allo|alla|ai|agli|alle|da|dal|dalla|dai|dalle|in|nel|nella|nei|nelle|con|per|su|sul|sulla|tra|fra|il|lo|la|gli|le|un|una|ed|od|che|compreso|compresa|compresi|comprese|escluso|esclusa)|(?:dell|all|dall|nell|sull|un)['’])$/iu;
/** `TIPO A` is a name in capitals, too. */
const shortJoints = /(?<!\p{L})(?<!(?:tipo|classe|categoria|serie|gruppo|zona) )(?:[aeio]|[ld]['’])$/u;

/**
 * Whether a text ends where no sentence does, and no title: at a mark that parts, or at one of the words that join others. A single capital
 * letter is a name in most texts: `parete tipo A`.
 */
export function breaksOff(description: string): boolean {
  const text = description.slice(-maxEndChars).trim();
  return longJoints.test(text) || shortJoints.test(isShouted(text) ? text.toLowerCase() : text);
}
