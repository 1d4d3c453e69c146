import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach } from "@jest/globals";
import type { AxeResults } from "axe-core";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";

interface Reader {
  /** what the browser asks pages for; English where not given */
  locale?: "en" | "it";
  widthPx?: number;
  colorScheme?: "light" | "dark";
  javaScript?: boolean;
}

let browser: Promise<Browser> | undefined;
const contexts = new Set<BrowserContext>();
const foreignRequests: string[] = [];

/**
 * A headless Chromium of its own for each test file, which starts with the first call and ends with the file; each call gives a person
 * who has no cookies yet. It is gone after the test. Nothing outside this machine is found; what a page fetches from there fails the test.
 */
export async function openBrowser(reader: Reader = {}): Promise<BrowserContext> {
  const { locale = "en", widthPx = 1280, colorScheme = "light", javaScript = true } = reader;
  browser ??= launch();
  const context = await (await browser).newContext({
    locale: { en: "en-GB", it: "it-IT" }[locale],
    viewport: { width: widthPx, height: 800 },
    colorScheme,
    javaScriptEnabled: javaScript,
    reducedMotion: "reduce",
    timezoneId: "Europe/Rome",
  });
  contexts.add(context);
  // Where a test sends the browser is the test's affair, an approval leads to other sites; what a page fetches is ours.
  context.on("request", (request) => {
    const { protocol, hostname } = new URL(request.url());
    const isHere = !/^(https?|wss?):$/.test(protocol) || ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
    if (!isHere && !request.isNavigationRequest()) foreignRequests.push(request.url());
  });
  return context;
}

/** The same person's first page, at an address. */
export async function openPage(url: string, reader: Reader = {}): Promise<Page> {
  const page = await (await openBrowser(reader)).newPage();
  await page.goto(url);
  return page;
}

function launch(): Promise<Browser> {
  const folder = execFileSync(process.execPath, [fileURLToPath(new URL("unpack-chromium.mjs", import.meta.url))], {
    encoding: "utf8",
  });
  return chromium.launch({
    executablePath: path.join(folder, "chromium"),
    // As root there is no sandbox, and in containers often neither. The package's own arguments switch the same-origin policy off.
    args: [
      "--no-sandbox",
      "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1, EXCLUDE [::1]",
    ],
    env: {
      ...process.env,
      LD_LIBRARY_PATH: path.join(folder, "al2023", "lib"),
      FONTCONFIG_FILE: path.join(folder, "fonts.conf"),
    },
  });
}

afterEach(async () => {
  await Promise.all([...contexts].map((context) => context.close()));
  contexts.clear();
  const seen = foreignRequests.splice(0);
  if (seen.length > 0) throw new Error(`The page fetched from elsewhere: ${seen.join(", ")}`);
});
afterAll(async () => (await browser)?.close());

/** Two readers who between them see every language, colour scheme and width: `describe.each(readers)`. */
export const readers: Required<Omit<Reader, "javaScript">>[] = [
  { locale: "en", colorScheme: "light", widthPx: 1280 },
  { locale: "it", colorScheme: "dark", widthPx: 360 },
];

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * Checks a page by all rules of axe-core, and that it doesn't scroll sideways.
 * @throws with each violation, its place and what to change
 */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(axe);
  const { violations } = (await page.evaluate("axe.run()")) as AxeResults;
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ target, failureSummary, html }) =>
        `${id}: ${help}\n  ${target.join(" ")}  ${html.slice(0, 200)}\n  ${failureSummary?.replaceAll("\n", "\n  ")}`,
    ),
  );
  const overflowPx = await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
  if (Number(overflowPx) > 0) found.push(`scrolls sideways by ${overflowPx} px`);
  if (found.length > 0) throw new Error(`${page.url()} is not accessible to everybody:\n${found.join("\n")}`);
}
