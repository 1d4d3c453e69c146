import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import Router from "@koa/router";
import { type ErrorCode, errorCodes } from "../domain/errors.js";
import { openApiDocument } from "./openapi/document.js";
import { meanings } from "./openapi/problems.js";

/** Where the `type` of each problem leads. */
const problems = Object.entries(errorCodes)
  .map(
    ([code, { status }]) =>
      `<dt id="${code}"><code>${code}</code> (${status})</dt>\n<dd>${meanings[code as ErrorCode]}</dd>`,
  )
  .join("\n");

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Pratica: API</title>
<link rel="stylesheet" href="/docs/swagger-ui.css">
<link rel="icon" href="/docs/favicon-32x32.png">
<script src="/docs/swagger-ui-bundle.js" defer></script>
<script src="/docs/start.js" defer></script>
</head>
<body>
<div id="swagger-ui"></div>
<section class="swagger-ui"><div class="wrapper">
<h2 id="problems">Problems</h2>
<dl>
${problems}
</dl>
</div></section>
<noscript><p>This page needs JavaScript. The same description is at <a href="/openapi.json">/openapi.json</a>.</p></noscript>
</body>
</html>
`;

const startScript = `addEventListener("DOMContentLoaded", () => {
  SwaggerUIBundle({
    url: "/openapi.json", dom_id: "#swagger-ui", deepLinking: true, docExpansion: "none", filter: true,
    defaultModelsExpandDepth: 0, persistAuthorization: false, validatorUrl: null,
    // Content drawn above has moved the element that the address leads to.
    onComplete: () => document.getElementById(location.hash.slice(1))?.scrollIntoView(),
  });
});
`;

const packageFolder = path.dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));
const packageFiles = ["swagger-ui.css", "swagger-ui-bundle.js", "favicon-32x32.png"];

/** `GET /openapi.json`, built once, and `GET /docs`, which shows it. The page needs no inline script and no other host. */
export function docsRouter(baseUrl: string): Router {
  const router = new Router();
  let description: string | undefined;
  router.get("/openapi.json", (ctx) => {
    description ??= JSON.stringify(openApiDocument(baseUrl));
    ctx.type = "application/json";
    ctx.set("Cache-Control", "no-cache");
    ctx.body = description;
  });
  router.get("/docs", (ctx) => {
    ctx.type = "text/html; charset=utf-8";
    ctx.body = page;
  });
  router.get("/docs/start.js", (ctx) => {
    ctx.type = "text/javascript; charset=utf-8";
    ctx.body = startScript;
  });
  for (const name of packageFiles) {
    const content = readFileSync(path.join(packageFolder, name));
    router.get(`/docs/${name}`, (ctx) => {
      ctx.type = path.extname(name);
      ctx.set("Cache-Control", "public, max-age=3600");
      ctx.body = content;
    });
  }
  return router;
}
