export type Holder = "line" | "section" | "measurement";

/** What a property of ours holds. A value of another kind, such as a text where ours is a number, is some other property. */
export type Kind = "number" | "text" | "list";

export interface Ours {
  name: string;
  kind: Kind;
  /** other words for it, in Italian, English and as abbreviations, without capitals, accents and dividers */
  others: string;
  /** words for it that may stand beside it for something else */
  vague?: string;
}

const desc = {
  name: "desc",
  kind: "text",
  others: "descrizione description descr descrizionevoce designazione",
} as const;
const price = {
  name: "price",
  kind: "number",
  others: "prezzo prezzounitario prezzounit unitprice priceunit rate unitrate pu importounitario",
  vague: "cost costo costounitario unitcost",
} as const;
const qty = {
  name: "qty",
  kind: "number",
  others: "quantita quantity quantities qta qt quant qnt quantitativo",
} as const;
const length = { name: "length", kind: "number", others: "lunghezza lungh lung lun len l" } as const;
const width = { name: "width", kind: "number", others: "larghezza largh larg lar wid" } as const;
const height = {
  name: "height",
  kind: "number",
  others: "altezza alt hpeso altezzapeso h",
  vague: "peso weight spessore thickness profondita depth",
} as const;
const count = {
  name: "count",
  kind: "number",
  others: "parti partiuguali paruguali parug pezzi pieces times parts numeroparti npezzi",
  vague: "numero nr num",
} as const;

export const ours: Record<Holder, readonly Ours[]> = {
  line: [
    qty,
    price,
    {
      name: "listPrice",
      kind: "number",
      others: "prezzolistino prezzoelenco prezzoprezzario prezzoregionale regionalprice",
    },
    {
      name: "measurements",
      kind: "list",
      others: "misure misurazioni misurazione misura measures measure righe rows rg",
    },
    { name: "unit", kind: "text", others: "um unita unitamisura unitadimisura unitmisura uom unitofmeasure misura" },
    {
      name: "code",
      kind: "text",
      others: "codice cod tariffa articolo codicearticolo codiceprezzo codicetariffa itemcode",
    },
    {
      name: "labourPct",
      kind: "number",
      others:
        "laborpct labourpercent incidenzamanodopera percentualemanodopera manodoperapct incmdo incidenzamdo mdo manodopera labour labor",
    },
    {
      name: "safetyPct",
      kind: "number",
      others: "safetypercent incidenzasicurezza percentualesicurezza sicurezzapct incsic",
    },
    { name: "priceBook", kind: "text", others: "prezzario prezziario listino elencoprezzi pricelist" },
    desc,
  ],
  section: [
    {
      name: "children",
      kind: "list",
      others:
        "voci righe lines items nodes rows entries elementi sottovoci figli lavorazioni sezioni sections capitoli",
    },
    { name: "title", kind: "text", others: "titolo nome name" },
  ],
  measurement: [count, length, width, height, desc],
};

/** Properties of ours that count nothing where they stand. */
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
/** What neither a line nor a section has a property for. */
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
