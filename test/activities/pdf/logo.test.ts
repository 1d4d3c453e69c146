import { describe, expect, it } from "@jest/globals";
import { logoFile } from "../../../src/activities/pdf/logo.js";
import { renderRevisionPdf } from "../../../src/activities/pdf/render-revision.js";
import { pageTexts, revisionContent } from "./sample.js";

const svg = (inside: string): string =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 10">${inside}</svg>`)}`;
const png =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const square = '<rect width="10" height="10"/>';

const letterhead = async (logo: string): Promise<string> => {
  const pages = await pageTexts(renderRevisionPdf(revisionContent({ issuer: { logo } })));
  return pages.join(" ").split("Preventivo")[0] ?? "";
};

describe("logoFile", () => {
  it.each([
    ["a PNG in base64", png, "logo.png"],
    [
      "a JPEG declared as PNG",
      `data:image/png;base64,${Buffer.from("\xff\xd8\xff\xe0", "latin1").toString("base64")}`,
      "logo.jpg",
    ],
    ["an SVG with escapes", svg(square), "logo.svg"],
    ["an SVG as it is", `data:image/svg+xml;utf8,<svg width='100%'>${square}</svg>`, "logo.svg"],
  ])("reads %s", (_, url, name) => {
    expect(logoFile(url)?.name).toBe(name);
  });

  it.each([
    ["an address", "https://example.it/logo.png"],
    ["nothing", ""],
    ["text", "data:image/png;base64,QUJD"],
    ["an SVG nested too deep for the typesetter", svg("<g>".repeat(20_000) + "</g>".repeat(20_000))],
    ["one that hides its depth", svg("<g><!-- </g> --><![CDATA[</g>]]><?x </g>?>".repeat(300) + "</g>".repeat(300))],
  ])("takes %s for no image", (_, url) => {
    expect(logoFile(url)).toBeNull();
  });
});

describe("a letterhead", () => {
  it.each([png, svg(square)])("shows the logo in place of the name", async (logo) => {
    expect(await letterhead(logo)).not.toContain("Studio Bianchi");
  });

  it.each([
    ["a PNG cut short", png.slice(0, 60)],
    ["an SVG left open", svg("<g>")],
    ["an SVG without size", svg("").replace(/viewBox.*?10%22/, "width%3D%220%22")],
    ["text", "data:image/png;base64,QUJD"],
  ])("falls back to the name where the logo is %s", async (_, logo) => {
    expect(await letterhead(logo)).toContain("Studio Bianchi");
  });
});
