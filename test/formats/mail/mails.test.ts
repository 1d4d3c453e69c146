import { describe, expect, it } from "@jest/globals";
import { OctetString } from "asn1js";
import { ContentInfo, EncapsulatedContentInfo, SignedData } from "pkijs";
import { type ReadMail, readMail } from "../../../src/formats/mail/read-mail.js";
import { Random } from "../../support/random.js";
import { volume } from "../../support/soak.js";

const lines = (...all: string[]): Buffer => Buffer.from(all.join("\r\n"), "latin1");
const head = ["From: Mario Rossi <mario@example.it>", "To: studio@example.com", "Subject: Re: Preventivo"];
const textMail = (...body: string[]): Promise<ReadMail> => readMail(lines(...head, "", ...body));
const utf8Html = (body: string): Promise<ReadMail> =>
  readMail(Buffer.from([...head, "Content-Type: text/html; charset=utf-8", "", body].join("\r\n"), "utf8"));
const codes = ({ warnings }: ReadMail): string[] => warnings.map(({ code }) => code);
const multipart = (type: string, ...parts: string[][]): Buffer =>
  lines(
    ...head,
    `Content-Type: multipart/${type}; boundary="=_b"`,
    "",
    ...parts.flatMap((part) => ["--=_b", ...part]),
    "--=_b--",
    "",
  );

