import type { Context } from "koa";
import type { ComponentChildren } from "preact";
import { renderToString } from "preact-render-to-string";
import { languageOf } from "./language.js";
import { Layout, type LayoutProps } from "./layout.js";

export interface Page extends Omit<LayoutProps, "language"> {
  /** browsers hold every redirect after a form to the page's policy, also one that another site makes: here they may lead anywhere */
  formsLeadAway?: boolean;
  /** shows others of our own pages in frames */
  frames?: boolean;
}

/** Answers with a page in the reader's language, which runs no script but those it names, may not be framed, and is not kept in caches. */
export function sendPage(ctx: Context, { formsLeadAway = false, frames = false, ...page }: Page): void {
  const language = languageOf(ctx);
  ctx.set({
    "Content-Security-Policy": [
      "default-src 'none'",
      ...(page.scripts?.length ? ["script-src 'self'"] : []),
      "style-src 'self'",
      "img-src 'self' data:",
      "font-src 'self'",
      ...(frames ? ["frame-src 'self'"] : []),
      ...(formsLeadAway ? [] : ["form-action 'self'"]),
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

/** Answers with a narrow page: one card under the page's title. */
export function sendCard(ctx: Context, { title, children, ...page }: Page & { children: ComponentChildren }): void {
  const card = (
    <section class="card">
      <h1>{title}</h1>
      {children}
    </section>
  );
  sendPage(ctx, { ...page, title, narrow: true, children: card });
}
