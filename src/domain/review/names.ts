/** Words that stand in many names and texts. A name is looked for only if it has two others. */
const genericWords = new Set(
  (
    "studio tecnico tecnica associato associati comune ufficio edilizia urbanistica impresa edile edili condominio " +
    "società agenzia entrate territorio geometra architetto ingegnere ordine collegio provincia regione tribunale " +
    "ministero direttore lavori committente cliente proprietà proprietario amministratore amministrazione generale " +
    "centrale immobiliare costruzioni servizi progetto casa villa via viale piazza corso largo signor signora sig " +
    "dott ing arch geom avv srl spa snc sas soc coop società responsabilità limitata eredi famiglia prova test nuovo " +
    "nuova"
  ).split(" "),
);
const letters = /\p{L}+(?:['’]\p{L}+)*/gu;

export const wordsOf = (name: string): string[] => name.toLowerCase().match(letters) ?? [];
/** The words of a name that aren't generic, and so identify it. */
export const distinctiveWords = (name: string): string[] =>
  wordsOf(name).filter((word) => word.length > 2 && !genericWords.has(word));

/** Whether two names may be those of one family or company: the last distinctive word of either is also in the other. */
export function mayBeRelated(name: string, other: string): boolean {
  const [words, others] = [distinctiveWords(name), distinctiveWords(other)];
  return others.includes(words.at(-1) ?? "") || words.includes(others.at(-1) ?? "");
}

/** Finds names in one text: whole words that begin with a capital. */
export class NameFinder {
  private readonly lower: string;

  constructor(private readonly text: string) {
    this.lower = text.toLowerCase();
  }

  /** Whether the text contains a name, in the order of the record or, of two words, in reverse. */
  names(name: string): boolean {
    const words = name.trim().split(/\s+/);
    return this.has(words.join(" ")) || (words.length === 2 && this.has(words.toReversed().join(" ")));
  }

  startsWith(name: string): boolean {
    return this.isAt(0, name.toLowerCase());
  }

  private has(name: string): boolean {
    const wanted = name.toLowerCase();
    if (wanted === "") return false;
    for (let at = this.lower.indexOf(wanted); at >= 0; at = this.lower.indexOf(wanted, at + wanted.length)) {
      if (this.isAt(at, wanted)) return true;
    }
    return false;
  }

  private isAt(at: number, wanted: string): boolean {
    const end = at + wanted.length;
    const around = [this.text.slice(Math.max(0, at - 1), at), this.text.slice(end, end + 1)];
    return (
      this.lower.startsWith(wanted, at) &&
      !around.some((character) => /\p{L}/u.test(character)) &&
      /^\p{Lu}/u.test(this.text.slice(at, end))
    );
  }
}