describe("an answer", () => {
  const reply = "Va bene, procediamo.\n\nGeom. Rossi";
  const own = ["Va bene, procediamo.", "", "Geom. Rossi", ""];
  it.each([
    [
      "Gmail",
      [
        "Il giorno ven 20 nov 2026 alle ore 10:12 Studio Verdi <studio@example.com> ha",
        "scritto:",
        "",
        "> Buongiorno,",
        "> ecco.",
      ],
    ],
    [
      "Gmail in English",
      [
        "On Fri, Nov 20, 2026 at 10:12 AM Studio Verdi <studio@example.com>",
        "wrote:",
        "",
        "> Buongiorno,",
        ">",
        "> ecco.",
      ],
    ],
    [
      "Outlook",
      [
        "________________________________",
        "Da: Studio Verdi <studio@example.com>",
        "Inviato: venerdì 20 novembre 2026 10:12",
        "A: Mario",
        "Oggetto: Preventivo",
        "",
        "Buongiorno",
      ],
    ],
    [
      "Outlook in English",
      [
        "From: Studio Verdi <studio@example.com>",
        "Sent: Friday, November 20, 2026 10:12 AM",
        "To: Mario",
        "Subject: Preventivo",
        "",
        "Buongiorno",
      ],
    ],
    [
      "old Outlook",
      [
        "-----Messaggio originale-----",
        "Da: Studio Verdi",
        "Inviato: venerdì 20 novembre 2026 10:12",
        "A: Mario",
        "",
        "Buongiorno",
      ],
    ],
    [
      "Apple Mail",
      ["> Il giorno 20 nov 2026, alle ore 10:12, Studio Verdi <studio@example.com> ha scritto:", "> ", "> Buongiorno"],
    ],
    [
      "Libero",
      [
        "---------- Messaggio originale ----------",
        "Da: Studio Verdi",
        "A: Mario",
        "Data: 20/11/2026 10:12 CET",
        "Oggetto: Preventivo",
        "",
        "Buongiorno",
      ],
    ],
    ["Thunderbird", ["Il 20/11/26 10:12, Studio Verdi ha scritto:", "> Buongiorno", "> ecco."]],
    ["KMail", ["In data venerdì 20 novembre 2026 10:12:40 CET, Studio Verdi ha scritto:", "> Buongiorno"]],
    ["AquaMail", ["In data 20 novembre 2026 10:12:40 Studio Verdi ha scritto:", "", "Buongiorno", "ecco."]],
    ["a program that names no date", ["Studio Verdi <studio@example.com> ha scritto:", "", "> Buongiorno"]],
    [
      "Libero's app",
      ["venerdì, 20 novembre 2026, 10:12AM +01:00 da Studio Verdi  studio@example.com :", "", "> Buongiorno"],
    ],
    ["spaces that don't break", ["Il 20/11/26 10:12, Studio Verdi\u00a0ha scritto:", "> Buongiorno"]],
    ["a page of Outlook's", ["Il 20/11/2026 10:12, Studio Verdi ha scritto:", "Buongiorno", "ecco."]],
  ])("of %s is split from what it quotes", async (_, quotation) => {
    const mail = await textMail(...own, ...quotation);
    expect(mail.text).toBe(reply);
    expect(mail.quoted).toContain("Buongiorno");
  });

  it("of flowing lines doesn't flow into the quotation above it", async () => {
    const mail = lines(
      "From: a@example.it",
      "Content-Type: text/plain; format=flowed",
      "",
      "Il 20/11/26 10:12, Studio ha scritto:",
      "> Accettate? ",
      "Sì, ",
      "accettiamo.",
    );
    expect(await readMail(mail)).toMatchObject({ text: "Sì, accettiamo.", quoted: expect.stringMatching(/\? ?$/) });
  });

  it("below the quotation is the text", async () => {
    const mail = await textMail(
      "Il 20/11/26 10:12, Studio ha scritto:",
      "> Quale giorno?",
      "",
      "Il 3 marzo.",
      "-- ",
      "Rossi",
    );
    expect(mail).toMatchObject({ text: "Il 3 marzo.\n-- \nRossi", quoted: expect.stringContaining("> Quale giorno?") });
  });

  it("between quoted lines is kept with them", async () => {
    const mail = await textMail("> Quale giorno?", "Il 3 marzo.", "> Chi viene?", "Io.", "", "> Saluti");
    expect(mail).toMatchObject({ text: "> Quale giorno?\nIl 3 marzo.\n> Chi viene?\nIo.", quoted: "> Saluti" });
  });

  it("that speaks of a day or an address quotes nothing", async () => {
    const body = "Il giorno 3 marzo il tecnico ha scritto al Comune.\nDa: via Roma 3\nA: via Verdi 5";
    expect(await textMail(...body.split("\n"))).toMatchObject({ text: body, quoted: "" });
  });

  it("that says where its quotation is from keeps these words", async () => {
    const mail = await textMail("Ecco la risposta ricevuta da suap@comune.example.it:", "> Nulla osta");
    expect(mail.text).toBe("Ecco la risposta ricevuta da suap@comune.example.it:");
  });

  it("with a forwarded message shows it whole", async () => {
    const gmail = [
      "Vedi sotto.",
      "",
      "---------- Forwarded message ---------",
      "Da: Comune <c@comune.it>",
      "Date: ven 20 nov 2026",
      "Subject: Integrazione",
      "To: <mario@example.it>",
      "",
      "Si chiede",
    ];
    expect(await textMail(...gmail)).toMatchObject({ text: gmail.join("\n"), quoted: "" });
    const outlook = [
      "From: mario@example.it",
      "Subject: I: Integrazione",
      "",
      "Vedi sotto.",
      "",
      "Da: Comune",
      "Inviato: ieri",
      "A: Mario",
      "",
      "Si chiede",
    ];
    expect(await readMail(lines(...outlook))).toMatchObject({ text: outlook.slice(3).join("\n"), quoted: "" });
  });
});

