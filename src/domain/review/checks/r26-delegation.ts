import { anyAsciiWord, oneOf } from "../../text/words.js";
import { prose } from "../document-texts.js";
import type { Check } from "../finding.js";

const landRegister = oneOf(
  "foglio, fg., fg, fogli, particella, particelle, part., p.lla, mappale, mappali, mapp., subalterno, subalterni",
  "sub., sub",
);
const numberSign = oneOf("n., n, nn., nn, num., num, numero");
const cadastralNumber = new RegExp(String.raw`\b${landRegister}\s{0,3}${numberSign}?\s{0,3}\d`, "i");

const requirements = [
  {
    code: "R26_NO_IDENTITY_DOCUMENT",
    pattern: anyAsciiWord({
      whole: ["patente, passaporto"],
      stems: [/carta d.identit/, /documento d.identit/, "documento di identit, documento di riconoscimento"],
    }),
    message: "La delega non riporta il documento d'identità del delegante.",
    suggestion: "Indicare tipo, numero e rilascio del documento, e allegarne copia.",
  },
  {
    code: "R26_NO_PROPERTY",
    pattern: cadastralNumber,
    message: "La delega non riporta i dati catastali dell'immobile.",
    suggestion: "Indicare comune, foglio, particella e subalterno.",
  },
  {
    code: "R26_NO_ACTS",
    pattern: anyAsciiWord({
      whole: ["depositare, deposito, ritirare, ritiro, firmare, firmi, richiedere, richiesta, richieda"],
      stems: [
        "presentare, presentazione, accesso agli atti, accessi agli atti, accedere, sottoscrivere, sottoscrizione",
        "inoltr, trasmettere, trasmetta, trasmissione, compila, visionare, prendere visione, estrarre, estrazione",
        "volturare, accatastare, accatastamento, rappresentar",
      ],
    }),
    message: "La delega non dice quali atti può compiere il delegato.",
    suggestion: "Elencare gli atti: accesso agli atti, presentazione, ritiro, firma.",
  },
];

/** What a public office needs to accept a delegation: who gives it, for which property, and for what. */
export const delegation: Check = (input) => {
  if (input.document.kind !== "delegation") return [];
  const text = prose(input);
  return requirements
    .filter(({ pattern }) => !pattern.test(text))
    .map(({ code, message, suggestion }) => ({
      severity: "error",
      code,
      field: "/body",
      message,
      suggestion,
    }));
};
