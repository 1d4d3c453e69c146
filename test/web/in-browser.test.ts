import { beforeAll, describe, expect, it } from "@jest/globals";
import { keepMessage } from "../../src/mailbox/store.js";
import {
  atDesk,
  expectAccessible,
  expectUsableByKeyboard,
  openBrowser,
  openPage,
  readers,
} from "../support/browser.js";
import { startApi } from "../support/caller.js";
import { forAllTests } from "../support/for-tests.js";
import { volume } from "../support/soak.js";

const api = forAllTests(() => startApi({ settings: { MAILBOX_SMTP_PORT: "2525" } }));
let message: string;
beforeAll(async () => {
  const raw = Buffer.from("From: studio@demo.local\r\nTo: anna@example.it\r\nSubject: Preventivo\r\n\r\nBuongiorno");
  message = await keepMessage(api.pool, { envelopeFrom: "", envelopeTo: ["anna@example.it"], raw });
});

describe.each(volume([atDesk], readers))("for a reader of %j", (reader) => {
  it.each(["/", "/mailbox", "/mailbox?q=nothing", "/mailbox/{message}"])(
    "%s is accessible to everybody",
    async (path) => {
      const page = await openPage(api.url + path.replace("{message}", message), reader);
      expect(await page.getAttribute("html", "lang")).toBe(reader.locale);
      await expectAccessible(page);
      await expectUsableByKeyboard(page);
    },
  );
});

describe("the description of the API", () => {
  it("is shown under the page's own content security policy", async () => {
    const page = await (await openBrowser()).newPage();
    const complaints: string[] = [];
    page.on("console", (entry) => entry.type() === "error" && complaints.push(entry.text()));
    await page.goto(`${api.url}/docs`);
    await page.getByRole("link", { name: "contacts" }).click();
    await page.locator("[data-path='/api/rest/actions/create_contact']").waitFor();
    expect(complaints).toEqual([]);
  });
});

describe("the checks themselves", () => {
  it("find what is not accessible", async () => {
    const page = await openPage(`${api.url}/`, { widthPx: 360 });
    await page.evaluate(
      "document.body.innerHTML = '<img src=data:,><input><canvas width=350></canvas><ul class=a><li>a</ul><ul role=list class=b><li>b</ul>'",
    );
    await expect(expectAccessible(page)).rejects.toThrow(
      /image-alt(.|\n)*label(.|\n)*scrolls sideways by(.|\n)*no list in Safari: <ul class="a">((?!class="b")(.|\n))*$/,
    );
    await page.evaluate(
      "document.body.innerHTML = '<a href=x class=a>a</a><a href=x tabindex=-1>b</a>'; document.styleSheets[0].insertRule('.a:focus-visible { outline: none; box-shadow: none }', document.styleSheets[0].cssRules.length)",
    );
    await expect(expectUsableByKeyboard(page)).rejects.toThrow(/not reached: .*>b<(.|\n)*focus not seen: .*>a</);
  });

  it("let nothing out of this machine", async () => {
    const page = await (await openBrowser()).newPage();
    for (const url of ["http://pratica.example/", "http://93.184.215.14/"]) {
      await expect(page.goto(url)).rejects.toThrow(/ERR_NAME_NOT_RESOLVED/);
    }
  });
});