describe("an answer in HTML alone", () => {
  it.each([
    [
      "Gmail",
      '<div dir="ltr">Va bene</div><div class="gmail_quote"><div class="gmail_attr">Il giorno ven 20 nov 2026 alle ore 10:12 Studio &lt;<a href="mailto:s@example.com">s@example.com</a>&gt; ha scritto:<br></div><blockquote class="gmail_quote">Buongiorno<br>ecco</blockquote></div>',
    ],
    [
      "Outlook",
      '<p>Va bene</p><hr><div id="divRplyFwdMsg"><font><b>Da:</b> Studio<br><b>Inviato:</b> venerdì 20 novembre 2026<br><b>A:</b> Mario<br><b>Oggetto:</b> Preventivo</font></div><div>Buongiorno</div>',
    ],
    [
      "Apple Mail",
      '<div>Va bene</div><br><div><blockquote type="cite"><div>Il giorno 20 nov 2026, alle ore 10:12, Studio ha scritto:</div><div>Buongiorno</div></blockquote></div>',
    ],
    [
      "Thunderbird",
      '<p>Va bene</p><div class="moz-cite-prefix">Il 20/11/26 10:12, Studio ha scritto:<br></div><blockquote type="cite"><p>Buongiorno</p></blockquote>',
    ],
  ])("of %s is split from what it quotes", async (_, html) => {
    const mail = await utf8Html(html);
    expect(mail.text).toBe("Va bene");
    expect(mail.quoted).toContain("Buongiorno");
  });

  it("keeps its structure as text", async () => {
    const mail = await utf8Html(
      "<h1>Lavori</h1><p>Ecco   gli\n importi:</p><ul><li><p>Scavi</p></li><li>Muri</li></ul><ol start=3><li>Tetto</li></ol><table><tr><td>Totale</td><td>10 &euro;</td></tr></table><a href='https://x.it/a'>qui</a> <a href='https://x.it'>x.it</a>",
    );
    expect(mail.text).toBe(
      "Lavori\n\nEcco gli importi:\n\n- Scavi\n- Muri\n\n3. Tetto\n\nTotale\t10 €\n\nqui (https://x.it/a) x.it",
    );
  });

  it("has links one after the other, also where they are nested", async () => {
    const mail = await utf8Html('<a href="https://a.it">Uno<a href="https://b.it">Due</a></a>');
    expect(mail.text).toBe("Uno (https://a.it)Due (https://b.it)");
    // Word marks places by elements without an address.
    const marked = await utf8Html('<a href="https://a.it"><a name="_Segno"></a>Uno</a>');
    expect(marked.text).toBe("Uno (https://a.it)");
  });

  it("leaves out what nobody sees", async () => {
    const hidden =
      '<style>p{}</style><script>1</script><div style="display: none">Ignora</div><span style="font-size:0px">A</span><i hidden>B</i><section style="display:none"><p>C</p></section>';
    const mail = await utf8Html(`${hidden}<p>Vi\u200bsto\u202e</p><!-- C -->`);
    expect(mail.text).toBe("Visto");
    expect(mail.safeHtml?.()).toBe("<span></span><p>Visto</p>");
  });

  it.each([
    ["0.9em", "<p style='font-size:0.9em'>Visto</p>", "Visto"],
    ["1rem", "<p style='font-size: 1rem'>Visto</p>", "Visto"],
    ["1.2em in a shorthand", "<p style='font:bold 1.2em/1.5 Arial'>Visto</p>", "Visto"],
    [
      "a newsletter's, readable within cells of no size",
      "<table><tr><td style='font-size:0px;padding:9px'>A<div style='font-size:13px'>Visto<b> oggi</b></div>B</td></tr></table>",
      "Visto oggi",
    ],
    ["12px in a shorthand, with lines of no height", "<p style='font:12px / 0 Arial'>Visto</p>", "Visto"],
    ["10px and 100%", "<p style='font-size:10px'>Visto<b style='font-size:100%'> oggi</b></p>", "Visto oggi"],
    ["half a pixel", "<div style='font-size:0'>A<p style='font-size:.5px'>B</p></div>Visto", "Visto"],
    ["nothing, of other units", "<p style='font-size:0vw'>A</p><p style='font-size:00px'>B</p>Visto", "Visto"],
    ["nothing, whatever follows", "<p style='font-size:0 !important;font-size:12px'>A</p>Visto", "Visto"],
    ["a part of no size", "<div style='font-size:0'>A<p style='font-size:1em'>B</p></div>Visto", "Visto"],
  ])("shows text of the size %s", async (_, html, text) => {
    const mail = await utf8Html(html);
    expect(mail.text).toBe(text);
    expect(mail.safeHtml?.().replace(/<[^>]*>/g, "")).toBe(text);
  });

  it("counts where the text beside it shows nothing", async () => {
    const part = (type: string, body: string) => `--b\r\nContent-Type: ${type}; charset=utf-8\r\n\r\n${body}\r\n`;
    const body = `${part("text/plain", "\u00a0\u200b")}${part("text/html", "<p>Visto</p>")}--b--`;
    const header = [...head, "Content-Type: multipart/alternative; boundary=b", "", ""].join("\r\n");
    expect(await readMail(Buffer.from(header + body))).toMatchObject({ text: "Visto" });
  });

  it("is safe to show", async () => {
    const mail = await utf8Html(
      '<p onclick="a()" style="position:fixed;color:red;background:url(https://e.it/x)">Ciao</p><img src="https://e.it/p.gif"><img src="cid:logo"><a href="javascript:a()">b</a><a href="http://e.it">c</a><a href="https://e.it">d</a><a href="//e.it">e</a><form action="/x"><input name=a></form><iframe src="https://e.it"></iframe><svg onload=a()><p>f</svg><base href="https://e.it"><meta http-equiv=refresh content="0;url=https://e.it">',
    );
    expect(mail.safeHtml?.()).toBe(
      '<p style="color:red">Ciao</p><img src="cid:logo" /><a>b</a><a>c</a><a href="https://e.it">d</a><a>e</a>',
    );
  });
});

