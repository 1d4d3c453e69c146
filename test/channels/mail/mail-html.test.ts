import { describe, expect, it } from "@jest/globals";
import { composeEmail } from "../../../src/channels/mail/compose-email.js";
import { markdownContent } from "../../../src/channels/mail/mail-html.js";
import { mailPage, plainContent, preheaderOf } from "../../../src/channels/mail/mail-layout.js";
import { openBrowser } from "../../support/browser.js";

const frame = { firm: "Studio Rossi", footer: ["Studio Rossi", "Tel. 02 1234"], preheader: "" };
const mailHtml = (body: string) => mailPage(markdownContent(body), { ...frame, preheader: preheaderOf(body) });

/** What stands in the page, without styles and line ends. */
const shown = (body: string): string => {
  const html = mailHtml(body).html ?? "";
  return html
    .slice(html.indexOf("<div"), html.lastIndexOf("</div>"))
    .replace(/^<div[^>]*>/, "")
    .replace(/ (style|role|cellpadding|cellspacing|border)="[^"]*"/g, "")
    .replaceAll("\n", "");
};

describe("the HTML part of a mail", () => {
  it("shows Markdown as a page", () => {
    expect(
      shown(
        '# A\n\nx **b** *c* `d`\ny [e](https://a.example/?a=1&b="2")\n\n> q\n\n- u\n\n3) v\n\n---\n\n|H|I|\n|-|-:|\n|1|2|',
      ),
    ).toBe(
      '<h2>A</h2><p>x <strong>b</strong> <em>c</em> <code>d</code><br>y <a href="https://a.example/?a=1&amp;b=%222%22">e</a></p>' +
        "<blockquote><p>q</p></blockquote><ul><li><p>u</p></li></ul>" +
        "<table><tr><td>3)</td><td><p>v</p></td></tr></table><hr>" +
        "<div><table><thead><tr><th>H</th><th>I</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table></div>",
    );
  });

  it("aligns a table's columns as they were typed", () => {
    expect(mailHtml("|a|\n|-:|\n|1|").html).toMatch(/<td style="[^"]*text-align:right">1</);
  });

  it("breaks no amount, date or word of a table on a phone, and only the table moves sideways", async () => {
    const body =
      "|Lavorazione|Data|Quantità|Importo|Pagina|\n|-|-|-:|-:|-|\n|Demolizione di tramezzi|15/12/2026|1.045,50|130.837,20|https://www.comune.example.it/sportello/unico|";
    const page = await (await openBrowser({ widthPx: 320 })).newPage();
    await page.setContent(mailHtml(body).html ?? "");
    const broken = `[...document.querySelectorAll("th, td[style*=normal]")].flatMap(({ firstChild: text }) =>
      [...text.data?.matchAll(/\\S+/g) ?? []].filter(({ 0: word, index }) => {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        return range.getClientRects().length > 1;
      }).map(String))`;
    expect(await page.evaluate(broken)).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(320);
    expect(await page.evaluate("document.querySelectorAll('td[style*=normal]').length")).toBe(4);
  });

  it("shows HTML as text, and loads nothing", () => {
    expect(
      shown(
        '<script>alert(1)</script><img src=x onerror=y>\n\n![foto](https://a.example/x.png) [x](javascript:y) [z](https://a.example/"><b>)',
      ),
    ).toBe(
      "<p>&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x onerror=y&gt;</p>" +
        '<p>foto [x](javascript:y) <a href="https://a.example/%22%3E%3Cb%3E">z</a></p>',
    );
  });

  it("is left out where no program would show it", () => {
    expect(mailHtml("riga\n".repeat(100_000))).toEqual({});
  });

  it("stands beside the text as it was written", async () => {
    const text = "**Gentile** signora,\n\n- uno";
    const email = {
      messageId: "<1@a.example>",
      from: { name: "", address: "a@a.example" },
      to: "b@a.example",
      subject: "s",
      attachments: [],
    };
    const { raw } = await composeEmail({ ...email, text, ...mailHtml(text) }, "a@a.example");
    const mail = raw.toString();
    expect(mail).toContain("multipart/alternative");
    expect(mail).toContain("**Gentile** signora,\r\n\r\n- uno");
    expect(mail).toContain("<strong>Gentile</strong> signora");
  });
});

