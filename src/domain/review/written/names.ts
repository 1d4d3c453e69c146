import { someOccurrence } from "../../text/occurrences.js";
import { wordSet } from "../../text/word-set.js";

/** Words that stand in many names and texts, and tell none from another. */
const genericWords = wordSet(
  "studio tecnico tecnica associato associati comune ufficio edilizia urbanistica impresa edile edili condominio",
  "società agenzia entrate territorio geometra architetto ingegnere ordine collegio provincia regione tribunale",
  "ministero direttore lavori committente cliente proprietà proprietario amministratore amministrazione generale",
  "centrale immobiliare costruzioni servizi progetto casa villa via viale piazza corso largo signor signora sig",
  "dott ssa ing arch geom avv srl spa snc sas soc coop società responsabilità limitata eredi famiglia prova test nuovo",
  "nuova",
);
const letters = /\p{L}+(?:['’]\p{L}+)*/gu;

export const wordsOf = (name: string): string[] => name.toLowerCase().match(letters) ?? [];
/** The words of a name that aren't generic, and so identify it. */
export const distinctiveWords = (name: string): string[] =>
  wordsOf(name).filter((word) => word.length > 2 && !genericWords.has(word));

/** Names that may be those of one family or company. */
export class Relatives {
  private readonly words = new Set<string>();
  private readonly lastWords = new Set<string>();

  constructor(names: readonly string[]) {
    for (const words of names.map(distinctiveWords)) {
      for (const word of words) this.words.add(word);
      const last = words.at(-1);
      if (last !== undefined) this.lastWords.add(last);
    }
  }

  /** Whether a name may be a relative's: the last distinctive word of it or of one of these is also in the other. */
  mayInclude(name: string): boolean {
    const words = distinctiveWords(name);
    return this.words.has(words.at(-1) ?? "") || words.some((word) => this.lastWords.has(word));
  }
}

const runsOfLetters = /\p{L}+/gu;

/** Finds names in one text: whole words that begin with a capital. */
export class NameFinder {
  private readonly lower: string;
  private known: ReadonlySet<string> | undefined;

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
    // Most names are ruled out by a word that the text doesn't have; what is left is searched for in the whole text.
    if (wanted === "" || !(wanted.match(runsOfLetters) ?? []).every((word) => this.words.has(word))) return false;
    return someOccurrence(wanted, this.lower, (at) => this.isAt(at, wanted));
  }

  private get words(): ReadonlySet<string> {
    this.known ??= new Set(this.lower.match(runsOfLetters));
    return this.known;
  }

  private isAt(at: number, wanted: string): boolean {
    const end = at + wanted.length;
    const around = [this.text.slice(Math.max(0, at - 1), at), this.text.slice(end, end + 1)];
    return (
      !around.some((character) => /\p{L}/u.test(character)) &&
      /^\p{Lu}/u.test(this.text.slice(at, at + 2)) &&
      this.lower.startsWith(wanted, at)
    );
  }
}
