import { HeadingTexts } from "../price-lists/heading-texts.js";
import { ownText } from "../price-lists/list-text.js";
import type { Attributes, XmlReader } from "../xml/xml-stream.js";

/** A product of the price list, as it stands there. */
export interface SixProduct {
  id: string;
  /** as printed */
  code: string;
  /** the longer of its two texts */
  text: string;
  unitId: string | undefined;
  /** euro of safety in the price */
  safety: string | undefined;
  /** percent */
  labourPct: string | undefined;
  /** prices by the ids of price levels, as texts */
  quotations: [levelId: string, value: string][];
  groupIds: string[];
  line: number;
}

interface Described {
  language: string | undefined;
  text: string;
}

type OpenProduct = SixProduct & { described: Described | undefined };

interface Group {
  /** its place among the document's groups */
  order: number;
  values: HeadingTexts;
}

interface GroupValue {
  group: Group;
  code: string;
  title: string;
  /** what it says beside its title */
  desc: string | undefined;
}

interface OpenValue {
  id: string;
  code: string;
  title: Described | undefined;
  desc: string | undefined;
}

/** Beyond what any list has; what comes after isn't kept. */
const maxKept = 100_000;
const maxPerProduct = 200;
const maxText = 40_000;
const maxTitle = 300;
const maxId = 100;

/** Whether a language is Italian: `it`, `IT`, `it-IT`. */
export const isItalian = (language: string | undefined): boolean => /^it(?![a-z])/i.test(language?.trim() ?? "");

/** Italian before any other language, then the first. */
const isBetter = (language: string | undefined, than: Described | undefined): boolean =>
  than === undefined || (isItalian(language) && !isItalian(than.language));

/**
 * The price list of a SIX document (six.xsd of STR, 2.0 to 3.5): units, price levels and groups as they come, and each
 * product as it ends. Attributes may bear a prefix; the elements may stand within `prezzario` or beside it.
 */
export class SixCatalogue implements XmlReader {
  title: string | null = null;
  source: string | null = null;
  #title: Described | undefined;
  readonly #units = new Map<string, Described>();
  readonly #levels = new Map<string, { year: number; order: number }>();
  readonly #groups = new Map<string, GroupValue>();
  #unit: string | undefined;
  #level: string | undefined;
  #group: Group | undefined;
  #value: OpenValue | undefined;
  #product: OpenProduct | undefined;
  #isLabour = false;
  #groupCount = 0;

  constructor(
    private readonly onProduct: (product: SixProduct) => void,
    private readonly line: () => number,
  ) {}

