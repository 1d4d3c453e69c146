import { randomBytes } from "node:crypto";
import { gzipSync } from "node:zlib";

const megabyte = 1024 * 1024;
/** 10 MB of zeros in 10 kB. */
const bomb = gzipSync(Buffer.alloc(10 * megabyte)).toString("base64");
const large = randomBytes(7 * megabyte)
  .toString("base64")
  .replace(/.{76}/g, "$&\r\n");

const header = (n: number, more = ""): string =>
  `From: Mittente ${n} <m${n}@cliente.test>\r\nTo: studio@studio.test\r\nSubject: Ostile ${n}\r\nMessage-ID: <h${n}@cliente.test>\r\n${more}`;
const withFile = (n: number, name: string, base64: string): string =>
  `${header(n, "Content-Type: multipart/mixed; boundary=b\r\n")}\r\n--b\r\n\r\nTesto ${n}\r\n--b\r\nContent-Type: application/octet-stream; name=${name}\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64}\r\n--b--\r\n`;

function nested(n: number, levels: number): string {
  let inner = `Content-Type: text/plain\r\n\r\nIn fondo ${n}\r\n`;
  for (let level = 0; level < levels; level++)
    inner = `Content-Type: multipart/mixed; boundary=n${level}\r\n\r\n--n${level}\r\n${inner}\r\n--n${level}--\r\n`;
  return header(n) + inner;
}

const recipients = Array.from({ length: 10_000 }, (_, k) => `p${k}@altro.test`).join(",\r\n ");
const bytes = (text: string): Buffer => Buffer.from(text, "latin1");

const kinds: ((n: number) => Buffer)[] = [
  (n) => bytes(`${header(n)}\r\nUn messaggio come tanti, il ${n}.\r\n`),
  (n) => bytes(`${header(n, "Content-Type: multipart/mixed; boundary=mai\r\n")}\r\n--altro\r\nrotto ${n}`),
  (n) => bytes(`${header(n, "Content-Type: text/plain; charset=x-klingon\r\n")}\r\nperch\xe9 ${n}\r\n`),
  (n) => bytes(`${header(n, "Content-Type: text/plain; charset=utf-7\r\n")}\r\n+AOk ${n}\r\n`),
  (n) => bytes(`${header(n, "Content-Transfer-Encoding: base64\r\n")}\r\n@@@@ non base64 ${n}`),
  (n) => bytes(`Subject: =?utf-8?B?4pyT\r\n\tOstile ${n}\r\nFrom: <<<>>\r\n\r\nintestazione rotta ${n}\r\n`),
  (n) => Buffer.concat([bytes(`${header(n)}\r\n`), randomBytes(5_000)]),
  (n) => bytes(nested(n, 30)),
  (n) => bytes(nested(n, 1_000)),
  (n) => bytes(withFile(n, "bomba.gz", bomb)),
  (n) => bytes(header(n, `Cc: ${recipients}\r\n\r\nA tutti ${n}\r\n`)),
  (n) => Buffer.concat([Buffer.alloc(1_000), bytes(`zeri ${n}`)]),
  (n) => bytes(`soltanto testo, senza intestazione ${n}`),
  (n) => bytes(header(n, `References: ${"<a@b> ".repeat(5_000)}\r\n\r\nriferimenti ${n}\r\n`)),
  (n) => bytes(`${header(n, "Content-Type: text/html\r\n")}\r\n${"<div>".repeat(20_000)}tag ${n}`),
];

/** The n-th of many mails that no well-meaning program makes; one in fifty brings a file of 10 MB as base64. */
export const hostileMail = (n: number): Buffer =>
  n % 50 === 0 ? bytes(withFile(n, "foto.jpg", large)) : (kinds[n % kinds.length]?.(n) ?? bytes(header(n)));
