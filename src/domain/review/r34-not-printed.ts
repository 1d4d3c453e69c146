import { type Unprinted, unprintedIn } from "../markdown/unprinted.js";
import type { Check, Finding } from "./finding.js";
import { quoted } from "./text.js";

function findingsIn(field: string, { images, html, marks, definitions }: Unprinted): Finding[] {
  const finding = (severity: "warning" | "info", code: string, message: string, suggestion: string): Finding[] => [
    { severity, category: "formal", code, field, message, suggestion },
  ];
  return [
    ...(images.length > 0
      ? finding(
          "warning",
          "R34_IMAGE",
          `Le immagini non si stampano, al loro posto restano le parole: ${quoted(images)}.`,
          "Togliere l'immagine, oppure inviarla a parte come allegato.",
        )
      : []),
    ...(html.length > 0
      ? finding(
          "warning",
          "R34_HTML",
          `L'HTML si stampa come testo: ${quoted(html)}.`,
          "Usare il Markdown (titoli, elenchi, tabelle, grassetto), oppure togliere le marcature.",
        )
      : []),
    ...(marks.length > 0
      ? finding(
          "warning",
          "R34_MARKS",
          `Testo barrato e caselle si stampano come sono scritti: ${quoted(marks)}.`,
          "Togliere il testo barrato; le caselle possono restare dove il lettore deve barrare a mano.",
        )
      : []),
    ...(definitions.length > 0
      ? finding(
          "info",
          "R34_UNUSED_LINK",
          `Indirizzi definiti ma non usati da alcun collegamento, che non si stampano: ${quoted(definitions)}.`,
          "Scrivere l'indirizzo nel testo, oppure togliere la definizione.",
        )
      : []),
  ];
}

/** What of body and notes, which are Markdown, isn't printed as it was meant. */
export const notPrinted: Check = ({ document: { body, notes } }) => [
  ...findingsIn("/body", unprintedIn(body ?? "")),
  ...findingsIn("/notes", unprintedIn(notes ?? "")),
];
