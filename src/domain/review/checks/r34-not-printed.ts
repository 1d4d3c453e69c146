import { type Unprinted, unprintedIn } from "../../markdown/unprinted.js";
import type { Check, Fault, Severity } from "../finding.js";
import { quoted } from "../finding-words.js";

function faultsIn(field: string, { images, html, marks, definitions }: Unprinted): Fault[] {
  const fault = (severity: Severity, code: string, says: string, excerpts: string[], suggestion: string): Fault[] =>
    excerpts.length === 0 ? [] : [{ severity, code, field, message: `${says}: ${quoted(excerpts)}.`, suggestion }];
  return [
    ...fault(
      "warning",
      "R34_IMAGE",
      "Le immagini non si stampano, al loro posto restano le parole",
      images,
      "Togliere l'immagine, oppure inviarla a parte come allegato.",
    ),
    ...fault(
      "warning",
      "R34_HTML",
      "L'HTML si stampa come testo",
      html,
      "Usare il Markdown (titoli, elenchi, tabelle, grassetto), oppure togliere le marcature.",
    ),
    ...fault(
      "warning",
      "R34_MARKS",
      "Testo barrato e caselle si stampano come sono scritti",
      marks,
      "Togliere il testo barrato; le caselle possono restare dove il lettore deve barrare a mano.",
    ),
    ...fault(
      "info",
      "R34_UNUSED_LINK",
      "Indirizzi definiti ma non usati da alcun collegamento, che non si stampano",
      definitions,
      "Scrivere l'indirizzo nel testo, oppure togliere la definizione.",
    ),
  ];
}

/** What of body and notes, which are Markdown, isn't printed as it was meant. */
export const notPrinted: Check = ({ document: { body, notes } }) => [
  ...faultsIn("/body", unprintedIn(body ?? "")),
  ...faultsIn("/notes", unprintedIn(notes ?? "")),
];