describe("what a program sent", () => {
  it.each<[string, string[], ReadMail["automatic"]]>([
    [
      "Exchange's absence",
      ["Auto-Submitted: auto-generated", "X-Auto-Response-Suppress: All", "Subject: Risposta automatica: Preventivo"],
      "auto_reply",
    ],
    [
      "an absence by its subject and suppression",
      ["X-Auto-Response-Suppress: All", "Subject: Fuori sede: Preventivo"],
      "auto_reply",
    ],
    [
      "an absence that calls itself generated",
      ["Auto-Submitted: auto-generated", "Subject: Fuori ufficio"],
      "auto_reply",
    ],
    ["a program's answer", ["Auto-Submitted: auto-generated", "In-Reply-To: <1@example.com>"], "auto_reply"],
    ["a program's answer in a thread", ["Auto-Submitted: auto-generated", "References: <1@example.com>"], "auto_reply"],
    ["a notification", ["Auto-Submitted: auto-notified"], "auto_reply"],
    [
      "what a program sends by itself",
      ["Auto-Submitted: auto-generated", "X-Auto-Response-Suppress: All"],
      "generated",
    ],
    ["an absence by its subject alone", ["Subject: Assente domani"], null],
    ["a helpdesk's person", ["X-Auto-Response-Suppress: All", "Subject: Re: Preventivo"], null],
    ["a vacation program", ["Precedence: auto_reply"], "auto_reply"],
    ["X-Autoreply", ["X-Autoreply: yes"], "auto_reply"],
    ["an empty return path", ["Return-Path: <>"], "auto_reply"],
    ["Auto-Submitted: no", ["Auto-Submitted: no"], null],
    ["a mailing list", ["List-Id: <geometri.example.it>", "Precedence: list"], "list"],
    ["a newsletter", ["List-Unsubscribe: <https://example.it/u>"], "list"],
    ["a loop", ["X-Loop: studio@example.com"], "loop-suspect"],
  ])("is told by its header: %s", async (_, header, automatic) => {
    expect(await readMail(lines("From: a@example.it", ...header, "", "Testo"))).toMatchObject({
      automatic,
      bounce: null,
    });
  });

  it("is told when it is a read receipt", async () => {
    const mail = await readMail(
      lines(
        ...head,
        'Content-Type: multipart/report; report-type=disposition-notification; boundary="=_b"',
        "",
        "--=_b",
        "",
        "Letto",
        "--=_b",
        "Content-Type: message/disposition-notification",
        "",
        "Disposition: manual-action; displayed",
        "--=_b--",
      ),
    );
    expect(mail).toMatchObject({ automatic: "auto_reply", bounce: null, text: "Letto", attachments: [] });
  });
});

