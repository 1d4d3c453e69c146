import { describe, expect, it } from "@jest/globals";
import { readCertified } from "../../../src/formats/pec/read-certified.js";
import { forAllTests } from "../../support/for-tests.js";
import { Random } from "../../support/random.js";
import { volume } from "../../support/soak.js";
import { certifiedContent, daticert, provider, signedMessage } from "./signed-message.js";

const inner = [
  "From: Mario Rossi <mario@pec.example.it>",
  "To: studio@pec.example.com",
  "Subject: Integrazione",
  "Message-ID: <inner@pec.example.it>",
  "",
  "Buongiorno.",
].join("\r\n");
const address = "posta-certificata@prova.it";
const own = forAllTests(() => provider(address));
const other = forAllTests(() => provider("posta-certificata@altra.it"));
const envelopeHeaders = [
  "X-Trasporto: posta-certificata",
  `From: "Per conto di: mario@pec.example.it" <${address}>`,
  "Subject: POSTA CERTIFICATA: Integrazione",
];
const receiptHeaders = [
  "X-Ricevuta: avvenuta-consegna",
  `From: ${address}`,
  "X-Riferimento-Message-ID: <m.2@example.com>",
];
const delivery = daticert("avvenuta-consegna", "<consegna>comune@pec.example.it</consegna>");

const read = (message: string) => readCertified(Buffer.from(message, "latin1"));

describe("a provider's signature", () => {
  it("holds for an envelope and for a receipt", async () => {
    const envelope = await signedMessage(own, envelopeHeaders, certifiedContent(daticert("posta-certificata"), inner));
    expect(await read(envelope)).toMatchObject({
      kind: "envelope",
      from: { name: "Mario Rossi", address: "mario@pec.example.it" },
      message: Buffer.from(inner),
      signature: "valid",
    });
    const receipt = await signedMessage(own, receiptHeaders, certifiedContent(delivery, inner));
    expect(await read(receipt)).toMatchObject({
      kind: "receipt",
      type: "avvenuta-consegna",
      refersTo: ["<m.1@example.com>", "<m.2@example.com>", "opec1@prova.it"],
      at: new Date("2026-07-01T07:30:00Z"),
      signature: "valid",
    });
  });

  it("holds where a store has kept the lines with LF alone", async () => {
    const receipt = await signedMessage(own, receiptHeaders, certifiedContent(delivery));
    expect(await read(receipt.replaceAll("\r\n", "\n"))).toMatchObject({ signature: "valid" });
  });

  it("doesn't hold when one byte was changed", async () => {
    const receipt = await signedMessage(own, receiptHeaders, certifiedContent(delivery));
    const changed = receipt.replace("certificato.", "certificata.");
    expect(changed).not.toBe(receipt);
    expect(await read(changed)).toMatchObject({ kind: "receipt", signature: "unknown" });
  });

  it("doesn't hold of another signer than the one that the message comes from", async () => {
    const receipt = await signedMessage(other, receiptHeaders, certifiedContent(delivery));
    expect(await read(receipt)).toMatchObject({ kind: "receipt", signature: "unknown" });
  });

  it("says nothing for a header that is about something else than what was signed", async () => {
    const accepted = await signedMessage(own, receiptHeaders, certifiedContent(daticert("accettazione")));
    expect(await read(accepted)).toMatchObject({ type: "avvenuta-consegna", signature: "unknown" });
  });

  it("covers nothing that was put beside what was signed", async () => {
    const signed = await signedMessage(own, receiptHeaders, "Content-Type: text/plain\r\n\r\nCiao.\r\n");
    const beside = signed.replace("------S1--", `------S1\r\n${certifiedContent(delivery)}\r\n------S1--`);
    expect(await read(beside)).toMatchObject({
      refersTo: ["<m.2@example.com>"],
      signature: "unknown",
    });
  });

  it("of more than 100 kB isn't read, since that takes long", async () => {
    const message = await signedMessage(own, receiptHeaders, certifiedContent(delivery, inner));
    const end = message.lastIndexOf("\r\n--");
    const longer = (by: number) => message.slice(0, end) + "\r\n".repeat(by / 2) + message.slice(end);
    expect(await read(longer(80_000))).toMatchObject({ signature: "valid" });
    expect(await read(longer(100_000))).toMatchObject({ kind: "receipt", signature: "unknown" });
  });
});

describe("a receipt", () => {
  it("within somebody's message is content", async () => {
    const receipt = await signedMessage(other, receiptHeaders, certifiedContent(delivery));
    const forged = receipt.replaceAll("----S1", "----S2").replaceAll("M1", "M2");
    const envelope = await signedMessage(own, envelopeHeaders, certifiedContent(daticert("posta-certificata"), forged));
    expect(await read(envelope)).toMatchObject({ kind: "envelope", signature: "valid" });
    const anomaly = ["X-Trasporto: errore", ...envelopeHeaders.slice(1)];
    expect(await read(await signedMessage(own, anomaly, certifiedContent(daticert("errore"), forged)))).toMatchObject({
      kind: "anomaly",
      message: Buffer.from(forged, "latin1"),
    });
  });

  it("that is forwarded is none", async () => {
    const forwarded = [
      "From: mario@example.it",
      "Subject: I: CONSEGNA: Prova",
      'Content-Type: multipart/mixed; boundary="F1"',
      "",
      "--F1",
      "Content-Type: message/rfc822",
      "",
      await signedMessage(own, receiptHeaders, certifiedContent(delivery)),
      "--F1--",
    ].join("\r\n");
    expect(await read(forwarded)).toBeNull();
    expect(await read(`Subject: Ciao\r\n\r\nX-Ricevuta: avvenuta-consegna\r\n`)).toBeNull();
  });

  it("is never a message with X-Trasporto", async () => {
    const both = await signedMessage(own, [...envelopeHeaders, ...receiptHeaders], certifiedContent(delivery));
    expect(await read(both)).toMatchObject({ kind: "envelope", signature: "unknown" });
    expect(await read(both.replace("posta-certificata", "altro"))).toBeNull();
  });

  it("with a document type in its data is read by its header alone", async () => {
    const entities = `<!DOCTYPE postacert [<!ENTITY a "x">]>${delivery.replace("Prova", "&a;")}`;
    expect(await read([...receiptHeaders, certifiedContent(entities)].join("\r\n"))).toMatchObject({
      kind: "receipt",
      refersTo: ["<m.2@example.com>"],
    });
  });
});

describe("whatever the bytes are", () => {
  it("nothing is thrown", async () => {
    const raw = Buffer.from(await signedMessage(own, receiptHeaders, certifiedContent(delivery, inner)), "latin1");
    const random = new Random(7);
    for (let round = 0; round < volume(60, 1_000); round++) {
      const changed = Buffer.from(raw.subarray(0, round % 2 ? raw.length : random.below(raw.length)));
      for (let count = 0; count < 3 && changed.length > 0; count++)
        changed[random.below(changed.length)] = random.below(256);
      const found = await readCertified(changed);
      expect(found === null || found.kind === "receipt").toBe(true);
    }
  });
});
