import { describe, expect, it } from "@jest/globals";
import { errorCodes } from "../../src/domain/errors.js";
import { startApi } from "../support/caller.js";
import { forAllTests } from "../support/for-tests.js";

const api = forAllTests(() => startApi({ settings: { BASE_URL: "https://pratica.studio.test/" } }));

describe("the API's description", () => {
  it("is read without a key", async () => {
    const answer = await fetch(`${api.url}/openapi.json`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
    const document = (await answer.json()) as { servers: unknown; paths: object };
    expect(document.servers).toEqual([{ url: "https://pratica.studio.test" }]);
    expect(Object.keys(document.paths)).toContain("/api/rest/actions/create_contact");
  });

  it("is shown by a page with nothing inline and nothing from elsewhere, under a strict policy", async () => {
    const answer = await fetch(`${api.url}/docs`);
    const html = await answer.text();
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toMatch(/^text\/html/);
    const policy = answer.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toContain("unsafe");
    expect(html).not.toMatch(/<script(?![^>]*\ssrc=)|\sstyle=|\son\w+=|https?:/);
    const addresses = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address ?? "");
    expect(addresses.length).toBeGreaterThan(3);
    for (const address of addresses) {
      const part = await fetch(`${api.url}${address}`);
      expect({ address, status: part.status, empty: (await part.arrayBuffer()).byteLength === 0 }).toEqual({
        address,
        status: 200,
        empty: false,
      });
      expect(part.headers.get("x-content-type-options")).toBe("nosniff");
    }
  });

  it("explains every problem where its type leads", async () => {
    const { type } = (await (await fetch(`${api.url}/api/rest/actions/nothing`, { method: "POST" })).json()) as {
      type: string;
    };
    const html = await (await fetch(new URL(type, api.url))).text();
    for (const code of [type.split("#")[1], ...Object.keys(errorCodes)])
      expect(html).toMatch(new RegExp(`<dt id="${code}">.*</dt>\\s*<dd>.{10,}</dd>`));
  });

  it("serves its parts with the types that browsers run", async () => {
    const typeOf = async (name: string) => (await fetch(`${api.url}/docs/${name}`)).headers.get("content-type");
    expect(await typeOf("start.js")).toMatch(/^text\/javascript/);
    expect(await typeOf("swagger-ui-bundle.js")).toMatch(/javascript/);
    expect(await typeOf("swagger-ui.css")).toMatch(/^text\/css/);
    expect((await fetch(`${api.url}/docs/package.json`)).status).toBe(404);
  });
});
