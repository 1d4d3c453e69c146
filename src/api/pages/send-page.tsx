import type { Context } from "koa";
import { renderToString } from "preact-render-to-string";
import { languageOf } from "./language.js";
import { Layout, type LayoutProps } from "./layout.js";

export interface Page extends Omit<LayoutProps, "language"> {
  /** origins besides our own that a form on the page may lead to; browsers hold redirects after a form to them too */
  formActions?: string[];
}

/** Answers with a page in the reader's language, which runs no script, may not be framed, and is not kept in caches. */
export function sendPage(ctx: Context, { formActions = [], ...page }: Page): void {
  const language = languageOf(ctx);
  ctx.set({
    "Content-Security-Policy": [
      "default-src 'none'",
      "style-src 'self'",
      "img-src 'self' data:",
      "font-src 'self'",
      `form-action ${["'self'", ...formActions].join(" ")}`,
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ].join("; "),
    "X-Content-Type-Options": "nosniff",
    // With "no-referrer" Chromium would send a form with "Origin: null".
    "Referrer-Policy": "same-origin",
    "Cache-Control": "no-store",
    "Content-Language": language,
  });
  ctx.vary("Accept-Language");
  ctx.type = "text/html; charset=utf-8";
  ctx.body = `<!doctype html>${renderToString(<Layout language={language} {...page} />)}`;
}
