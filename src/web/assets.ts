import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import Router from "@koa/router";
import type { Context } from "koa";

const require = createRequire(import.meta.url);
// The package names no file of its bundle for others to resolve.
const webAuthn = path.join(path.dirname(require.resolve("@simplewebauthn/browser")), "../dist/bundle/index.umd.min.js");

const script = (file: URL | string) => ({ path: file, type: "text/javascript; charset=utf-8", maxAgeS: 300 });
const font = (file: string) => ({
  path: require.resolve(`@expo-google-fonts/source-sans-3/${file}`),
  type: "font/ttf",
  maxAgeS: 31_536_000,
});

const files = {
  "pratica.css": { path: new URL("./pratica.css", import.meta.url), type: "text/css; charset=utf-8", maxAgeS: 300 },
  "passkey.js": script(new URL("./passkeys/passkey.js", import.meta.url)),
  "simplewebauthn.js": script(webAuthn),
  "source-sans-3-400.ttf": font("400Regular/SourceSans3_400Regular.ttf"),
  "source-sans-3-600.ttf": font("600SemiBold/SourceSans3_600SemiBold.ttf"),
};

/** The stylesheet of the pages and its typeface, the one that documents are set in; and what the pages with passkeys run. */
export function assetsRouter(): Router {
  const router = new Router();
  for (const [name, { path, type, maxAgeS }] of Object.entries(files)) {
    const content = readFileSync(path);
    const etag = `"${createHash("sha256").update(content).digest("base64url").slice(0, 22)}"`;
    router.get(`/assets/${name}`, (ctx: Context) => {
      ctx.set({ "Cache-Control": `public, max-age=${maxAgeS}`, ETag: etag, "X-Content-Type-Options": "nosniff" });
      ctx.status = 200;
      if (ctx.fresh) ctx.status = 304;
      else {
        ctx.type = type;
        ctx.body = content;
      }
    });
  }
  return router;
}
