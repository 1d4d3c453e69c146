import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, request } from "node:http";
import { beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import Koa from "koa";
import { type EmailToHandOver, handOverEmail } from "../../src/channels/mail/email.js";
import { loadConfig } from "../../src/config.js";
import { Database } from "../../src/db/database.js";
import { Files } from "../../src/files/files.js";
import { createLog } from "../../src/log.js";
import { createMailboxServer } from "../../src/mailbox/server.js";
import { keepMessage } from "../../src/mailbox/store.js";
import { mailboxRouter } from "../../src/web/mailbox/router.js";
import { createTestDatabase } from "../support/database.js";
import { forAllTests } from "../support/for-tests.js";
import { listening } from "../support/listening.js";

const database = forAllTests(createTestDatabase);
const opened = forAllTests(() => Database.open(database.appUrl, 4));
const http = forAllTests(() => listening(createServer((incoming, answer) => pages(incoming, answer))));
const smtp = forAllTests(() => listening(createMailboxServer(opened.pool, createLog("mailbox", "silent")).server));
let pages: ReturnType<Koa["callback"]>;

/** The mailbox's pages in an installation with these settings. */
const pagesOf = (settings: Record<string, string>) => {
  const config = loadConfig(settings);
  const parts = { config, database: opened, files: new Files(opened, config), log: createLog("mailbox", "silent") };
  return new Koa().use(mailboxRouter(parts).routes()).callback();
};

beforeAll(async () => {
  pages = pagesOf({});
});
beforeEach(() => opened.pool.query("delete from mailbox_message"));

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  text: string;
}

async function get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
  const sent = request({ host: "127.0.0.1", port: http.port, path, headers }).end();
  const [response] = await once(sent, "response");
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  return { status: response.statusCode, headers: response.headers, bytes, text: bytes.toString() };
}

async function deliver(changes: Partial<EmailToHandOver> = {}): Promise<string> {
  const { serverWords } = await handOverEmail({
    smtpUrl: `smtp://127.0.0.1:${smtp.port}`,
    messageId: "<m.1@localhost>",
    from: { name: "Studio Demo", address: "pratica@localhost" },
    envelopeFrom: "pratica@localhost",
    to: "anna.bianchi@example.it",
    subject: "Preventivo n. 2026/0001",
    text: "Gentile cliente",
    attachments: [],
    ...changes,
  });
  return serverWords.split(" ").pop() ?? "";
}

const json = async (path = "/mailbox") => JSON.parse((await get(path, { accept: "application/json" })).text);