describe("a bounce", () => {
  const returned = [
    "Content-Type: message/rfc822",
    "",
    "Message-ID: <m.7@example.com>",
    "Subject: Preventivo",
    "",
    "Buongiorno",
  ];
  const report = (...fields: string[]) => [
    "Content-Type: message/delivery-status",
    "",
    "Reporting-MTA: dns; mx.example.it",
    "",
    ...fields,
  ];
  const bounced = (status: string[], original: string[]) =>
    readMail(
      lines(
        "From: MAILER-DAEMON@example.it",
        "Return-Path: <>",
        "Auto-Submitted: auto-replied",
        'Content-Type: multipart/report; report-type=delivery-status; boundary="=_b"',
        "",
        "--=_b",
        "",
        "Non consegnato",
        "--=_b",
        ...status,
        "--=_b",
        ...original,
        "--=_b--",
      ),
    );

  it("of Postfix says whom and why", async () => {
    const mail = await bounced(
      report(
        "Final-Recipient: rfc822; anna@example.it",
        "Original-Recipient: rfc822;anna@example.it",
        "Action: failed",
        "Status: 5.1.1",
        "Diagnostic-Code: smtp; 550 5.1.1 <anna@example.it>: User",
        "    unknown",
      ),
      returned,
    );
    expect(mail.automatic).toBe("bounce");
    expect(mail.bounce).toEqual({
      messageIds: ["<m.7@example.com>"],
      recipients: [
        {
          address: "anna@example.it",
          action: "failed",
          status: "5.1.1",
          words: "550 5.1.1 <anna@example.it>: User unknown",
        },
      ],
    });
    expect(mail.attachments.map(({ name }) => name)).toEqual(["allegato-1.eml"]);
  });

  it("whose words are too long is cut between two characters", async () => {
    const words = `550 ${"x".repeat(993)}`;
    const mail = await bounced(
      report(
        "Final-Recipient: rfc822; anna@example.it",
        `Diagnostic-Code: smtp; ${words} =?utf-8?Q?=F0=9F=8F=A0_chiuso?=`,
      ),
      returned,
    );
    expect(mail.bounce?.recipients[0]?.words).toBe(`${words}…`);
  });

  it("of Exchange and Gmail says whom of several, and what is only late", async () => {
    const mail = await bounced(
      report(
        "Final-Recipient: rfc822;a@example.it",
        "Action: delayed",
        "Status: 4.4.7",
        "",
        "Final-Recipient: rfc822;b@example.it",
        "Action: failed",
        "Status: 5.7.1",
      ),
      ["Content-Type: text/rfc822-headers", "", "Subject: Preventivo", "Message-Id: <m.8@example.com>"],
    );
    expect(mail.bounce).toEqual({
      messageIds: ["<m.8@example.com>"],
      recipients: [
        { address: "a@example.it", action: "delayed", status: "4.4.7", words: "" },
        { address: "b@example.it", action: "failed", status: "5.7.1", words: "" },
      ],
    });
  });

  it("of Exim is told in words", async () => {
    const mail = await readMail(
      lines(
        "From: Mail Delivery System <Mailer-Daemon@mx.example.it>",
        "Return-Path: <>",
        "X-Failed-Recipients: anna@example.it",
        "Auto-Submitted: auto-replied",
        "",
        "This message was created automatically by mail delivery software.",
        "",
        "  anna@example.it",
        "    host mx.example.it: 550 5.2.2 mailbox full",
        "",
        "------ This is a copy of the message, including all the headers. ------",
        "",
        "Message-ID: <m.9@example.com>",
        "Subject: Preventivo",
        "",
        "Buongiorno",
      ),
    );
    expect(mail.bounce).toEqual({
      messageIds: ["<m.9@example.com>"],
      recipients: [
        {
          address: "anna@example.it",
          action: "failed",
          status: "5.2.2",
          words: "host mx.example.it: 550 5.2.2 mailbox full",
        },
      ],
    });
  });

  it("of Exim that only warns of a delay is no failure", async () => {
    const mail = await readMail(
      lines(
        "From: Mail Delivery System <Mailer-Daemon@mx.example.it>",
        "Return-Path: <>",
        "References: <m.8@example.com>",
        "Subject: Warning: message 1vNmX2-0004Qd-1B delayed 24 hours",
        "",
        "A message that you sent has not yet been delivered to one or more of its",
        "recipients after more than 24 hours on the queue on mx.example.it.",
        "",
        "The address to which the message has not yet been delivered is:",
        "",
        "  anna@example.it",
        "",
        "No action is required on your part.",
      ),
    );
    expect(mail.bounce).toMatchObject({
      messageIds: ["<m.8@example.com>"],
      recipients: [{ address: "anna@example.it", action: "delayed" }],
    });
  });

  it("of qmail is told in words", async () => {
    const mail = await readMail(
      lines(
        "From: MAILER-DAEMON@example.it",
        "Return-Path: <>",
        "Subject: failure notice",
        "",
        "Hi. This is the qmail-send program at example.it.",
        "",
        "<anna@example.it>:",
        "Sorry, no mailbox here by that name. (#5.1.1)",
        "",
        "--- Below this line is a copy of the message.",
        "",
        "Return-Path: <studio@example.com>",
        "Message-ID: <m.10@example.com>",
        "",
        "Buongiorno",
      ),
    );
    expect(mail.bounce).toEqual({
      messageIds: ["<m.10@example.com>"],
      recipients: [
        {
          address: "anna@example.it",
          action: "failed",
          status: "5.1.1",
          words: "Sorry, no mailbox here by that name. (#5.1.1)",
        },
      ],
    });
  });
});

