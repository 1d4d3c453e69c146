import { describe, expect, it } from "@jest/globals";
import { readMail } from "../../../src/formats/mail/read-mail.js";
import { expectProportional } from "../../support/growth.js";
import { volume } from "../../support/soak.js";

const text = (lines: string): Buffer => Buffer.from(lines, "latin1");
const html = (body: string): Buffer => text(`From: a@b.it\r\nContent-Type: text/html\r\n\r\n${body}`);
const plain = (body: string): Buffer => text(`From: a@b.it\r\nContent-Type: text/plain\r\n\r\n${body}`);

/** Each makes a message of about this many bytes. */
const shapes: Record<string, (size: number) => Buffer> = {
  "open elements": (size) => html("<b>".repeat(size / 3)),
  "closed elements that nobody opened": (size) => html(`${"<i>".repeat(900)}${"</b>".repeat(size / 4)}`),
  "elements closed crosswise": (size) => html("<b><i></b></i>".repeat(size / 14)),
  "open paragraphs and lists": (size) => html("<ul><p><li>".repeat(size / 11)),
  "opening brackets": (size) => html("<".repeat(size)),
  "unfinished attributes": (size) => html(`<a ${"b='".repeat(size / 3)}`),
  "attributes without end": (size) => html(`<a ${"b=c ".repeat(size / 4)}>d</a>`),
  "long styles": (size) => html(`<p style="${"color:red;".repeat(size / 10)}">a</p>`),
  "styles that are no styles": (size) => html(`<p style="${"a:((".repeat(size / 4)}">a</p>`),
  cells: (size) => html(`<table>${"<td>a".repeat(size / 5)}`),
  "nested quotations": (size) => html("<blockquote type=cite>a".repeat(size / 23)),
  entities: (size) => html("&amp;&#x61;&unknown".repeat(size / 19)),
  comments: (size) => html("<!--".repeat(size / 4)),
  spaces: (size) => html(`a${" ".repeat(size)}b`),
  "blank lines": (size) => plain("\r\n".repeat(size / 2)),
  "quoted lines": (size) => plain("> a\r\nb\r\n".repeat(size / 8)),
  "headers of earlier messages": (size) => plain("Da: a@b.it\r\n".repeat(size / 12)),
  "unfinished introductions": (size) => plain("Il giorno 1 a\r\n".repeat(size / 15)),
  "introductions of many words": (size) => plain(`${`Il 1 ${"a ".repeat(190)}`}\r\n`.repeat(size / 390)),
  "one long line": (size) => plain("a > ".repeat(size / 4)),
  "spaces in the text": (size) => plain(`a${" ".repeat(size)}b`),
  "header of one field": (size) => text(`Subject: ${"a ".repeat(size / 2)}\r\n\r\nb`),
  "encoded words": (size) => text(`Subject: ${"=?utf-8?Q?a?= ".repeat(size / 14)}\r\n\r\nb`),
  "folded lines": (size) => text(`References: ${"<a@b>\r\n ".repeat(size / 8)}\r\n\r\nb`),
  "fields of one name": (size) => text(`${"Received: a\r\n".repeat(size / 13)}\r\nb`),
  recipients: (size) => text(`To: ${"a@b.it, ".repeat(size / 8)}\r\n\r\nb`),
  "encoded senders": (size) => text(`From: ${"=?utf-8?B?PGFAYi5pdD4s?= ".repeat(size / 25)}\r\n\r\nb`),
  "broken recipients": (size) => text(`To: ${'"<(a,;:'.repeat(size / 7)}\r\n\r\nb`),
  "opening brackets of ids": (size) => text(`References: ${"<".repeat(size)}\r\n\r\nb`),
  parameters: (size) => text(`Content-Type: text/plain${";a*0*=b".repeat(size / 7)}\r\n\r\nb`),
  parts: (size) => text(`Content-Type: multipart/mixed; boundary=a\r\n\r\n${"--a\r\n\r\nb\r\n".repeat(size / 11)}`),
  "parts within parts": (size) => {
    const levels = Array.from(
      { length: size / 55 },
      (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`,
    );
    return text(levels.join(""));
  },
  "lines that look like boundaries": (size) =>
    text(`Content-Type: multipart/mixed; boundary=a\r\n\r\n--a\r\n\r\n${"--b\r\n".repeat(size / 5)}`),
  "quoted-printable": (size) => text(`Content-Transfer-Encoding: quoted-printable\r\n\r\n${"=  ".repeat(size / 3)}`),
  "base64 in pieces": (size) => text(`Content-Transfer-Encoding: base64\r\n\r\n${"YQ==".repeat(size / 4)}`),
  "ends of base64": (size) => text(`Content-Transfer-Encoding: base64\r\n\r\n${"=   ".repeat(size / 4)}`),
  "lines that flow": (size) => text(`Content-Type: text/plain; format=flowed\r\n\r\n${"a \r\n".repeat(size / 4)}`),
  "a report of many recipients": (size) =>
    text(
      `Content-Type: multipart/report; boundary=a\r\n\r\n--a\r\nContent-Type: message/delivery-status\r\n\r\n` +
        "Final-Recipient: rfc822; a@b.it\r\nAction: failed\r\n\r\n".repeat(size / 51),
    ),
  "a bounce in words": (size) =>
    text(`From: MAILER-DAEMON\r\nReturn-Path: <>\r\n\r\n${"<a@b.it>:\r\n".repeat(size / 11)}${"-".repeat(size / 4)}`),
};

describe("reading", () => {
  it.each(Object.entries(shapes))("takes time in proportion to its length: %s", (_, input) =>
    expectProportional({ input, work: readMail, small: volume(20_000, 60_000), large: volume(160_000, 480_000) }),
  );
});

describe("whatever the bytes are", () => {
  it("a thousand levels are read as far as a hundred", async () => {
    const levels = Array.from(
      { length: 1000 },
      (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`,
    );
    const mail = await readMail(text(`Subject: Tanti\r\n${levels.join("")}\r\nIn fondo.`));
    expect(mail.subject).toBe("Tanti");
    expect(mail.warnings.map(({ code }) => code)).toContain("parts_cut");
  });

  it("thirty levels are read whole", async () => {
    const levels = Array.from(
      { length: 30 },
      (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`,
    );
    const ends = Array.from({ length: 30 }, (_, at) => `\r\n--b${29 - at}--\r\n`);
    const mail = await readMail(text(`${levels.join("")}\r\nIn fondo.${ends.join("")}`));
    expect(mail).toMatchObject({ text: "In fondo.", warnings: [] });
  });

  it("more than a thousand parts are counted and cut", async () => {
    const part = "--a\r\nContent-Type: image/png\r\n\r\nx\r\n";
    const mail = await readMail(text(`Content-Type: multipart/mixed; boundary=a\r\n\r\n${part.repeat(1500)}--a--\r\n`));
    expect(mail.attachments).toHaveLength(999);
    expect(mail.warnings.map(({ code }) => code)).toContain("parts_cut");
  });

  it("ten thousand recipients give the first 200 and their number", async () => {
    const all = Array.from({ length: 10_000 }, (_, at) => `Nome ${at} <n${at}@example.it>`).join(",\r\n ");
    const mail = await readMail(text(`To: ${all}\r\nSubject: Invito\r\n\r\nTesto`));
    expect(mail.to).toHaveLength(200);
    expect(mail.warnings).toEqual([
      { code: "recipients_cut", detail: "The message has 10000 recipients; the first 200 were kept." },
    ]);
  });

  it("a long text is cut at a million characters", async () => {
    const mail = await readMail(plain("parola ".repeat(200_000)));
    expect(mail.text.length).toBeLessThanOrEqual(1_000_000);
    expect(mail.text.length).toBeGreaterThan(999_000);
    expect(mail.warnings.map(({ code }) => code)).toEqual(["text_cut"]);
  });

  it.each(["", "\0", "\r\n\r\n", "\xff\xfe\x00", "Subject", ": a", "--a--"])("%j is read", async (bytes) => {
    expect((await readMail(text(bytes))).warnings.map(({ code }) => code)).toContain("unreadable");
  });

  it("what has no header gives its text", async () => {
    expect(await readMail(text("niente intestazione\r\nné altro"))).toMatchObject({
      text: "niente intestazione\nné altro",
    });
  });
});
