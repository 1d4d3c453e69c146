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
  /** touches the page with a finger */
  touches?: boolean;
}

const patienceMs = 120_000;
let browser: Promise<Browser> | undefined;
const contexts = new Set<BrowserContext>();
const foreignRequests: string[] = [];

/**
 * A headless Chromium of its own for each test file, which starts with the first call and ends with the file; each call gives a person
 * who has no cookies yet. It is gone after the test. Nothing outside this machine is found; what a page fetches from there fails the test.
 */
export async function openBrowser(reader: Reader = {}): Promise<BrowserContext> {
  const { locale = "en", widthPx = 1280, colorScheme = "light", javaScript = true, touches = false } = reader;
  browser ??= launch();
  const context = await (await browser).newContext({
    locale: { en: "en-GB", it: "it-IT" }[locale],
    viewport: { width: widthPx, height: 800 },
    colorScheme,
    javaScriptEnabled: javaScript,
    hasTouch: touches,
    isMobile: touches,
    reducedMotion: "reduce",
    timezoneId: "Europe/Rome",
  });
  // For what hangs: a slow machine is no fault.
  context.setDefaultTimeout(patienceMs);
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
    timeout: patienceMs,
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

type Described = Required<Omit<Reader, "javaScript" | "touches">>;
export const atDesk: Described = { locale: "en", colorScheme: "light", widthPx: 1280 };
export const onTelephone: Described = { locale: "it", colorScheme: "dark", widthPx: 360 };

/** They see every language, colour scheme and width between them: `describe.each(volume([atDesk], readers))`. */
export const readers = [atDesk, onTelephone];

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** WebKit takes lists without marks before their items for none, and says no number of items, unless their role is given. */
const listsForSomeAlone = `[...document.querySelectorAll("ul:not([role], nav ul)")]
  .filter((list) => getComputedStyle(list).listStyleType === "none").map((list) => list.outerHTML.slice(0, 200))`;

/**
 * Checks a page by all rules of axe-core, the size of what is to be hit among them, that it doesn't scroll sideways, and that its lists are
 * lists in every browser.
 * @throws with each violation, its place and what to change
 */
export async function expectAccessible(page: Page): Promise<void> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe);
  // All that axe found in order would be megabytes, which take longer to hand over than to find.
  const violations = (await page.evaluate(
    "axe.run({ resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } }).then(({ violations }) => violations)",
  )) as AxeResults["violations"];
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ target, failureSummary, html }) =>
        `${id}: ${help}\n  ${target.join(" ")}  ${html.slice(0, 200)}\n  ${failureSummary?.replaceAll("\n", "\n  ")}`,
    ),
  );
  // Its own width, without the room that it keeps free for a scroll bar.
  const overflowPx = await page.evaluate("document.documentElement.scrollWidth - document.documentElement.offsetWidth");
  if (Number(overflowPx) > 0) found.push(`scrolls sideways by ${overflowPx} px`);
  const lists = (await page.evaluate(listsForSomeAlone)) as string[];
  found.push(...lists.map((html) => `no list in Safari: ${html}`));
  if (found.length > 0) throw new Error(`${page.url()} is not accessible to everybody:\n${found.join("\n")}`);
}

/** Names what has the focus, and whether a person sees that it has: an outline or another visible sign. */
const focused = `(() => {
  const { activeElement: element } = document;
  if (!element || element === document.body) return null;
  const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
  const radio = element.type === "radio" ? "radios " + element.name : null;
  return { id: radio ?? window.reachable.indexOf(element), html: element.outerHTML.slice(0, 200),
    isSeen: (outlineStyle !== "none" && parseFloat(outlineWidth) > 0) || boxShadow !== "none" };
})()`;

/** All that a mouse could use; of a group of radio buttons, which the arrow keys go through, the group. */
const reachable = `(() => {
  window.reachable = [...document.querySelectorAll("a[href], button, summary, select, textarea, input:not([type=hidden])")]
    .filter((element) => !element.disabled && element.checkVisibility());
  return window.reachable.map((element, index) =>
    ({ id: element.type === "radio" ? "radios " + element.name : index, html: element.outerHTML.slice(0, 200) }));
})()`;

/**
 * Goes through a page by the Tab key.
 * @throws with what it doesn't reach, and with what doesn't show that it has the focus
 */
export async function expectUsableByKeyboard(page: Page): Promise<void> {
  type Stop = { id: number | string; html: string; isSeen: boolean };
  const wanted = (await page.evaluate(reachable)) as Stop[];
  await page.evaluate("document.activeElement?.blur()");
  const stops = new Map<Stop["id"], Stop>();
  // A field for a date has a stop for each of its parts, some of which show the focus themselves.
  const partsOfDates = 4 * wanted.filter(({ html }) => html.includes('type="date')).length;
  const round = wanted.length + partsOfDates + 2;
  // A second round where the first did not reach all: it begins where the last click was, and also stops outside of the page.
  for (let n = 0; n < round || (n < 2 * round && !wanted.every(({ id }) => stops.get(id)?.isSeen)); n++) {
    await page.keyboard.press("Tab");
    const stop = (await page.evaluate(focused)) as Stop | null;
    if (stop) stops.set(stop.id, { ...stop, isSeen: stop.isSeen || stops.get(stop.id)?.isSeen === true });
  }
  const faults = [
    ...wanted.filter(({ id }) => !stops.has(id)).map(({ html }) => `not reached: ${html}`),
    ...[...stops.values()].filter(({ isSeen }) => !isSeen).map(({ html }) => `focus not seen: ${html}`),
  ];
  if (faults.length > 0) throw new Error(`${page.url()} is not usable by keyboard:\n${faults.join("\n")}`);
}
