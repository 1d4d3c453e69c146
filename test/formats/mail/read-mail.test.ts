import { readFileSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";
import { readMail } from "../../../src/formats/mail/read-mail.js";

describe("a message", () => {
  it("is read", async () => {
    const raw = Buffer.from(
      [
        "From: =?iso-8859-1?Q?Niccol=F2_Rossi?= <n.rossi@example.it>",
        "To: Studio <studio+tabc123@example.com>, b@example.com",
        "Subject: Re: Preventivo [#abc123]",
        "Message-ID: <1@example.it>",
        "In-Reply-To: <m.1@\r\n example.com>",
        "References: <a@x> <b@x>\r\n\t<c@x>",
        "Date: Wed, 20 Nov 2024 10:12:00 +0100",
        "Content-Type: text/plain; charset=windows-1252",
        "",
        "Va bene, \x8010.000.",
        "",
        "Il giorno ven 20 nov 2026 alle ore 09:00 Studio <studio@example.com> ha",
        "scritto:",
        "",
        "> Buongiorno",
        "> ecco il preventivo",
      ].join("\r\n"),
      "latin1",
    );
    expect(await readMail(raw)).toMatchObject({
      from: { name: "Niccolò Rossi", address: "n.rossi@example.it" },
      inReplyTo: ["<m.1@example.com>"],
      references: ["<a@x>", "<b@x>", "<c@x>"],
      text: "Va bene, €10.000.",
      date: new Date("2024-11-20T09:12:00Z"),
      warnings: [],
    });
  });

  it.each([
    ["a group", 'Ufficio: "Rossi, Anna" <a@x.it>, b@x.it;, c@x.it', ["Rossi, Anna a@x.it", " b@x.it", " c@x.it"]],
    ["groups within groups", `${"a: ".repeat(100)}b@x.it;`, [" b@x.it"]],
    ["a group of nobody", "undisclosed-recipients:;", []],
    [
      "names with commas, brackets and comments",
      "Anna (casa, mare) <a@x.it>; b@x.it (Bo <b>)",
      ["Anna a@x.it", "Bo <b> b@x.it"],
    ],
    ["an encoded address", "Anna <=?utf-8?Q?a=40x.it?=>", ["Anna a@x.it"]],
    ["an address encoded along with its name", "=?utf-8?B?QW5uYSA8YUB4Lml0Pg==?=", ["Anna a@x.it"]],
    ["encoded words that name an address", "=?utf-8?B?YUB4Lml0?=", []],
    ["an address whose name, encoded, is the address", "=?utf-8?Q?a=40x.it?= <a@x.it>", [" a@x.it"]],
  ])("has the recipients of %s", async (_, to, recipients) => {
    const mail = await readMail(Buffer.from(`To: ${to}\r\n\r\n`));
    expect(mail.to.map(({ name, address }) => `${name} ${address}`)).toEqual(recipients);
  });

  it("of a sample is read", async () => {
    const mail = await readMail(readFileSync("test/formats/pec/busta-trasporto.eml"));
    expect(mail.attachments.map(({ name }) => name)).toEqual(["daticert.xml", "postacert.eml", "smime.p7s"]);
  });
});
