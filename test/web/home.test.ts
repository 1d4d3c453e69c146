import { once } from "node:events";
import { request } from "node:http";
import { describe, expect, it } from "@jest/globals";
import { startApi } from "../support/caller.js";
import { forAllTests } from "../support/for-tests.js";

const onThisMachine = { MAILBOX_SMTP_PORT: "2525", TEMPORAL_ADDRESS: "127.0.0.1:7233", TEMPORAL_UI_PORT: "9233" };
const api = forAllTests(() => startApi({ settings: onThisMachine }));
const publicSettings = {
  BASE_URL: "https://pratica.example.it/",
  SMTP_URL: "smtp://mail.example.it",
  TEMPORAL_ADDRESS: "temporal:7233",
};
const publicSite = forAllTests(() => startApi({ settings: publicSettings }));

describe("the home page", () => {
  it("says what runs here and where", async () => {
    const page = await (await fetch(api.url)).text();
    for (const address of [
      "http://localhost:3000/api/rest/actions/{operation}",
      "http://localhost:3000/api/mcp",
      'href="/docs"',
      'href="/openapi.json"',
      'href="/mailbox"',
      'href="http://localhost:9233"',
      'href="/settings/connected-apps"',
      'href="/settings/channels"',
    ]) {
      expect(page).toContain(address);
    }
    expect(page).not.toMatch(/<script|<style|\sstyle=/);
  });

  it("asks for a key that whoever reads it can make, wherever it runs", async () => {
    const page = await (await fetch(publicSite.url)).text();
    expect(page).toContain("you make one under API keys in the settings");
    expect(page).toContain('href="/settings/api-keys"');
  });

  it("is in Italian for those who ask for it", async () => {
    const response = await fetch(api.url, { headers: { "accept-language": "it" } });
    expect(response.headers.get("content-language")).toBe("it");
    expect(response.headers.get("vary")).toContain("Accept-Language");
    expect(await response.text()).toContain("La gestione delle pratiche per studi tecnici");
  });

  it("tells strangers nothing of this machine, and nobody of what doesn't run here", async () => {
    const forwarded = await (await fetch(api.url, { headers: { "x-forwarded-for": "203.0.113.7" } })).text();
    expect(forwarded).not.toMatch(/mailbox|9233|readyz/);
    const own = await (await fetch(publicSite.url)).text();
    expect(own).toContain("https://pratica.example.it/api/mcp");
    expect(own).not.toMatch(/\/mailbox|8233/);
  });
});

describe("the pages' files", () => {
  it.each([
    ["pratica.css", "text/css; charset=utf-8"],
    ["source-sans-3-400.ttf", "font/ttf"],
    ["source-sans-3-600.ttf", "font/ttf"],
  ])("%s is served, and only once to those who have it", async (name, type) => {
    const response = await fetch(`${api.url}/assets/${name}`);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe(type);
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(1_000);
    const etag = response.headers.get("etag") ?? "";
    // fetch would add "cache-control: no-cache" to a condition of our own.
    const again = request(`${api.url}/assets/${name}`, { headers: { "if-none-match": etag } }).end();
    const [answer] = await once(again, "response");
    answer.resume();
    expect(answer.statusCode).toBe(304);
  });

  it("have Safari choose a secret whole as well, which knows user-select only with its prefix", async () => {
    const css = await (await fetch(`${api.url}/assets/pratica.css`)).text();
    expect(css).toMatch(/\.secret \{[^}]*-webkit-user-select: all;\s+user-select: all;/);
  });
});