describe("the frame of a mail", () => {
  const evil = '<b>Anna</b> [qui](https://evil.example) "&\n**x**';

  it("shows names and texts without Markdown as they are, and one button", () => {
    const url = "https://pratica.example/invitation/a?b=1&c=2";
    const { html = "" } = mailPage(plainContent(`Buongiorno,\n\n${evil}\n${url}\n\nFine`, { url, label: "Accetta" }), {
      firm: evil,
      footer: [evil],
      preheader: preheaderOf(evil),
    });
    expect(html).not.toMatch(/<b>|<strong>|href="https:\/\/evil/);
    expect(html.match(/<a /g)).toHaveLength(1);
    expect(html).toContain('href="https://pratica.example/invitation/a?b=1&amp;c=2"');
    expect(html).toContain("&lt;b&gt;Anna&lt;/b&gt; [qui](https://evil.example)");
  });

  it("has a preview without the signs of Markdown, and with the underscores of words", () => {
    expect(preheaderOf("_Gentile_ **signora**, il __numero__ è _051_123_456_ o file_2.pdf\n\n____")).toBe(
      "Gentile signora, il numero è 051_123_456 o file_2.pdf",
    );
  });

  it("has a preview of plain words, without the rulers of tables and the marks of HTML", () => {
    expect(
      preheaderOf(
        "# Orari\n\n| Giorno | Ora |\n|---|---|\n| lun | 9:00 |\n\n1. uno\n2. due\n\n<b>html</b> [qui](https://a.test/)\n\n---",
      ),
    ).toBe("Orari Giorno Ora lun 9:00 1. uno 2. due html qui");
    expect(preheaderOf("oltre 3 < 5, cioè > 2")).toBe("oltre 3 < 5, cioè > 2");
  });

  it("has a preview that goes on where its subject ends", () => {
    const body = "Sollecito: Attesa di risposta: Villa\nData: 30 novembre 2026\nPratica: Villa";
    const rest = "Data: 30 novembre 2026 Pratica: Villa";
    expect(preheaderOf(body, "Sollecito: Attesa di risposta: Villa")).toBe(rest);
    expect(preheaderOf(body, "Sollecito tra 7 giorni: Attesa di risposta: Villa")).toBe(rest);
    for (const body of ["Una domanda", "Una domanda\n", "Una domanda\n \n"])
      expect(preheaderOf(body, "Una domanda")).toBe("Una domanda");
    expect(preheaderOf("Totale: 500 euro\nIVA: 110 euro", "Offerta: 500 euro")).toMatch(/^Totale/);
    expect(preheaderOf("Nota: \nil cantiere apre lunedì", "")).toMatch(/^Nota/);
    expect(preheaderOf("Buongiorno,\nuna domanda", "Una domanda")).toBe("Buongiorno, una domanda");
  });

  it("has a preview that ends with a whole word or number", () => {
    const begun = "Gentile signora, come d'accordo Le mando in allegato per le opere edili del cantiere di Bergamo il";
    expect(preheaderOf(`${begun} preventivo n. 2026/0003 e altro`)).toBe(`${begun} preventivo…`);
    expect(preheaderOf(`${begun} n. 2026/0003 e altro`)).toBe(`${begun} n…`);
    expect(preheaderOf(`${begun} 2026/0003, cordialmente`)).toBe(`${begun} 2026/0003…`);
    expect(preheaderOf("x".repeat(200))).toBe(`${"x".repeat(109)}…`);
    expect(preheaderOf("Buongiorno, grazie.")).toBe("Buongiorno, grazie.");
  });

  it("loads nothing from elsewhere, names its language, and shows the firm's logo from the mail itself", () => {
    const { html = "" } = mailPage("x", { ...frame, logoCid: "logo" });
    expect(html).toContain('<img src="cid:logo" alt="Studio Rossi"');
    expect(html).toContain('<html lang="it">');
    expect(html).not.toMatch(/src="http|url\(|<style|<link/);
    expect(mailHtml("**Gentile** signora").html).toMatch(/<span style="display:none[^>]*>Gentile signora</);
  });
});