  open(name: string, attribute: Attributes): void {
    if (this.#product) this.#openInProduct(this.#product, name, attribute);
    else if (name === "prodotto") this.#product = this.#newProduct(attribute);
    else if (name === "intestazione") this.source ??= attribute("autore")?.trim() || null;
    else if (name === "przDescrizione") {
      const language = attribute("lingua");
      const text = (attribute("breve") || attribute("estesa") || "").slice(0, maxTitle);
      if (text && isBetter(language, this.#title)) {
        this.#title = { language, text };
        this.title = text;
      }
    } else if (name === "unitaDiMisura") this.#openUnit(attribute);
    else if (name === "udmDescrizione") this.#addUnit(attribute("breve"), attribute("lingua"));
    else if (name === "listaQuotazione") this.#openLevel(attribute);
    else if (name === "lqtDescrizione") this.#nameLevel(attribute("breve"));
    else this.#openGroup(name, attribute);
  }

  text(part: string): void {
    if (this.#isLabour && this.#product)
      this.#product.labourPct = `${this.#product.labourPct ?? ""}${part}`.slice(0, 100);
  }

  close(name: string): void {
    if (name === "prodotto" && this.#product) {
      const { described, ...product } = this.#product;
      this.#product = undefined;
      this.onProduct({ ...product, text: described?.text ?? "" });
    } else if (name === "incidenzaManodopera") this.#isLabour = false;
    else if (name === "grpValore" && this.#value && this.#group) {
      const { id, code, title, desc } = this.#value;
      if (this.#groups.size < maxKept) {
        this.#groups.set(ownText(id), { group: this.#group, code, title: title?.text ?? code, desc });
      }
      this.#group.values.add(code, title?.text ?? code);
      this.#value = undefined;
    }
  }

  unit(id: string | undefined): string | undefined {
    return id === undefined ? "" : this.#units.get(id)?.text;
  }

  /** The year that a price level is of; 0 where it names none. */
  yearOf(levelId: string): number {
    return this.#levels.get(levelId)?.year ?? 0;
  }

  /** Price levels from the latest year on, then as they stand in the document. */
  byLatest(quotations: SixProduct["quotations"]): SixProduct["quotations"] {
    const order = (id: string) => this.#levels.get(id)?.order ?? maxKept;
    return quotations.toSorted(([a], [b]) => this.yearOf(b) - this.yearOf(a) || order(a) - order(b));
  }

  get latestYear(): number {
    let latest = 0;
    for (const { year } of this.#levels.values()) latest = Math.max(latest, year);
    return latest;
  }

  /** The groups that ids name, in the document's order, each with those above it by its code; unknown ones are left out. */
  groupPaths(
    ids: readonly string[],
  ): (Pick<GroupValue, "code" | "title" | "desc"> & { above: string[]; order: number })[] {
    return ids
      .flatMap((id) => this.#groups.get(id) ?? [])
      .map(({ group, ...value }) => ({ ...value, above: group.values.above(value.code), order: group.order }))
      .sort((a, b) => a.order - b.order);
  }

  hasGroup(id: string): boolean {
    return this.#groups.has(id);
  }

  #newProduct(attribute: Attributes): OpenProduct {
    const code = attribute("prdId")?.trim() ?? "";
    return {
      id: attribute("prodottoId")?.trim() ?? code,
      code,
      text: "",
      unitId: attribute("unitaDiMisuraId"),
      safety: attribute("onereSicurezza"),
      labourPct: undefined,
      quotations: [],
      groupIds: [],
      line: this.line(),
      described: undefined,
    };
  }

  #openInProduct(product: OpenProduct, name: string, attribute: Attributes): void {
    if (name === "prdDescrizione") {
      const language = attribute("lingua");
      const [short = "", long = ""] = [attribute("breve"), attribute("estesa")];
      const text = (short.length > long.length ? short : long).slice(0, maxText);
      if (text && isBetter(language, product.described)) product.described = { language, text };
    } else if (name === "prdQuotazione") {
      const value = attribute("valore");
      if (value !== undefined && product.quotations.length < maxPerProduct) {
        product.quotations.push([attribute("listaQuotazioneId") ?? "", value]);
      }
    } else if (name === "prdGrpValore") {
      const id = attribute("grpValoreId");
      if (id && product.groupIds.length < maxPerProduct) product.groupIds.push(id);
    } else if (name === "incidenzaManodopera") this.#isLabour = true;
  }

  #openUnit(attribute: Attributes): void {
    const id = attribute("unitaDiMisuraId");
    this.#unit = id && id.length <= maxId ? id : undefined;
    // A symbol is of no language, and better than any description.
    this.#addUnit(attribute("simbolo") || attribute("udmId"), "it");
  }

  #addUnit(label: string | undefined, language: string | undefined): void {
    if (this.#unit === undefined || !label || this.#units.size >= maxKept) return;
    if (!isBetter(language, this.#units.get(this.#unit))) return;
    this.#units.set(ownText(this.#unit), { language, text: ownText(label.trim().slice(0, maxId)) });
  }

  #openLevel(attribute: Attributes): void {
    const id = attribute("listaQuotazioneId");
    this.#level = id && id.length <= maxId ? ownText(id) : undefined;
    if (this.#level === undefined || this.#levels.size >= maxKept) return;
    this.#levels.set(this.#level, { year: 0, order: this.#levels.size });
    this.#nameLevel(`${this.#level} ${attribute("lqtId") ?? ""}`);
  }

  #nameLevel(name: string | undefined): void {
    const level = this.#level === undefined ? undefined : this.#levels.get(this.#level);
    const years = name?.slice(0, 500).match(/(?<!\d)20\d\d(?!\d)/g) ?? [];
    if (level) level.year = Math.max(level.year, ...years.map(Number));
  }

  #openGroup(name: string, attribute: Attributes): void {
    if (name === "gruppo") this.#group = { order: this.#groupCount++, values: new HeadingTexts() };
    else if (name === "grpValore") {
      const id = attribute("grpValoreId");
      this.#group ??= { order: this.#groupCount++, values: new HeadingTexts() };
      const code = ownText(attribute("vlrId")?.trim().slice(0, maxId) ?? "");
      if (id && id.length <= maxId) this.#value = { id, code, title: undefined, desc: undefined };
    } else if (name === "vlrDescrizione" && this.#value) {
      const language = attribute("lingua");
      const long = attribute("estesa")?.trim();
      const text = attribute("breve")?.trim() || long;
      if (text && isBetter(language, this.#value.title)) {
        this.#value.title = { language, text: ownText(text.slice(0, maxTitle)) };
        this.#value.desc = long && long !== this.#value.title.text ? ownText(long.slice(0, maxText)) : undefined;
      }
    }
  }
}
