import { expect, it } from "@jest/globals";
import { typeset } from "../../../src/domain/text/typography.js";

// Shown here: ~ a space at which no line breaks, _ a narrow one.
const shown = (text: string): string => typeset(text).replaceAll("\u00a0", "~").replaceAll("\u202f", "_");

it.each([
  ["l'importo dell'opera e' un po' caro", "l’importo dell’opera e’ un po’ caro"],
  ['detto "Il Poggio", ("A")', "detto “Il Poggio”, (“A”)"],
  ["la 'prima casa' del '900", "la ‘prima casa’ del ’900"],
  ['tubo da 1/2" e 45°30\'12"', 'tubo da 1/2" e 45°30\'12"'],
  ["-1.234,50 € e (-3), 10-12, 2026-01-02, A-1", "−1.234,50_€ e (−3), 10-12, 2026-01-02, A-1"],
  ["€ 1.200,00, 12 m², 3 kg, 5 metri, 20 %", "€~1.200,00, 12_m², 3_kg, 5 metri, 20_%"],
  ["art. 36, n. 3, fg. 12 part. 45, comma 2, geom. Rossi", "art.~36, n.~3, fg.~12 part.~45, comma~2, geom.~Rossi"],
  ["fine. 3 case in via Arno n. 5", "fine. 3 case in via Arno n.~5"],
  ["d'angelo@studio.example, https://a.example/l'a?-1", "d'angelo@studio.example, https://a.example/l'a?-1"],
])("sets %s", (text, expected) => {
  expect(shown(text)).toBe(expected);
});

it("replaces one character by one", () => {
  const text = `${'l\'"a" -1 € 2 m² n. 3 '.repeat(50)}😀`;
  expect(typeset(text)).toHaveLength(text.length);
});