describe("the list of messages", () => {
  it("shows the newest first, to people and to programs", async () => {
    const first = await deliver({ subject: "Primo" });
    const second = await deliver({ subject: "Secondo & <ultimo>", messageId: "<m.2@localhost>" });
    const page = await get("/mailbox");
    expect(page.status).toBe(200);
    expect(page.text).toContain("Secondo &amp; &lt;ultimo>");
    expect(page.text.indexOf(second)).toBeGreaterThan(0);
    expect(page.text.indexOf(second)).toBeLessThan(page.text.indexOf(first));
    const { messages } = await json();
    expect(messages).toEqual([
      {
        id: second,
        receivedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        from: "pratica@localhost",
        to: ["anna.bianchi@example.it"],
        subject: "Secondo & <ultimo>",
        messageId: "<m.2@localhost>",
      },
      expect.objectContaining({ id: first, subject: "Primo" }),
    ]);
  });

  it("is searched by recipient or subject, where no character is a wildcard", async () => {
    await deliver({ to: "comune_forli@example.it", subject: "Sconto del 50%" });
    await deliver({ to: "anna@example.it", subject: "Sconto del 500" });
    const found = async (q: string) => (await json(`/mailbox?q=${encodeURIComponent(q)}`)).messages.length;
    expect(await found("SCONTO")).toBe(2);
    expect(await found("50%")).toBe(1);
    expect(await found("comune_forli")).toBe(1);
    expect(await found("%")).toBe(1);
    expect(await found("\\")).toBe(0);
    expect(await found("50%\0")).toBe(1);
    expect((await get("/mailbox?q=%3Cscript%3E")).text).toContain('value="&lt;script>');
  });

  it("comes in pages of 50", async () => {
    for (let n = 1; n <= 51; n += 1) {
      await keepMessage(opened.pool, {
        envelopeFrom: "",
        envelopeTo: ["a@x.it"],
        raw: Buffer.from(`Subject: n. ${n}\r\n\r\n`),
      });
    }
    const rows = (text: string) => text.match(/class="row-link"/g)?.length;
    const first = await get("/mailbox");
    expect(rows(first.text)).toBe(50);
    expect(first.text).toContain("/mailbox?page=2");
    const second = await get("/mailbox?page=2");
    expect(rows(second.text)).toBe(1);
    expect(second.text).toContain("n. 1<");
    for (const page of ["0", "-3", "x", "1e9"]) expect((await get(`/mailbox?page=${page}`)).status).toBe(200);
  });

  it("speaks Italian or English, as the browser asks", async () => {
    const italian = await get("/mailbox", { "accept-language": "it-IT,it;q=0.9,en;q=0.8" });
    expect(italian.text).toContain('<html lang="it">');
    expect(italian.text).toContain("Casella locale");
    expect((await get("/mailbox", { "accept-language": "en-US" })).text).toContain("Local mailbox");
  });

  it("runs no script and can't be framed", async () => {
    const { headers, text } = await get("/mailbox");
    expect(headers["content-security-policy"]).toBe(
      "default-src 'none'; style-src 'self'; img-src 'self' data:; font-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    );
    expect(text).not.toMatch(/<script|<style|\sstyle=|\son\w+=/i);
  });
});

describe("one message", () => {
  const pdf = Buffer.from("%PDF-1.7 \u00ff", "latin1");

  it("shows its headers, text and attachments", async () => {
    const id = await deliver({
      text: "Gentile cliente,\n<b>ecco</b> il preventivo.",
      replyTo: "studio@demo.local",
      headers: { "Auto-Submitted": "auto-generated" },
      attachments: [{ filename: "Preventivo perché.pdf", contentType: "application/pdf", content: pdf }],
    });
    const { status, text } = await get(`/mailbox/${id}`);
    expect(status).toBe(200);
    expect(text).toContain("Gentile cliente,\n&lt;b>ecco&lt;/b> il preventivo.");
    for (const part of [
      "Studio Demo",
      "studio@demo.local",
      "&lt;m.1@localhost>",
      "auto-generated",
      "Preventivo perché.pdf",
    ]) {
      expect(text).toContain(part);
    }
  });

  it("gives its source and attachments, a PDF to be opened, the rest to be saved", async () => {
    const html = "<script>alert(1)</script>";
    const id = await deliver({
      attachments: [
        { filename: "Preventivo perché.pdf", contentType: "application/pdf", content: pdf },
        { filename: "pagina.html", contentType: "text/html", content: Buffer.from(html) },
      ],
    });
    const opened = await get(`/mailbox/${id}/attachments/1`);
    expect(opened.bytes.equals(pdf)).toBe(true);
    expect(opened.headers).toMatchObject({ "content-type": "application/pdf", "x-content-type-options": "nosniff" });
    expect(opened.headers["content-disposition"]).toMatch(
      /^inline; .*filename\*=UTF-8''Preventivo%20perch%C3%A9\.pdf$/,
    );
    const saved = await get(`/mailbox/${id}/attachments/2`);
    expect(saved.text).toBe(html);
    expect(saved.headers["content-disposition"]).toBe('attachment; filename="pagina.html"');
    expect(saved.headers["content-security-policy"]).toContain("default-src 'none'");
    const raw = await get(`/mailbox/${id}/raw`);
    expect(raw.headers).toMatchObject({
      "content-type": "message/rfc822",
      "content-disposition": `attachment; filename="${id}.eml"`,
    });
    expect(raw.text).toMatch(/^Message-ID: <m\.1@localhost>\r$/m);
  });

  it("never lets a message's HTML become the page's", async () => {
    const raw = "Subject: x\r\nContent-Type: text/html\r\n\r\n<img src=x onerror=alert(1)><script>alert(2)</script>";
    const id = await keepMessage(opened.pool, { envelopeFrom: "", envelopeTo: ["a@x.it"], raw: Buffer.from(raw) });
    const { text } = await get(`/mailbox/${id}`);
    expect(text).toContain("&lt;script>alert(2)");
    expect(text).not.toMatch(/<script|<img/);
    expect(text).toContain(`<iframe class="mail-html" title="`);
    const { headers } = await get(`/mailbox/${id}/html`);
    expect(headers["content-security-policy"]).toBe(
      "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'",
    );
    expect((await get(`/mailbox/${await deliver()}/html`)).status).toBe(404);
  });

  it("is shown also when it is hardly a message, or names hostile files", async () => {
    for (const raw of [
      "",
      "\0\0\0",
      `${"Content-Type: multipart/mixed; boundary=a\r\n\r\n--a\r\n".repeat(400)}`,
      `X: ${"y".repeat(3_000_000)}\r\n\r\ntext`,
    ]) {
      const id = await keepMessage(opened.pool, { envelopeFrom: "", envelopeTo: [], raw: Buffer.from(raw) });
      expect((await get(`/mailbox/${id}`)).status).toBe(200);
    }
    const id = await deliver({
      attachments: [{ filename: '../..\\a"\u0007;x\u2028.pdf', contentType: "application/pdf", content: pdf }],
    });
    expect((await get(`/mailbox/${id}/attachments/1`)).status).toBe(200);
  });

  it("isn't found under another id or number", async () => {
    const id = await deliver();
    for (const path of [
      "x",
      "01a1fd4a-dae3-7500-9166-b7614782c804",
      `${id}/attachments/1`,
      `${id}/attachments/x`,
      "%00",
      "x/raw",
    ]) {
      expect((await get(`/mailbox/${path}`)).status).toBe(404);
    }
  });
});

describe("the mailbox answers this machine only", () => {
  const paths = async () => {
    const id = await deliver();
    return ["/mailbox", `/mailbox/${id}`, `/mailbox/${id}/raw`, `/mailbox/${id}/attachments/1`];
  };

  it.each([{ host: "localhost" }, { host: "localhost:3000" }, { host: "127.0.0.1:3000" }, { host: "[::1]:3000" }])(
    "to %j",
    async (headers) => {
      expect((await get("/mailbox", headers)).status).toBe(200);
    },
  );

  it.each([
    { host: "pratica.example.it" },
    { host: "localhost.evil.example" },
    { host: "127.0.0.1.nip.io:3000" },
    { host: "localhost", "x-forwarded-for": "127.0.0.1" },
    { host: "localhost", forwarded: "for=127.0.0.1" },
  ])("not to %j", async (headers) => {
    for (const path of await paths())
      expect(await get(path, headers)).toMatchObject({ status: 404, text: "Not Found" });
  });

  it.each([
    [{ BASE_URL: "https://pratica.example.it" }],
    [{ BASE_URL: "https://pratica.example.it", TRUST_PROXY: "1" }],
    [{ BASE_URL: "http://192.168.1.7:3000" }],
    [{ BASE_URL: "http://localhost.example.it" }],
    [{ TRUST_PROXY: "1" }],
  ])("and nobody where others use the installation: %j", async (settings) => {
    pages = pagesOf(settings);
    try {
      for (const path of await paths()) expect((await get(path, { host: "localhost" })).status).toBe(404);
    } finally {
      pages = pagesOf({});
    }
  });

  it.each(["http://localhost:8080", "http://127.0.0.1:3000", "http://[::1]:3000"])("at %s", async (baseUrl) => {
    pages = pagesOf({ BASE_URL: baseUrl });
    expect((await get("/mailbox", { host: "localhost" })).status).toBe(200);
    pages = pagesOf({});
  });
});
