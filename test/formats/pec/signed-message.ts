import { webcrypto } from "node:crypto";
import { Integer, ObjectIdentifier, OctetString, Utf8String } from "asn1js";
import {
  Attribute,
  AttributeTypeAndValue,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  Extension,
  GeneralName,
  GeneralNames,
  IssuerAndSerialNumber,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from "pkijs";

export interface Provider {
  certificate: Certificate;
  keys: webcrypto.CryptoKeyPair;
}

const newKeys = (): Promise<webcrypto.CryptoKeyPair> =>
  webcrypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, ["sign", "verify"]);

const commonName = (value: string): AttributeTypeAndValue =>
  new AttributeTypeAndValue({ type: "2.5.4.3", value: new Utf8String({ value }) });

/** A provider with a certificate of its own issuer. */
export async function provider(address: string): Promise<Provider> {
  const issuer = await newKeys();
  const keys = await newKeys();
  const names = new GeneralNames({ names: [new GeneralName({ type: 1, value: address })] });
  const certificate = new Certificate();
  certificate.version = 2;
  certificate.serialNumber = new Integer({ value: 7 });
  certificate.issuer.typesAndValues.push(commonName(`Autorità di prova per ${address}`));
  certificate.subject.typesAndValues.push(commonName("Posta Prova S.p.A."));
  certificate.notBefore.value = new Date("2020-01-01");
  certificate.notAfter.value = new Date("2040-01-01");
  certificate.extensions = [
    new Extension({ extnID: "2.5.29.17", critical: false, extnValue: names.toSchema().toBER(), parsedValue: names }),
  ];
  await certificate.subjectPublicKeyInfo.importKey(keys.publicKey);
  await certificate.sign(issuer.privateKey, "SHA-256");
  return { certificate, keys };
}

/** A `multipart/signed` message around these bytes, as providers send it. */
export async function signedMessage(by: Provider, headers: string[], content: string): Promise<string> {
  const digest = await webcrypto.subtle.digest("SHA-256", Buffer.from(content, "latin1"));
  const signed = new SignedData({
    version: 1,
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: ContentInfo.DATA }),
    signerInfos: [
      new SignerInfo({
        version: 1,
        sid: new IssuerAndSerialNumber({ issuer: by.certificate.issuer, serialNumber: by.certificate.serialNumber }),
        signedAttrs: new SignedAndUnsignedAttributes({
          type: 0,
          attributes: [
            new Attribute({
              type: "1.2.840.113549.1.9.3",
              values: [new ObjectIdentifier({ value: ContentInfo.DATA })],
            }),
            new Attribute({ type: "1.2.840.113549.1.9.4", values: [new OctetString({ valueHex: digest })] }),
          ],
        }),
      }),
    ],
    certificates: [by.certificate],
  });
  await signed.sign(by.keys.privateKey, 0, "SHA-256", Buffer.from(content, "latin1"));
  const info = new ContentInfo({ contentType: ContentInfo.SIGNED_DATA, content: signed.toSchema(true) });
  const proof = Buffer.from(info.toSchema().toBER())
    .toString("base64")
    .replace(/.{1,76}/g, "$&\r\n");
  return [
    ...headers,
    "MIME-Version: 1.0",
    'Content-Type: multipart/signed; protocol="application/x-pkcs7-signature"; micalg="sha-256"; boundary="----S1"',
    "",
    "This is an S/MIME signed message",
    "",
    "------S1",
    content,
    "------S1",
    'Content-Type: application/x-pkcs7-signature; name="smime.p7s"',
    "Content-Transfer-Encoding: base64",
    "",
    proof,
    "------S1--",
    "",
  ].join("\r\n");
}

/** The part that a provider signs: words, `daticert.xml`, and the message where there is one. */
export function certifiedContent(daticert: string, message?: string): string {
  return [
    'Content-Type: multipart/mixed; boundary="M1"',
    "",
    "--M1",
    "Content-Type: text/plain; charset=iso-8859-1",
    "",
    "Il messaggio \xe8 certificato.",
    "--M1",
    'Content-Type: application/xml; name="daticert.xml"',
    'Content-Disposition: inline; filename="daticert.xml"',
    "Content-Transfer-Encoding: base64",
    "",
    Buffer.from(daticert, "utf8").toString("base64"),
    ...(message === undefined ? [] : ["--M1", 'Content-Type: message/rfc822; name="postacert.eml"', "", message]),
    "--M1--",
    "",
  ].join("\r\n");
}

export const daticert = (type: string, data = ""): string =>
  `<?xml version="1.0" encoding="UTF-8"?><postacert tipo="${type}" errore="nessuno"><intestazione>` +
  `<mittente>mario@pec.example.it</mittente><destinatari tipo="certificato">comune@pec.example.it</destinatari>` +
  `<destinatari tipo="esterno">altro@example.it</destinatari><oggetto>Prova</oggetto></intestazione><dati>` +
  `<gestore-emittente>Posta Prova</gestore-emittente><data zona="+0200"><giorno>01/07/2026</giorno><ora>09:30:00</ora></data>` +
  `<identificativo>opec1@prova.it</identificativo><msgid>&lt;m.1@example.com&gt;</msgid>${data}</dati></postacert>`;
