import { readFileSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";
import { readMail } from "../../../src/formats/mail/read-mail.js";
import { readCertified } from "../../../src/formats/pec/read-certified.js";

const sample = (name: string): Buffer => readFileSync(new URL(`${name}.eml`, import.meta.url));

describe("a provider's message", () => {
  it("of acceptance is read", async () => {
    expect(await readCertified(sample("ricevuta-accettazione"))).toEqual({
      kind: "receipt",
      type: "accettazione",
      refersTo: [
        "<SN05IE$951DEC16C1CFD3E4FD8FF1B1D24A99AE@fakepec.it>",
        "opec210312.20241115182038.288127.606.1.53@fakepec.it",
      ],
      at: new Date("2024-11-15T17:20:38Z"),
      isToOrdinaryMail: false,
      words: "",
      signature: "unknown",
    });
  });

  it("of a failed delivery is read, with stray text between its elements", async () => {
    expect(await readCertified(sample("avviso-errore-consegna"))).toEqual({
      kind: "receipt",
      type: "errore-consegna",
      refersTo: [
        "<SN05IE$951DEC16C1CFD3E4FD8FF1B1D24A99AE@fakepec.it>",
        "<SN05IE$951DEC16C1CFD3E4FD8FF1B1D24A99AE@pec.it>",
        "opec210312.20241115182038.288127.606.1.53@fakepec.it",
      ],
      at: new Date("2024-11-15T17:21:03Z"),
      isToOrdinaryMail: false,
      words: "destinatario inesistente: 5.1.1 - FAKE Pec S.p.A. - indirizzo non valido",
      signature: "unknown",
    });
  });

  it("of delivery is read, although it brings a whole message", async () => {
    expect(await readCertified(sample("ricevuta-avvenuta-consegna"))).toMatchObject({
      kind: "receipt",
      type: "avvenuta-consegna",
      refersTo: [
        "<CZPXCJRZKQDRVYXFAZYUIAWNACDAAHEVAEXAKN@example.com>",
        "CZPXCJRZKQDRVYXFAZYUIAWNACDAAHEVAEXAKN@example.com",
      ],
      at: new Date("2021-05-13T12:35:30Z"),
      words: "",
    });
  });

  it.each(['"accettazione"', "accettazione; v=1", "Accettazione (1)"])("is known by its header %s", async (type) => {
    const raw = sample("ricevuta-accettazione").toString("latin1");
    const written = Buffer.from(raw.replace(/^X-Ricevuta: .*$/im, `X-Ricevuta: ${type}`), "latin1");
    expect(written.includes(type)).toBe(true);
    expect(await readCertified(written)).toEqual(await readCertified(sample("ricevuta-accettazione")));
  });

  it("that brings somebody's message is opened", async () => {
    const certified = await readCertified(sample("busta-trasporto"));
    expect(certified).toMatchObject({
      kind: "envelope",
      from: { name: "", address: "no-reply@example.com" },
    });
    const { message } = certified as { message: Buffer };
    expect(await readMail(message)).toMatchObject({
      subject: "POSTA CERTIFICATA: SUBJECT",
      from: { address: "no-reply@example.com" },
    });
  });

  it.each([
    ["whom the provider names", `"Per conto di: rosa@pec.test" <posta-certificata@gestore.test>`, "rosa@pec.test"],
    ["whoever answers go to", `"Per conto di: rosa@pec.test" <posta-certificata@gestore.test>`, "comune@pec.test"],
    ["where no other is named", "posta-certificata@gestore.test", "rosa@pec.test"],
  ])("of which only the header is there is its sender's, %s", async (_, from, replyTo) => {
    const header = Buffer.from(`From: ${from}\r\nReply-To: ${replyTo}\r\nX-Trasporto: posta-certificata\r\n\r\n`);
    expect(await readCertified(header)).toMatchObject({ kind: "envelope", from: { address: "rosa@pec.test" } });
  });
});
