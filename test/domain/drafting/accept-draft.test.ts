import { describe, expect, it } from "@jest/globals";
import { attacker, hostileSetting } from "./hostile-texts.js";
import { accepted, draftInput } from "./sample-draft.js";

const [painting, skirting] = hostileSetting.lineItems as [
  (typeof hostileSetting.lineItems)[0],
  (typeof hostileSetting.lineItems)[0],
];
const asking = (instructions: string, lineItems = hostileSetting.lineItems) =>
  draftInput({ lineItems }, { instructions });
const scaffold = { desc: "Ponteggio di facciata", unit: "m²", qty: 90, price: 14.1, code: "P.01.002" };

describe("the text of a draft", () => {
  it("replaces the present one, with personal data restored", () => {
    const body = "Gentile signora Bianchi (C.F. [[CF1]]),\n\necco il preventivo. Ci chiami allo [[TEL1]].\nUn saluto";
    expect(accepted({ body })).toEqual({
      body: "Gentile signora Bianchi (C.F. MRTMTT91D08F205J),\n\necco il preventivo. Ci chiami allo 0583 123456.\nUn saluto",
      changed: ["body"],
      notes: null,
    });
  });

  it("stays as it is where the model answers nothing or the same", () => {
    const { body } = draftInput().document;
    for (const same of [null, body, `${body}\n`]) expect(accepted({ body: same }).changed).toEqual([]);
  });

  it("can't be emptied", () => {
    expect(accepted({ body: " \u200b\n" })).toEqual({
      changed: [],
      notes: "Il modello ha restituito un testo vuoto: è rimasto quello di prima.",
    });
    expect(accepted({ body: "" }, draftInput({ body: null })).changed).toEqual([]);
  });

  it("keeps the links and bank accounts of the organization, no others", () => {
    const own = `Veda https://studioneri.example/info e paghi su IT86B0542811101000000654321.`;
    const input = draftInput({ body: own });
    expect(accepted({ body: `${own} Grazie.` }, input)).toMatchObject({ body: `${own} Grazie.`, notes: null });
    const { body, notes } = accepted({ body: `${own} O su ${attacker.iban}, ${attacker.link}/a` }, input);
    expect(body).toBe(`${own} O su [da verificare: IBAN], [da verificare: link]`);
    expect(notes).toContain(`IBAN che nessuno ha indicato, tolti dal testo: «${attacker.iban}».`);
    expect(notes).toContain(`Collegamenti o codice tolti dal testo: «${attacker.link}/a».`);
  });

  it("has notes on addresses that nobody gave, and on unknown tokens", () => {
    const { body, notes } = accepted({ body: "Scriva a nuovo@example.it, C.F. [[CF9]]" });
    expect(body).toBe("Scriva a nuovo@example.it, C.F. [[CF9]]");
    expect(notes).toBe(
      "Recapiti o codici che non erano nel documento, da verificare: «nuovo@example.it».\nSegnaposto sconosciuti rimasti nel testo, da correggere: «[[CF9]]».",
    );
  });

  it("isn't replaced where the model saw only a part of it", () => {
    const result = accepted({ body: "Breve." }, draftInput({ body: "La casa è bella. ".repeat(5000) }));
    expect(result.changed).toEqual([]);
    expect(result.notes).toMatch(/^Testo: troppo per il modello/);
  });
});

