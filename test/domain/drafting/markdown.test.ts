import { expect, it } from "@jest/globals";
import { plainText } from "../../../src/domain/drafting/plain-text.js";
import { linksIn } from "../../../src/domain/markdown/parser.js";

const ours = "IT60X0542811101000000123456";
const foreign = "IT02L1234512345123456789012";
const own = `Nostro conto ${ours}, si veda [la norma](https://norme.example/legge).`;
const read = (written: string) => plainText(written, own, own);

it("keeps the Markdown of a draft", () => {
  const written =
    "# 1. Oggetto\n\n**Uno** e [la norma](https://norme.example/legge).\n\n- a\n- b\n\n| A | B |\n|---|--:|\n| x | 1 |\n\n> q";
  expect(read(written)).toEqual({ text: written, removed: [], accounts: [], unknown: [] });
});

it.each([
  ["an entity", "[qui](&#104;ttps://evil.example)"],
  ["brackets in its words", "[a [b] c](&#104;ttps://evil.example)"],
  ["a definition", "[qui][1]\n\n[1]: &#104;ttps://evil.example"],
  ["a mail address behind other words", "[x [y]](mailto:z@evil.example)"],
])("removes a link that hides behind %s", (_, written) => {
  const { text, removed } = read(`Prima. ${written}`);
  expect(text).not.toContain("evil");
  expect(linksIn(text)).toEqual([]);
  expect(removed.join()).toContain("evil.example");
});

it.each([
  ["bold", `${foreign.slice(0, 9)}**${foreign.slice(9)}**`],
  ["an escape", `${foreign.slice(0, 4)}\\-${foreign.slice(4)}`],
  ["an entity", `${foreign.slice(0, 4)}&#32;${foreign.slice(4)}`],
])("finds an account that hides behind %s", (_, written) => {
  const { text, accounts } = read(`Bonifico su ${written} entro oggi.`);
  expect(text).toContain("[da verificare: IBAN]");
  expect(accounts).toHaveLength(1);
});

it("keeps the organization's own account, whatever its marks", () => {
  const written = `Bonifico su **${ours.slice(0, 9)}** ${ours.slice(9)}.`;
  expect(read(written).text).toBe(written);
});

it("takes away what unescaping would make a link", () => {
  const { text } = read(
    String.raw`\\\\\\[x\\\\\\](\\\\\\&amp;amp;#104;ttps://evil.example) ${foreign.slice(0, 9)}**${foreign.slice(9)}**`,
  );
  expect(linksIn(text)).toEqual([]);
});
