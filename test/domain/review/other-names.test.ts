import { describe, expect, it } from "@jest/globals";
import { contact, foundBy, quote } from "./sample.js";

const project = { name: "Casa Bianchi", address: "via Garibaldi 12", municipality: "Lucca", type: "cila" } as const;

describe("R29 greeting", () => {
  const to = (body: string, changes = {}) => foundBy("R29", quote({ body }, { contact: { ...contact, ...changes } }));

  it.each([
    "Gentile signora Verdi,",
    "Gent.ma sig.ra Anna Verdi,",
    "Egregio Sig. Rossi,",
    "Egr. dott. ing. Mario Rossi,",
    "Spett.le geom. Rossi",
  ])("is to someone else: %s", (text) => {
    expect(to(text)).toEqual(["error R29_OTHER_GREETING /body"]);
  });

  it.each([
    "Gentile signora Bianchi,",
    "Gentile Signora BIANCHI,",
    "Gentili signori Marco e Giulia Bianchi,",
    "Gentile signora,",
    "Gentile Cliente,",
    "Gentile Signor Cliente,",
    "Buongiorno signora Verdi,",
    "Ne ho parlato con la gentile signora verdi",
  ])("is to the contact, or to nobody by name: %s", (text) => {
    expect(to(text)).toEqual([]);
  });

  it("may name the project's own client, whoever the document is for", () => {
    const about = { projectParties: ["Mario Rossi", ""] };
    const body = "Gentile signora Bianchi,\nle scrivo per conto dell'egr. sig. Rossi.";
    expect(foundBy("R29", quote({ body }, about))).toEqual([]);
    expect(foundBy("R29", quote({ body }))).toEqual(["error R29_OTHER_GREETING /body"]);
  });

  describe("at the beginning", () => {
    const heirs = {
      projectParties: ["Anna Bianchi", "", "Luca Bianchi", "Maria Verdi ved. Bianchi", "Notaio G. Conti"],
    };
    const toLuca = (body: string, name = "Luca Bianchi", role: "client" | "other" = "client") =>
      foundBy(
        "R29",
        quote(
          { body },
          { ...heirs, contact: { ...contact, name, role }, otherContactNames: ["Ugo Neri", "Gianni Costa"] },
        ),
      );

    it.each([
      "Gentile Anna Bianchi,\nla informo",
      "**Gentile sig.ra Anna Bianchi**, la informo",
      "Cara Maria,",
      "Gentile Signora Verdi,",
      "Egregio Ugo Neri,",
      "Gentile sig. Costa,",
      "Gentile notaio Conti,",
    ])("is to another of the project's people or of the clients: %s", (body) => {
      expect(toLuca(body)).toEqual(["error R29_OTHER_GREETING /body"]);
      expect(toLuca(body, "Luca Bianchi", "other")).toEqual(["error R29_OTHER_GREETING /body"]);
    });

    it.each([
      "Gentile Luca Bianchi,",
      "Gentile sig. Bianchi,",
      "Gentili Anna e Luca Bianchi,",
      "Gentili Sigg. Bianchi e Verdi,",
      "Caro Gianni,",
      "Gentile famiglia Verdi,",
      "Gentile Cliente,",
      "Egregio Notaio,",
      "Gentile Dirigente Scolastico,",
      "Egregio Signor Giudice Istruttore,",
      "Caro Gino,",
      "La informo che ho scritto anche alla gentile sig.ra Anna Bianchi.",
    ])("is to the contact, to several or to nobody of them: %s", (body) => {
      expect(toLuca(body)).toEqual([]);
    });

    it("may be to somebody whose first name isn't recorded, or in another form", () => {
      for (const name of ["Dott.ssa Bianchi", "Sig. Neri", "Alfa"])
        expect(toLuca("Gentile Anna Bianchi,", name)).toEqual([]);
      expect(toLuca("Gentile Maria,", "Mariangela Neri")).toEqual([]);
      expect(toLuca("Gentile Mariangela,", "Maria Neri")).toEqual([]);
    });

    it("may write a first name out", () => {
      expect(toLuca("Gentile Anna Bianchi,", "A. Bianchi")).toEqual([]);
      expect(toLuca("Gentile Anna Bianchi,", "Bianchi Anna in Rossi")).toEqual([]);
    });
  });

  it("may be to anyone at a company or an office", () => {
    expect(to("Gentile dott. Rossi,", { name: "Alfa S.r.l." })).toEqual([]);
    expect(to("Gentile dott. Rossi,", { company: "Alfa S.r.l." })).toEqual([]);
    expect(to("Egregio signor Rossi,", { name: "Condominio Aurora" })).toEqual([]);
    expect(to("Gentile arch. Rossi,", { name: "Comune di Lucca", role: "municipality" })).toEqual([]);
  });
});