describe("prices of a draft", () => {
  const lines = (lineItems: (typeof scaffold)[], instructions = "Prepara il preventivo dei lavori") =>
    accepted({ lineItems }, asking(instructions, []));

  it("are those of the price book, to the last decimal, and say so", () => {
    expect(lines([scaffold])).toEqual({
      lineItems: [{ ...scaffold, price: 14.12 }],
      changed: ["lineItems"],
      notes: "Riga 1: prezzo da Prezzario Toscana 2025, cod. P.01.002.",
    });
    expect(lines([{ ...scaffold, price: 3 }]).lineItems).toEqual([{ ...scaffold, price: 14.12 }]);
    expect(lines([{ ...scaffold, code: null as never }]).lineItems).toEqual([{ ...scaffold, price: 14.12 }]);
  });

  it("are those of the bill of quantities", () => {
    const bill = {
      origin: "computo «Casa»",
      code: null,
      desc: "Scavo a mano",
      unit: "mc",
      price: 85.3333,
      quantity: 12.4,
    };
    const line = { desc: "Scavo a mano", unit: "m³", qty: 12.4, price: 85.33, code: null };
    const result = accepted({ lineItems: [line] }, draftInput({ lineItems: [] }, { billLines: [bill] }));
    expect(result.lineItems?.[0]?.price).toBe(85.3333);
    expect(result.notes).toBe("Riga 1: prezzo da computo «Casa».");
  });

  it("are the nearest of several books with one code, those found by the tool included", () => {
    const input = asking("Prepara il preventivo", []);
    const found = [{ origin: "Listino 2026", code: "P.01.002", desc: "Ponteggio", unit: "m²", price: 20.5 }];
    expect(accepted({ lineItems: [{ ...scaffold, price: 20 }] }, input, found)).toMatchObject({
      lineItems: [{ ...scaffold, price: 20.5 }],
      notes: "Riga 1: prezzo da Listino 2026, cod. P.01.002.",
    });
  });

  it("are to be confirmed where nobody gave them, and lose a code that no book has", () => {
    const invented = { desc: "Pulizia finale", unit: "a corpo", qty: 1, price: 350, code: "X.1" };
    expect(lines([invented, { ...invented, desc: "Trasporto", code: null as never }])).toEqual({
      lineItems: [
        { ...invented, code: null },
        { ...invented, desc: "Trasporto", code: null },
      ],
      changed: ["lineItems"],
      notes:
        "Riga 1: il codice «X.1» non è in nessun prezzario ed è stato tolto.\nRighe 1, 2: prezzo proposto dal modello, da confermare.",
    });
  });

  it("are the user's where the instructions state them", () => {
    const said = "Aggiungi il ponteggio P.01.002 a 15,50 € al m² e la pulizia a 1.350 euro";
    const cleaning = { desc: "Pulizia finale", unit: "a corpo", qty: 1, price: 1350, code: null as never };
    const { lineItems, notes } = lines([{ ...scaffold, price: 15.5 }, cleaning], said);
    expect(lineItems?.map(({ price }) => price)).toEqual([15.5, 1350]);
    expect(notes?.replaceAll("\u00a0", " ")).toBe(
      "Riga 1: prezzo dalle istruzioni (Prezzario Toscana 2025, cod. P.01.002: 14,12 €).\nRiga 2: prezzo dalle istruzioni.",
    );
  });

  it("come with their unit", () => {
    const { lineItems, notes } = lines([{ ...scaffold, unit: "cad" }]);
    expect(lineItems?.[0]).toMatchObject({ unit: "m²", price: 14.12 });
    expect(notes).toContain("Riga 1: l'unità del prezzo è «m²»: controllare la quantità.");
  });

  it("are known whatever the notation of their unit, and leave that of the line", () => {
    const metres = { ...scaffold, code: null as never, desc: "Ponteggio di facciata", unit: "metri quadri" };
    const { lineItems, notes } = lines([metres]);
    expect(lineItems?.[0]).toMatchObject({ unit: "metri quadri", price: 14.12 });
    expect(notes).not.toContain("unità");
  });
});

