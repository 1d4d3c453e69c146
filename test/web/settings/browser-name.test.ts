import { describe, expect, it } from "@jest/globals";
import { browserName } from "../../../src/web/settings/account/browser-name.js";

const webkit = "AppleWebKit/537.36 (KHTML, like Gecko)";

describe("a browser's name", () => {
  it.each([
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`,
      "Edge, Windows",
    ],
    [`Mozilla/5.0 (Windows NT 10.0) ${webkit} Chrome/140.0.0.0 Safari/537.36 OPR/120.0.0.0`, "Opera, Windows"],
    [`Mozilla/5.0 (X11; Linux x86_64) ${webkit} Chrome/140.0.0.0 Safari/537.36`, "Chrome, Linux"],
    ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox, Linux"],
    [`Mozilla/5.0 (Linux; Android 16) ${webkit} Chrome/140.0.0.0 Mobile Safari/537.36`, "Chrome, Android"],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 Version/26.0 Mobile/15E148 Safari/604.1",
      "Safari, iOS",
    ],
    [
      "Mozilla/5.0 (iPad; CPU OS 26_0 like Mac OS X) AppleWebKit/605.1.15 CriOS/140.0 Mobile/15E148 Safari/604.1",
      "Chrome, iOS",
    ],
    ["Mozilla/5.0 (Macintosh; Intel Mac OS X 15_0) AppleWebKit/605.1.15 Version/26.0 Safari/605.1.15", "Safari, macOS"],
    ["something (Windows NT 10.0)", "Windows"],
    ["curl/8.5.0", null],
    ["", null],
    [null, null],
  ])("of %j is %s", (userAgent, name) => expect(browserName(userAgent)).toBe(name));
});