describe("R29 other clients", () => {
  const companies = ["Edil Toscana Srl", "Immobiliare Aurora S.r.l.", "Studio Tecnico S.r.l.", "Immobiliare Alba"];
  const ofOneWord = ["Unicredit S.p.A.", "Luce S.r.l."];
  const others = [
    "Mario Rossi",
    "Anna Maria Verdi",
    "Marco Bianchi",
    "Studio Tecnico",
    "Sole",
    ...companies,
    ...ofOneWord,
  ];
  const says = (body: string) => foundBy("R29", quote({ body }, { otherContactNames: others }));
  const leftOver = ["error R29_OTHER_CLIENT /body"];

  it.each([
    "I lavori riguardano la casa di Mario Rossi.",
    "Il committente ROSSI MARIO accetta.",
    "La proprietà è di Anna Maria Verdi.",
    "Fattura a Edil Toscana srl.",
    "Tra l'arch. Serra e Immobiliare Aurora S.r.l. si conviene quanto segue.",
  ])("are named: %s", (text) => {
    expect(says(text)).toEqual(leftOver);
  });

  it("are a warning only, beside the right name", () => {
    expect(says("La signora Bianchi confina con Mario Rossi.")).toEqual(["warning R29_OTHER_CLIENT /body"]);
  });

  it.each([
    "Lo Studio Tecnico resta a disposizione.",
    "Il Sole scalda la facciata.",
    "Fiori rossi, case di mario rossini.",
    "Via Mario Rossini 3.",
    "Comproprietario: Marco Bianchi.",
    "I rossi e i verdi.",
    "Dall'aurora all'alba; lo Studio Tecnico S.r.l. e Immobiliare Alba.",
    "Il saldo va sul conto presso Unicredit S.p.A., filiale di Lucca.",
    "Gli impianti li fa la Elettrica Luce S.r.l. di Pisa.",
  ])("aren't named: %s", (text) => {
    expect(says(text)).toEqual([]);
  });

  it("aren't the project's own client, entered a second time, or a relative", () => {
    const names = { projectParties: ["Mario Rossi", "Edil Toscana Srl"], otherContactNames: others };
    const office = { ...contact, name: "Comune di Lucca", role: "municipality" } as const;
    const body = "La pratica del sig. Mario Rossi; i lavori li esegue Edil Toscana Srl.";
    expect(foundBy("R29", quote({ body }, { ...names, contact: office }))).toEqual([]);
    const withRelative = { ...names, otherContactNames: [...others, "Elena Rossi"] };
    expect(foundBy("R29", quote({ body: "Comproprietaria: Elena Rossi." }, withRelative))).toEqual([]);
    expect(foundBy("R29", quote({ body: "Per Anna Maria Verdi." }, names))).toEqual(leftOver);
  });

  it("may be in the project's name", () => {
    const named = { project: { ...project, name: "Villa Mario Rossi" }, otherContactNames: ["Mario Rossi"] };
    expect(foundBy("R29", quote({ body: "Lavori per Mario Rossi." }, named))).toEqual([]);
  });
});

describe("R29 municipality", () => {
  const says = (body: string, municipality: string | null = "Lucca") =>
    foundBy("R29", quote({ body }, { project: { ...project, municipality }, otherMunicipalities: ["Pisa", "Prato"] }));
  const other = ["error R29_OTHER_MUNICIPALITY /body"];

  it.each([
    "Pratica presso il Comune di Pisa.",
    "COMUNE DI PISA",
    "La casa, sita in Pisa, via Roma 1.",
    "L'immobile ubicato a Prato.",
    "Al Comune di Castelnuovo di Garfagnana",
  ])("is another one: %s", (text) => {
    expect(says(text)).toEqual(other);
  });

  it("is a warning only, beside the right one", () => {
    expect(says("La casa è in Lucca. Il lotto accanto è in Comune di Pisa.")).toEqual([
      "warning R29_OTHER_MUNICIPALITY /body",
    ]);
  });

  it.each([
    "Pratica presso il Comune di Lucca Ufficio Edilizia.",
    "COMUNE DI LUCCA",
    "Nato a Pisa, residente nel Comune di Prato.",
    "Carta d'identità rilasciata dal Comune di Pisa.",
    "Studio in Comune di Pisa.",
    "Il giardino è a prato.",
    "La casa è sita in via Pisa 3.",
    "La quota è situata in prato.",
    "Il Comune di residenza",
  ])("isn't another one: %s", (text) => {
    expect(says(text)).toEqual([]);
  });

  it("isn't another one where the client's address has it", () => {
    const says = (city: string | null) =>
      foundBy(
        "R29",
        quote({ body: "Al Comune di Pisa" }, { contact: { ...contact, city }, otherMunicipalities: ["Pisa"] }),
      );
    expect([says(null).length, says("Pisa")]).toEqual([1, []]);
  });

  it("is recognised however it is written", () => {
    expect(says("Comune di Lucca", "Comune di Lucca (LU)")).toEqual([]);
    expect(says("Comune di Lucca", "55100 Lucca")).toEqual([]);
    expect(says("Comune di Forli'", "Forlì")).toEqual([]);
    expect(says("Comune di Reggio Emilia", "Reggio nell'Emilia")).toEqual([]);
    expect(says("Comune di San Miniato", "San Giuliano Terme")).toEqual(other);
    expect(says("Comune di Sant'Angelo", "Sant'Angelo in Vado")).toEqual([]);
    expect(says("Comune di Pisa", null)).toEqual([]);
  });

  it("may be the addressee's", () => {
    const office = { ...contact, name: "Comune di Pisa", role: "municipality" } as const;
    expect(foundBy("R29", quote({ body: "Al Comune di Pisa" }, { contact: office }))).toEqual([]);
    expect(foundBy("R29", quote({ body: "Al Comune di Pisa" }, { projectParties: [office.name] }))).toEqual([]);
  });
});
