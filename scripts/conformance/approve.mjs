import { spawnSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

/** Registers a client that redirects to a port of this machine. @returns its id */
export async function register(baseUrl, callbackPort) {
  const response = await fetch(`${baseUrl}/api/oauth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ client_name: "Conformance", redirect_uris: [`http://127.0.0.1:${callbackPort}/callback`] }),
  });
  if (response.status !== 201) throw new Error(`registration: ${response.status} ${await response.text()}`);
  return (await response.json()).client_id;
}

/** Approves an authorization request at this address in a browser, as its user would. */
export async function approve(address, { email, password }) {
  const unpack = fileURLToPath(new URL("../../test/support/unpack-chromium.mjs", import.meta.url));
  const folder = spawnSync(process.execPath, [unpack], { encoding: "utf8" }).stdout;
  const browser = await chromium.launch({
    executablePath: path.join(folder, "chromium"),
    args: ["--no-sandbox"],
    env: { ...process.env, LD_LIBRARY_PATH: path.join(folder, "al2023", "lib") },
  });
  try {
    const page = await browser.newPage({ locale: "en" });
    await page.goto(address);
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("radio", { name: "Read and change" }).check();
    await page.getByRole("button", { name: "Approve" }).click();
    await page.waitForURL(/\/callback/);
  } finally {
    await browser.close();
  }
}