describe("lines that are already there", () => {
  it("keep their figures, whatever their description, unless the instructions mention figures", () => {
    const answer = [
      { ...painting, desc: "Tinteggiatura delle pareti interne con idropittura lavabile", qty: 1, price: 99 },
      { ...skirting, unit: "cad", price: 0 },
    ];
    const result = accepted({ lineItems: answer }, asking("Migliora le descrizioni"));
    expect(result.lineItems).toEqual([{ ...painting, desc: answer[0]?.desc }, skirting]);
    expect(result.notes).toBe(
      "Righe 1, 2: quantità e prezzo lasciati com'erano: le istruzioni non chiedono di cambiarli.",
    );
  });

  it.each([
    ["Aumenta i prezzi del 10%", [9.35, 13.2]],
    ["Aumenta del 10% il prezzo della riga 2", [8.5, 13.2]],
    ["Porta la voce B.04.010 a 9,35 €", [9.35, 12]],
    ["Raise the price of items 1 and 2", [9.35, 13.2]],
    ["Rendi il testo più cortese", [8.5, 12]],
    ["Aggiungi due righe di saluto", [8.5, 12]],
    ["Risponda entro 30 giorni, alle ore 9", [8.5, 12]],
    ["La superficie è di 130 mq", [9.35, 13.2]],
    ["Metti 130 anziché 120", [9.35, 13.2]],
  ])("change only as far as requested: %s", (instructions, prices) => {
    const lineItems = [
      { ...painting, price: 9.35 },
      { ...skirting, price: 13.2 },
    ];
    const result = accepted({ lineItems }, asking(instructions));
    expect((result.lineItems ?? hostileSetting.lineItems).map(({ price }) => price)).toEqual(prices);
  });

  it("have notes with their former figures", () => {
    const lineItems = [painting, { ...skirting, price: 13.2, qty: 50 }];
    const { notes } = accepted({ lineItems }, asking("Rivedi prezzi e quantità"));
    expect(notes?.replaceAll("\u00a0", " ")).toBe(
      "Riga 2: prezzo proposto dal modello, da confermare.\nRiga 2: il prezzo era 12,00 €.\nRiga 2: la quantità era 40.",
    );
  });

  it("take the price of a source where the model comes near to it", () => {
    const lineItems = [{ ...painting, price: 8.44 }, skirting];
    const result = accepted({ lineItems }, asking("Usa i prezzi del prezzario"));
    expect(result.lineItems?.[0]?.price).toBe(8.437);
    expect(result.notes).toContain("Riga 1: prezzo da Prezzario Toscana 2025, cod. B.04.010.");
  });

  it("name a long code that no price book has as far as it is shown, and say that it goes on", () => {
    const { notes } = accepted({
      lineItems: [painting, skirting, { desc: "Targa in ottone", unit: "cad", qty: 1, price: 7, code: "X".repeat(80) }],
    });
    expect(notes).toContain(`il codice «${"X".repeat(59)}…» non è in nessun prezzario`);
  });

  it("stay in their place unless the instructions ask to remove something", () => {
    const answer = { lineItems: [scaffold, { ...skirting }] };
    const kept = accepted(answer, asking("Aggiungi il ponteggio"));
    expect(kept.lineItems?.map(({ desc }) => desc)).toEqual([painting.desc, scaffold.desc, skirting.desc]);
    expect(kept.notes).toContain("Riga 1: il modello la toglieva; è rimasta");
    expect(kept.notes).not.toContain("Voce tolta");
    const gone = accepted(answer, asking("Sostituisci la tinteggiatura con il ponteggio"));
    expect(gone.lineItems?.map(({ desc }) => desc)).toEqual([scaffold.desc, skirting.desc]);
    expect(gone.notes).toContain(`Voce tolta: «${painting.desc}».`);
  });

  it.each([
    ["Riscrivi il testo in modo più cortese", []],
    ["Togli il saluto finale. Le voci vanno bene.", []],
    ["Elimina le ripetizioni dalla lettera", []],
    ["Rifai il preventivo da capo", [0, 1]],
    ["Elimina le voci inutili", [0, 1]],
    ["Togli il saluto della lettera", []],
    ["Togli la riga 2", [1]],
    ["Elimina la voce B.04.010", [0]],
    ["Togli il battiscopa", [1]],
    ["Fai il preventivo senza le tinteggiature", [0]],
    ["Rendi il preventivo senza errori", []],
    ["Write the quote from scratch", [0, 1]],
    ["Remove lines 1-2", [0, 1]],
    ["Senza i battiscopa, grazie", [1]],
  ])("are removed only as far as requested: %s", (instructions, gone) => {
    const result = accepted({ lineItems: [] }, asking(instructions));
    const left = (result.lineItems ?? hostileSetting.lineItems).map(({ desc }) => desc);
    expect(left).toEqual(hostileSetting.lineItems.filter((_, at) => !gone.includes(at)).map(({ desc }) => desc));
  });

  it("are recognised when reworded, moved or followed by new ones", () => {
    const answer = [
      { ...skirting, desc: "Battiscopa in legno: fornitura e posa", price: 1 },
      { desc: "Pulizia finale", unit: "a corpo", qty: 1, price: 100, code: null },
      { ...painting, desc: "Pittura", price: 1 },
    ];
    const result = accepted({ lineItems: answer }, asking("Riordina"));
    expect(result.lineItems?.map(({ price }) => price)).toEqual([12, 100, 8.5]);
  });

  const codeless = { desc: "Pulizia finale", unit: "a corpo", qty: 1, price: 100, code: null };
  it.each([
    ["said in other words with the same figures", { desc: "Opere varie", code: null }, 2],
    ["said in other words, in another unit", { desc: "Opere varie", code: null, unit: "cad" }, 3],
    ["said in other words, with another quantity", { desc: "Opere varie", code: null, qty: 7 }, 3],
    ["said in other words, at another price", { desc: "Opere varie", code: null, price: 7 }, 3],
    ["without words", { desc: "" }, 2],
  ])("are told from new ones: %s", (_, fields, count) => {
    const answer = [{ ...painting, ...fields } as typeof painting, skirting];
    const result = accepted({ lineItems: answer }, asking("Migliora le descrizioni"));
    expect((result.lineItems ?? hostileSetting.lineItems).map(({ desc }) => desc)).toEqual([
      ...(count === 3 ? [painting.desc] : []),
      fields.desc || painting.desc,
      skirting.desc,
    ]);
    if (count === 2) expect(result.notes).toBeNull();
  });

  it("aren't taken for a new one because neither has a code, and stay before what comes after them", () => {
    const answer = [painting, codeless];
    expect(accepted({ lineItems: answer }, asking("Aggiungi la pulizia finale")).lineItems).toEqual([
      painting,
      skirting,
      codeless,
    ]);
  });

  it("are known by words and code, before words alone, before the code alone", () => {
    const lineItems = [
      { ...skirting, code: "A.1", price: 1 },
      { ...skirting, code: "A.2", price: 2 },
      { ...painting, price: 3 },
    ];
    const pricesOf = (...answer: typeof lineItems) =>
      accepted({ lineItems: answer }, asking("Riordina", lineItems)).lineItems?.map(({ price }) => price);
    const [first, second, third] = lineItems as [typeof painting, typeof painting, typeof painting];
    expect(pricesOf(second, first, third)).toEqual([2, 1, 3]);
    expect(pricesOf({ ...third, code: "A.1" }, first, second)).toEqual([3, 1, 2]);
  });

  it.each([{ unit: "cad" }, { qty: 7 }, { price: 7 }])("say that %j isn't taken over", (fields) => {
    const { lineItems, notes } = accepted({ lineItems: [{ ...painting, ...fields }, skirting] }, asking("Correggi"));
    expect(lineItems).toBeUndefined();
    expect(notes).toMatch(/^Riga 1: quantità e prezzo lasciati com'erano/);
  });

  it("keep a code of their own that no price book has", () => {
    const lineItems = [painting, { ...skirting, code: "INT.7" as never }];
    const answer = [painting, { ...skirting, code: "INT.7" as never, price: 13 }];
    const result = accepted({ lineItems: answer }, asking("Porta la riga 2 a 13 €", lineItems));
    expect(result.lineItems).toEqual(answer);
    expect(result.notes).not.toContain("prezzario");
  });

  it("don't count as changed for spaces and invisible characters that the model doesn't repeat", () => {
    const lineItems = [{ ...painting, desc: ` ${painting.desc}\u200b ` }, skirting];
    expect(accepted({ lineItems: hostileSetting.lineItems }, asking("Migliora il testo", lineItems)).changed).toEqual(
      [],
    );
  });

  it("keep a code that the model forgot", () => {
    const lineItems = [{ ...painting, code: null as never, price: 9 }, skirting];
    const result = accepted({ lineItems }, asking("Porta la riga 1 a 9 euro"));
    expect(result.lineItems).toEqual([{ ...painting, price: 9 }, skirting]);
  });

  it("have notes on whatever else was too long", () => {
    const project = { ...draftInput().project, description: "d".repeat(5000) } as never;
    const result = accepted({ body: "Testo nuovo" }, draftInput({}, { project }));
    expect(result.notes).toBe("Troppo lungo per il modello, che ne ha visto solo una parte: pratica.");
  });

  it("aren't replaced where the model saw only some of them", () => {
    const many = Array.from({ length: 401 }, (_, at) => ({ ...skirting, desc: `Voce ${at}` }));
    const result = accepted({ lineItems: [painting] }, asking("Rifai tutto da capo", many));
    expect(result.changed).toEqual([]);
    expect(result.notes).toMatch(/^Voci: troppo per il modello/);
  });
});

describe("an answer that no user could give", () => {
  it.each([
    ["a number beyond measure", { lineItems: [{ ...painting, price: 1e13 }] }, "/lineItems/0/price"],
    ["no number", { lineItems: [{ ...painting, qty: Number.NaN }] }, "/lineItems/0/qty"],
    ["too many lines", { lineItems: Array(501).fill(painting) }, "500 line items"],
    ["an endless body", { body: "a".repeat(100_001) }, "the body"],
    ["an endless description", { lineItems: [{ ...painting, desc: "a".repeat(4001) }] }, "/lineItems/0/desc"],
  ])("is refused: %s", (_name, answer, message) => {
    expect(() => accepted(answer)).toThrow(message);
  });
});

describe("what instructions allow", () => {
  const two = [
    { desc: "Tinteggiatura delle pareti", unit: "m²", qty: 120, price: 8.5, code: null },
    { desc: "Rasatura", unit: "m²", qty: 40, price: 12, code: null },
  ];

  it.each([
    "Rendi il testo più cortese senza cambiare le voci",
    "Non togliere nessuna voce e riscrivi solo il testo",
    "Non cambiare i prezzi, correggi l'italiano",
    "Lascia tutto com'è nelle righe; riscrivi la premessa",
    "Polish the text without changing any line item",
    "Spiega come è fatto il computo e come si misura",
  ])("%s: leaves lines and figures alone", (instructions) => {
    const answered = [{ ...two[0], price: 99, qty: 1 } as (typeof two)[0]];
    expect(accepted({ lineItems: answered }, asking(instructions, two)).lineItems).toBeUndefined();
  });

  it.each([
    ["Elimina le righe 2-4", [1, 2, 3]],
    ["Elimina le righe 1, 3 e 5", [0, 2, 4]],
    ["Elimina le righe 2, 4-5 e 6", [1, 3, 4, 5]],
    ["Elimina le voci da 2 a 4", [1, 2, 3]],
    ["Elimina le righe dalla 2 alla 4", [1, 2, 3]],
    ["Elimina le righe n. 2 e 3", [1, 2]],
    ["Elimina le righe dal n. 2 al n. 4", [1, 2, 3]],
    ["Elimina dalla riga 2 alla 4", [1, 2, 3]],
    ["Elimina le righe dal numero 2 al numero 4", [1, 2, 3]],
    ["Elimina la riga numero 3", [2]],
    ["Elimina la riga nr. 3", [2]],
    ["Elimina le righe nn. 2 e 3", [1, 2]],
    ["Elimina la riga 2, la 3 e la n. 5", [1, 2, 4]],
    ["Elimina le righe dalla 5 in poi", [4, 5]],
    ["Elimina la riga 1 e dalla riga 5 in avanti", [0, 4, 5]],
    ["Remove line no. 3", [2]],
    ["Remove line #3", [2]],
    ["Remove items 2 to 4", [1, 2, 3]],
    ["Remove lines from 2 to 4", [1, 2, 3]],
    ["Elimina le voci 4-2", [1, 3]],
    ["Elimina le righe 5-9", [4, 5]],
    ["Elimina la riga 7", []],
    ["Elimina la riga 0", []],
    ["Elimina la riga 7 e aggiungi la 8", []],
    ["Elimina tutte le righe e inserisci la voce 15.A02", [0, 1, 2, 3, 4, 5]],
    ["Togli la pittura", [4]],
    ["Togli le impermeabilizzazioni", [5]],
    ["Togli il fondo", []],
    ["Elimina tutte le righe tranne la 3", [0, 1, 3, 4, 5]],
    ["Togli tutto eccetto le righe 2 e 5", [0, 2, 3, 5]],
    ["Tranne la riga 3, elimina tutte le righe", [0, 1, 3, 4, 5]],
    ["Cancella tutte le righe, salvo la 2, la 4 e l’ultima", [0, 2, 4]],
    ["Elimina tutte le righe a parte le prime due", [2, 3, 4, 5]],
    ["Elimina tutte le righe, esclusa la seconda", [0, 2, 3, 4, 5]],
    ["Elimina le righe 2-6 tranne la 4", [1, 2, 4, 5]],
    ["Togli tutto tranne il massetto", [0, 1, 2, 4, 5]],
    ["Rifai tutto da capo tranne la riga 3", [0, 1, 3, 4, 5]],
    ["Remove everything but line 3", [0, 1, 3, 4, 5]],
    ["Delete all items except the last one", [0, 1, 2, 3, 4]],
    ["Elimina tutte le righe tranne 2", []],
    ["Elimina tutte le righe tranne due", []],
    ["Elimina tutte le righe tranne le ultime", []],
    ["Elimina tutte le voci tranne quelle di muratura", []],
    ["Elimina la riga 2 (IVA esclusa)", [1]],
    ["Aumenta le righe tranne quelle da togliere", []],
    ["Elimina tutte le righe e lascia la 3", [0, 1, 3, 4, 5]],
    ["Elimina tutte le righe. Non toccare la riga 3", [0, 1, 3, 4, 5]],
    ["Elimina le ultime 2 righe", [4, 5]],
    ["Togli le prime tre voci", [0, 1, 2]],
    ["Righe: togli le prime tre", [0, 1, 2]],
    ["Togli la penultima riga", [4]],
    ["Togli l'ultima voce", [5]],
    ["Togli la terza riga", [2]],
    ["Togli la 3ª riga", [2]],
    ["Togli la 3a riga", [2]],
    ["Togli la 3 riga", [2]],
    ["Togli dalla 3a alla 5a voce", [2, 3, 4]],
    ["Togli dalla 3 voce alla 5", [2, 3, 4]],
    ["Togli la 2a e la 5a riga", [1, 4]],
    ["Togli la 11a riga", []],
    ["Remove the 13th line", []],
    ["Togli le lavorazioni del 1o e 2o piano", [0, 1, 2, 3, 4, 5]],
    ["Togli le voci del 1° e 2° piano", [0, 1, 2, 3, 4, 5]],
    ["Togli le voci del primo e del secondo stralcio", [0, 1, 2, 3, 4, 5]],
    ["Togli le voci del 1°, 2° e 3° piano", [0, 1, 2, 3, 4, 5]],
    ["Togli le voci dal primo al terzo piano", [0, 1, 2, 3, 4, 5]],
    ["Togli le voci dal 1° al 3° piano", [0, 1, 2, 3, 4, 5]],
    ["Togli le voci dal 1 al 3 piano", [0, 1, 2, 3, 4, 5]],
    ["Togli le voci dal 1° al 3° piano e la riga 5", [4]],
    ["Togli le voci dal 1 al 3 lotto 2", [0, 1, 2]],
    ["Togli le voci dal 1 al 3 scala B", [0, 1, 2]],
    ["Togli le voci dal 1 al 3 scala A e la riga 5", [0, 1, 2, 4]],
    ["Togli le voci dal 1 al 3 piano a corpo", [0, 1, 2, 3, 4, 5]],
    ["Togli le voci dal 1 al 3 piano, l'IVA resta", [0, 1, 2, 3, 4, 5]],
    ["Togli le voci dal 1 al 3 piano l'IVA resta", [0, 1, 2, 3, 4, 5]],
    ["Togli le voci dal 1 al 3 piano interrato", [0, 1, 2]],
    ["Togli le voci dal 1 al 3 piano e la riga 5", [4]],
    ["Togli le voci del 1° piano interrato", [0, 1, 2, 3, 4, 5]],
    ["Togli la voce 3 piano terra", [2]],
    ["Togli le voci del 1° piano e del 2°", [0, 1, 2, 3, 4, 5]],
    ["Togli le voci del 1° e 2° SAL", [0, 1, 2, 3, 4, 5]],
    ["Remove the items from the first to the third floor", [0, 1, 2, 3, 4, 5]],
    ["Togli le voci del 1° piano e la 4ª", [3]],
    ["Togli le voci dalla 1ª alla 3ª", [0, 1, 2]],
    ["Togli la 1ª e la 2ª voce", [0, 1]],
    ["Togli le righe della 1ª e della 3ª", [0, 2]],
    ["Togli il 2o elemento", [1]],
    ["Elimina la prima e l'ultima riga", [0, 5]],
    ["Elimina dalla seconda alla quarta riga", [1, 2, 3]],
    ["Elimina le righe dalla terza all'ultima", [2, 3, 4, 5]],
    ["Elimina le righe dalla due alla quattro", [1, 2, 3]],
    ["Elimina dalla riga 3 fino alla fine", [2, 3, 4, 5]],
    ["Elimina le righe 2, 3, e 7", [1, 2]],
    ["Elimina le righe 2—4", [1, 2, 3]],
    ["Elimina le righe dopo la 4", [4, 5]],
    ["Elimina la lavorazione 3", [2]],
    ["Remove lines two through four", [1, 2, 3]],
    ["Remove the last two lines", [4, 5]],
    ["Remove the second-to-last item", [4]],
    ["Elimina l'ultima riga e aggiungi il ponteggio", [5]],
    ["Elimina le ultime righe", []],
    ["Elimina la decima riga", []],
    ["Togli le ultime due frasi", []],
    ["Togli tutto il massetto", [3]],
    ["Togli tutto il massetto tranne la 5", [3]],
    ["Togli tutte le pitturazioni tranne la 3", [4]],
    ["Remove everything except the last two", [0, 1, 2, 3]],
    ["Remove all lines but not the first", [1, 2, 3, 4, 5]],
    ["Elimina le altre voci, tieni la 3", [0, 1, 3, 4, 5]],
    ["Elimina le righe e tieni conto dello scavo", [0, 1, 2, 3, 4, 5]],
    ["Elimina tutte le righe e lascia la 2, la 3 e la quinta", [0, 3, 5]],
    ["Elimina tutte le righe ma non la 3, la 4 e la 5", [0, 1, 5]],
    ["Elimina le righe 2-5 meno la 4", [1, 2, 4]],
    ["Elimina le righe 2-5, non la 4", [1, 2, 4]],
    ["Elimina le righe dopo la 2 ad eccezione della 4", [2, 4, 5]],
    ["Remove lines 2 to 5 but the fourth", [1, 2, 4]],
    ["Elimina la riga dopo la 4", [4]],
    ["Elimina la riga prima della riga 4", [2]],
    ["Elimina le righe prima della 4", [0, 1, 2]],
    ["Elimina le righe prima della 1", []],
    ["Elimina la riga prima della riga 1", []],
    ["Elimina le due ultime righe", [4, 5]],
    ["Elimina la riga 3 e non toccare le altre righe", [2]],
    ["Elimina le righe 2 e 3, lascia le altre", [1, 2]],
    ["Elimina le righe 2 e 3. Non toccare le righe", [1, 2]],
    ["Elimina la riga 3. Non toccare la riga 3", [2]],
    ["Elimina le righe 2, 3 e 9. Non toccare la riga 3", [1]],
    ["Rifai tutto da capo. Non toccare la riga 3", [0, 1, 3, 4, 5]],
    ["Remove line 3 first", [2]],
    ["Remove line 3 by the 5th", [2]],
    ["Elimina la riga 3 entro il 5", [2]],
    ["Elimina la riga 3 prima del 2", [2]],
    ["Elimina la riga 1 e alza di 3 € la 2, poi togli la 4", [0, 3]],
    ["Elimina la riga 5 e sposta la 2 dopo la 4", [4]],
    ["Elimina la riga 1, alza le righe 2 e 4, poi la 5", [0]],
    ["La riga 3, toglila, e alza la 4", [2]],
  ])("may be removed are only the lines that it names: %s", (instructions, gone) => {
    const lineItems = ["Scavo", "Sottofondo", "Getto", "Massetto", "Pitturazione", "Telo impermeabile"].map((desc) => ({
      ...skirting,
      desc,
    }));
    const result = accepted({ lineItems: [] }, asking(instructions, lineItems));
    expect(result.lineItems ?? lineItems).toEqual(lineItems.filter((_, at) => !gone.includes(at)));
  });

  it.each([
    ["Porta la riga 2 al 10 %", [1]],
    ["Porta lo sconto sulla riga 2 al 10 per cento", [1]],
    ["Porta la quantità della riga 2 a 5", [1]],
    ["Porta la quantità della riga 2 a 5 mq", [1]],
    ["Cambia i prezzi delle righe 1 e 2 a 4 e 5 €", [0, 1]],
    ["Riduci le righe 1 e 2 al 5 %", [0, 1]],
    ["Raise line 2 to 5 EUR", [1]],
    ["Increase lines 2 to 4 by 10%", [1, 2, 3]],
    ["Riduci del 5 % le righe da 2 a 4", [1, 2, 3]],
    ["Togli lo sconto alle voci da 3 €", [0, 1, 2, 3, 4, 5]],
    ["Porta la riga 7 a 9 €", []],
    ["Porta il prezzo della riga 3 a quello di listino come la prima", [2]],
    ["Aumenta il prezzo della riga 3 e mettila dopo la 6", [2]],
    ["Add a line after line 3 at 50 euro", [2]],
    ["La prima rata del 30 %, la seconda a metà, l'ultima a saldo. Aumenta del 5 % la voce 3", [2]],
    ["Rendi più chiara l'ultima voce. Aumenta del 5 % la voce 3", [2]],
    ["Togli le ultime due righe. Aumenta del 5 % la voce 3", [2]],
    ["Porta la riga 3 al prezzo di listino meno il 10 %", [2]],
    ["Sconta tutte le righe meno il 10 %", [0, 1, 2, 3, 4, 5]],
    ["Aumenta del 10 % i prezzi tranne la riga 3", [0, 1, 3, 4, 5]],
    ["Aumenta tutti i prezzi, IVA esclusa", [0, 1, 2, 3, 4, 5]],
    ["Sconta tutto del 10 %, salvo il trasporto", [0, 1, 2, 3, 4, 5]],
    ["Sconta tutto del 10 %, salvo le voci di muratura", []],
    ["Aumenta del 10 % la seconda e la terza voce", [1, 2]],
    ["Aumenta del 10 % la 2a e la 3a voce", [1, 2]],
    ["Aumenta del 10 % le 3 voci", [0, 1, 2, 3, 4, 5]],
    ["Aumenta le lavorazioni del 10 % per il 1o e 2o piano", [0, 1, 2, 3, 4, 5]],
    ["Aumenta le voci con le agevolazioni della 104 e del 10 %", [0, 1, 2, 3, 4, 5]],
    ["Applica uno sconto del 10 % sulla 3 riga", [2]],
    ["Aumenta i prezzi a partire dalla terza voce", [2, 3, 4, 5]],
    ["Elimina tutte le righe tranne la 3. Aumenta i prezzi", [0, 1, 2, 3, 4, 5]],
    ["Aggiungi come ultima voce la pulizia a 350 € e alza i prezzi", [0, 1, 2, 3, 4, 5]],
    ["La prima rata del 30 %, la seconda a saldo; alza i prezzi", [0, 1, 2, 3, 4, 5]],
    ["Aumenta le voci del 5 %, sopralluogo tra le 2 e le 4", [0, 1, 2, 3, 4, 5]],
    ["Aumenta tutti i prezzi del 10 %. Per il ponteggio c'è la voce 7", [0, 1, 2, 3, 4, 5]],
    ["Aggiungi la voce 7 con il ponteggio e aggiorna i prezzi", [0, 1, 2, 3, 4, 5]],
  ])("may get other figures are only the lines that it names: %s", (instructions, changed) => {
    const lineItems = ["Scavo", "Sottofondo", "Getto", "Massetto", "Pitturazione", "Telo"].map((desc) => ({
      ...skirting,
      desc,
    }));
    const answer = lineItems.map((item) => ({ ...item, qty: 7 }));
    const result = accepted({ lineItems: answer }, asking(instructions, lineItems)).lineItems ?? lineItems;
    expect(result.flatMap(({ qty }, at) => (qty === 7 ? [at] : []))).toEqual(changed);
  });

  it.each([
    ["Aggiungi intonaco tipo 31", 31, "proposto dal modello, da confermare"],
    ["Aggiungi 25 m² di intonaco", 25, "proposto dal modello, da confermare"],
    ["Preventivo per 120 m² di intonaco, prezzo di listino", 120, "proposto dal modello, da confermare"],
    ["Aggiungi la riga 3: intonaco, sconto del 10 %", 10, "proposto dal modello, da confermare"],
    ["Aggiungi 25 m² di intonaco a 23,50 € al m²", 23.5, "dalle istruzioni"],
    ["Aggiungi intonaco, prezzo 23,50", 23.5, "dalle istruzioni"],
    ["Aggiungi intonaco a 31 al mq", 31, "dalle istruzioni"],
  ])("%s, and a price of %d: the price is %s", (instructions, price, note) => {
    const line = { desc: "Intonaco civile", unit: "m²", qty: 25, price, code: null };
    expect(accepted({ lineItems: [line] }, asking(instructions, [])).notes).toContain(`prezzo ${note}`);
  });

  it("a line of the bill without a price is no source of prices", () => {
    const bill = { origin: "computo «Casa»", code: null, desc: "Scavo a mano", unit: "m³", price: null, quantity: 12 };
    const line = { desc: "Scavo a mano", unit: "m³", qty: 12, price: 50, code: null };
    const result = accepted({ lineItems: [line] }, draftInput({ lineItems: [] }, { billLines: [bill] }));
    expect([result.lineItems?.[0]?.price, result.notes]).toEqual([50, expect.stringContaining("da confermare")]);
  });

  it("a line of the bill without a code is no source of another line's price", () => {
    const bill = { origin: "computo «Casa»", code: null, desc: "Scavo a mano", unit: "m³", price: 50, quantity: 12 };
    const line = { desc: "Posa di ghiaia", unit: "m³", qty: 12, price: 49.9, code: null };
    const result = accepted({ lineItems: [line] }, draftInput({ lineItems: [] }, { billLines: [bill] }));
    expect(result.lineItems).toEqual([line]);
  });

  it("reads instructions of hostile length quickly", () => {
    const instructions = `prezzi: righe ${"1-9999,".repeat(2_000)} ${"rifai ".repeat(2_000)} ${"togli tutto tranne la prima, ".repeat(1_000)}`;
    expect(accepted({ lineItems: two }, asking(instructions, two)).lineItems).toBeUndefined();
  });
});