describe("files", () => {
  const attached = async (...lines: string[]) => {
    const head = ["Content-Type: application/pdf; name=a.pdf", "Content-Transfer-Encoding: base64", ""];
    return (await readMail(multipart("mixed", [...head, ...lines]))).attachments[0]?.content.toString();
  };
  it("are whole where their sender encoded them piece by piece", async () => {
    expect(await attached("YWJj", "ZA==", "ZWZnaGk=", "amts")).toBe("abcdefghijkl");
    expect(await attached("YWJjZA==ZWZnaGk=")).toBe("abcdefghi");
  });

  it.each(["_______", "Inviato da Libero Mail", "Ciao a tutti="])("end before words behind them: %s", async (words) => {
    expect(await attached("YWJj", "ZA==", words)).toBe("abcd");
    expect(await attached("YWJj", "ZA==", "ZWZn", "aGlq", words)).toBe("abcdefghij");
  });

  const pdf = [
    "Content-Type: application/pdf; name*0*=utf-8''Planimetria%20citt; name*1*=%C3%A0.pdf",
    "Content-Transfer-Encoding: base64",
    "",
    "JVBERg==",
  ];
  it("have their names, types and bytes", async () => {
    const mail = await readMail(
      multipart("mixed", ["Content-Type: text/plain", "", "Ecco."], pdf, [
        'Content-Type: image/jpeg; name="=?windows-1252?Q?perch=E9_=80.jpg?="',
        'Content-Disposition: inline; filename="C:\\\\foto\\\\perche.jpg"',
        "",
        "x",
      ]),
    );
    expect(mail.text).toBe("Ecco.");
    expect(mail.attachments).toEqual([
      {
        name: "Planimetria città.pdf",
        contentType: "application/pdf",
        content: Buffer.from("%PDF"),
        isInline: false,
      },
      { name: "perche.jpg", contentType: "image/jpeg", content: Buffer.from("x"), isInline: false },
    ]);
  });

  it("of a signature are told from photographs and documents, all within the text", async () => {
    const file = (id: string, size: number, type = "image/png") => [
      `Content-Type: ${type}`,
      `Content-ID: <${id}>`,
      "Content-Disposition: inline; filename=a.png",
      "",
      "x".repeat(size),
    ];
    const mail = await readMail(
      multipart(
        "related",
        ["Content-Type: text/html", "", '<img src="cid:logo@x"><img src="cid:foto@x"><a href="cid:dia@x">DIA</a>'],
        file("logo@x", 900),
        file("foto@x", 90_000),
        file("altra@x", 900),
        file("dia@x", 900, "application/pdf"),
      ),
    );
    expect(mail.attachments.map(({ isInline }) => isInline)).toEqual([true, false, false, false]);
  });

  it("of a signature are told from pieces of a screen by their size in pixels", async () => {
    const number = (value: number, bytes: number) => value.toString(16).padStart(bytes * 2, "0");
    const swapped = (value: number) => number(value, 2).replace(/(..)(..)/, "$2$1");
    const forms: [type: string, picture: (width: number, height: number) => string][] = [
      ["png", (w, h) => `89504e470d0a1a0a0000000d49484452${number(w, 4)}${number(h, 4)}08060000`],
      ["gif", (w, h) => `474946383961${swapped(w)}${swapped(h)}f00000`],
      ["webp", (w, h) => `52494646000000005745425056503820000000000000009d012a${swapped(w)}${swapped(h)}`],
      ["jpeg", (w, h) => `ffd8ffe00004ffffffc4000400ffffffc0001108${number(h, 2)}${number(w, 2)}0301ffd9`],
    ];
    for (const [type, picture] of forms) {
      const sizes: [width: number, height: number][] = [
        [700, 239],
        [239, 700],
        [320, 240],
      ];
      const parts = sizes.map(([width, height], n) => [
        `Content-Type: image/${type}`,
        `Content-ID: <${n}@x>`,
        "Content-Transfer-Encoding: base64",
        "",
        Buffer.from(picture(width, height), "hex").toString("base64"),
      ]);
      const isInline = async (shown: string) => {
        const html = ["Content-Type: text/html", "", `<img src="cid:0@x"><img src="cid:1@x"><img ${shown}>`];
        const mail = await readMail(multipart("related", html, ...parts));
        return mail.attachments.map((file) => file.isInline);
      };
      const large = ["width=240", 'width="100%" height="auto"', 'style="max-width: 300.5px"', 'data-width="9"'];
      for (const size of ["", ...large, 'width="320" style="border-width: 0; line-height:16px; min-width:0"'])
        expect([type, size, ...(await isInline(`${size} src="cid:2@x"`))]).toEqual([type, size, true, true, false]);
      // A logo is made larger than it is shown.
      for (const size of ['width="96" height=96', "style='height:80.5px; width:auto'"])
        expect([type, size, ...(await isInline(`src="cid:2@x" ${size}`))]).toEqual([type, size, true, true, true]);
    }
  });

  it("are messages, invitations, and what Outlook and signatures bring", async () => {
    const mail = await readMail(
      multipart(
        "mixed",
        ["Content-Type: text/plain", "", "Ecco."],
        ["Content-Type: message/rfc822", "", "Subject: Dentro", "", "Testo"],
        ["Content-Type: text/calendar; method=REQUEST", "", "BEGIN:VCALENDAR"],
        ["Content-Type: application/ms-tnef; name=winmail.dat", "", "x"],
        ["Content-Type: application/pgp-signature; name=signature.asc", "", "x"],
      ),
    );
    expect(mail.attachments.map(({ name }) => name)).toEqual([
      "allegato-1.eml",
      "allegato-2.ics",
      "winmail.dat",
      "signature.asc",
    ]);
    expect(mail.attachments[0]?.content.toString()).toBe("Subject: Dentro\r\n\r\nTesto");
    expect(codes(mail)).toEqual(["tnef"]);
  });

  /** A mail that consists of a signature around this content. */
  function enclosing(content: string, name: string): Buffer {
    const eContent = new OctetString({ valueHex: Uint8Array.from(Buffer.from(content)).buffer });
    const signed = new SignedData({
      version: 1,
      encapContentInfo: new EncapsulatedContentInfo({ eContentType: ContentInfo.DATA, eContent }),
    });
    const info = new ContentInfo({ contentType: ContentInfo.SIGNED_DATA, content: signed.toSchema(true) });
    return lines(
      ...head,
      `Content-Type: application/pkcs7-mime; smime-type=signed-data; name=${name}`,
      "Content-Transfer-Encoding: base64",
      "",
      Buffer.from(info.toSchema().toBER()).toString("base64"),
    );
  }

  it("are those of a message that its signature encloses, whose text is read", async () => {
    const content = multipart(
      "mixed",
      ["Content-Type: text/plain; charset=utf-8", "", "Va bene, procediamo."],
      ["Content-Type: application/pdf; name=firmato.pdf", "", "%PDF-1.7"],
    ).toString();
    const mail = await readMail(enclosing(content.slice(content.indexOf("Content-Type")), "smime.p7m"));
    expect(mail).toMatchObject({
      from: { address: "mario@example.it" },
      text: "Va bene, procediamo.",
      attachments: [{ name: "firmato.pdf" }],
    });
    expect(codes(mail)).toEqual([]);
  });

  it.each([
    ["%PDF-1.7", "smime.p7m"],
    ["Content-Type: text/plain\r\n\r\nx", "relata.eml.p7m"],
  ])("are a signed file that a mail consists of: %j, %s", async (content, name) => {
    expect(await readMail(enclosing(content, name))).toMatchObject({ text: "", attachments: [{ name }] });
  });

  it("are what was encrypted, with a warning", async () => {
    const mail = await readMail(lines(...head, "Content-Type: application/pkcs7-mime; name=smime.p7m", "", "x"));
    expect(mail).toMatchObject({ text: "", attachments: [{ name: "smime.p7m" }] });
    expect(codes(mail)).toEqual(["encrypted"]);
  });
});

