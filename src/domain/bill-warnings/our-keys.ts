export type Holder = "line" | "section" | "measurement";

/** The kind of value that one of our properties holds. A value of another kind, such as a text instead of a number, is a different property. */
export type Kind = "number" | "text" | "list";

export interface Ours {
  name: string;
  kind: Kind;
  /** other words for it, in Italian, English and as abbreviations, without capitals, accents and dividers */
  others: string;
  /** words for it that may stand beside it for something else */
  vague: string;
}

const text = (name: string, others: string): Ours => ({ name, kind: "text", others, vague: "" });
const list = (name: string, others: string): Ours => ({ name, kind: "list", others, vague: "" });
const number = (name: string, others: string, vague = ""): Ours => ({ name, kind: "number", others, vague });

const desc = text("desc", "descrizione description descr descrizionevoce designazione");
const length = number("length", "lunghezza lungh lung lun len l");
const width = number("width", "larghezza largh larg lar wid");
const height = number("height", "altezza alt hpeso altezzapeso h", "peso weight spessore thickness profondita depth");
const count = number(
  "count",
  "parti partiuguali paruguali parug pezzi pieces times parts numeroparti npezzi",
  "numero nr num",
);

export const ours: Record<Holder, readonly Ours[]> = {
  line: [
    number("qty", "quantita quantity quantities qta qt quant qnt quantitativo"),
    number(
      "price",
      "prezzo prezzounitario prezzounit unitprice priceunit rate unitrate pu importounitario",
      "cost costo costounitario unitcost",
    ),
    number("listPrice", "prezzolistino prezzoelenco prezzoprezzario prezzoregionale regionalprice"),
    list("measurements", "misure misurazioni misurazione misura measures measure righe rows rg"),
    text("unit", "um unita unitamisura unitadimisura unitmisura uom unitofmeasure misura"),
    text("code", "codice cod tariffa articolo codicearticolo codiceprezzo codicetariffa itemcode"),
    number(
      "labourPct",
      "laborpct labourpercent incidenzamanodopera percentualemanodopera manodoperapct incmdo incidenzamdo mdo manodopera labour labor",
    ),
    number("safetyPct", "safetypercent incidenzasicurezza percentualesicurezza sicurezzapct incsic"),
    text("priceBook", "prezzario prezziario listino elencoprezzi pricelist"),
    desc,
  ],
  section: [
    list(
      "children",
      "voci righe lines items nodes rows entries elementi sottovoci figli lavorazioni sezioni sections capitoli",
    ),
    text("title", "titolo nome name"),
  ],
  measurement: [count, length, width, height, desc],
};

/** Our properties that count nothing in this place. */
export const misplaced: Record<Holder, Record<string, { kind: Kind; belongs: string }>> = {
  line: {
    children: { kind: "list", belongs: `only a section has children: say "type": "section"` },
    ...Object.fromEntries(
      [count, length, width, height].map(({ name }) => [
        name,
        { kind: "number", belongs: `it belongs into "measurements": [{"${name}": …}]` } as const,
      ]),
    ),
  },
  section: {
    qty: { kind: "number", belongs: "it belongs to a line among the section's children" },
    price: { kind: "number", belongs: "it belongs to a line among the section's children" },
    measurements: { kind: "list", belongs: "they belong to a line among the section's children" },
  },
  measurement: {
    qty: { kind: "number", belongs: `write "count", or leave the measurements out and give the line's "qty"` },
    price: { kind: "number", belongs: "it belongs to the line" },
  },
};

// Without capitals, accents and dividers, as above.
const discountWords =
  "sconto scontopct scontopercentuale percentualesconto ribasso ribassopct discount discountpct discountpercent discountrate";
const vatWords = "iva ivapct ivapercentuale percentualeiva aliquota aliquotaiva vat vatpct vatpercent vatrate";
const ratesOfQuote = "draft the quote, and give its lines their rates with update_quote_lines";
/** Properties that neither a line nor a section has. */
export const lacking: Record<Holder, ReadonlyMap<string, { kind: Kind; belongs: string }>> = {
  line: lackingIn({
    [discountWords]: `a line has no discount: give the price after it as "price", and the price before it as "listPrice"`,
    [vatWords]: `a line of a bill has no VAT rate: ${ratesOfQuote}`,
  }),
  section: lackingIn({
    [discountWords]: "a section has no discount: give its lines the prices after it",
    [vatWords]: `a section has no VAT rate: ${ratesOfQuote}`,
  }),
  measurement: new Map(),
};

function lackingIn(belongs: Record<string, string>): Map<string, { kind: "number"; belongs: string }> {
  return new Map(
    Object.entries(belongs).flatMap(([words, sentence]) =>
      words.split(" ").map((word) => [word, { kind: "number", belongs: sentence }] as const),
    ),
  );
}

/** Where programs and people write a whole row: `"expression": "2,50 * 1,80"`. */
export const wholeRows = ["expression", "espressione", "formula"] as const;

/** A factor written on the line is as lost as under its English name. */
export const factorsOnLine: readonly Ours[] = [
  { ...length, others: "lunghezza" },
  { ...width, others: "larghezza" },
  { ...height, others: "altezza", vague: "" },
];

/** What programs keep beside ours. A measurement's `quantity` is compared with what it counts instead. */
export const harmless: Record<Holder, ReadonlySet<string>> = {
  line: new Set(["type", "number", "computed", "title"]),
  section: new Set(["type", "number", "computed", "desc"]),
  measurement: new Set(["number", "computed", "quantity", "kind", "see", "negative", "expr"]),
};