describe("letters", () => {
  it.each([
    ["windows-1252", "\x80 citt\xe0", "€ città", []],
    ["iso-8859-1", "\x93citt\xe0\x94", "“città”", []],
    ["iso-8859-15", "\xa4 citt\xe0", "€ città", []],
    ["utf-8", "citt\xe0", "città", ["charset"]],
    ["iso-8859-1", "citt\xc3\xa0", "città", []],
    ["utf-7", "citt+AOA-", "citt+AOA-", ["charset"]],
    ["x-unheard-of", "citt\xe0", "città", ["charset"]],
  ])("of %s are read: %j", async (charset, bytes, text, warned) => {
    const mail = await readMail(lines("From: a@b.it", `Content-Type: text/plain; charset=${charset}`, "", bytes));
    expect(mail.text).toBe(text);
    expect(codes(mail)).toEqual(warned);
  });
});

describe("a message cut or changed anywhere", () => {
  it("is read all the same", async () => {
    const raw = multipart(
      "mixed",
      [
        "Content-Type: text/html; charset=utf-8",
        "",
        '<p>Buongiorno <b>a tutti</b></p><blockquote type="cite">Prima</blockquote>',
      ],
      ["Content-Type: application/pdf; name=a.pdf", "Content-Transfer-Encoding: base64", "", "JVBERg=="],
      ["Content-Type: message/delivery-status", "", "Final-Recipient: rfc822; a@b.it"],
    );
    const random = new Random(11);
    for (let round = 0; round < volume(100, 2_000); round++) {
      const changed = Buffer.from(raw.subarray(0, round % 3 ? raw.length : random.below(raw.length)));
      for (let count = 0; count < round % 5 && changed.length > 0; count++)
        changed[random.below(changed.length)] = random.below(256);
      expect(typeof (await readMail(changed)).text).toBe("string");
    }
  });
});
