import type { Context } from "koa";
import type { ActionError, ErrorCode } from "../domain/errors.js";
import { languageOf, type Text } from "./language.js";
import type { LayoutProps } from "./layout.js";
import { sendCard } from "./send-page.js";

const titles: Partial<Record<ErrorCode, Text>> = {
  invalid_input: { en: "This can't be done", it: "Non si può fare" },
  forbidden: { en: "Not permitted", it: "Non consentito" },
  not_found: { en: "Page not found", it: "Pagina non trovata" },
  conflict: { en: "This can't be done", it: "Non si può fare" },
  rate_limited: { en: "Too many attempts", it: "Troppi tentativi" },
  unavailable: { en: "Temporarily unavailable", it: "Momentaneamente non disponibile" },
};
const otherTitle: Text = { en: "Something went wrong", it: "Qualcosa è andato storto" };
const texts = {
  home: { en: "Go to the home page", it: "Vai alla pagina iniziale" },
  request: { en: "Request", it: "Richiesta" },
};
const italian: Partial<Record<ErrorCode, string>> = {
  not_found: "A questo indirizzo non c'è nulla.",
  unavailable: "Il database non è raggiungibile in questo momento; riprova.",
  internal: "Qualcosa è andato storto da parte nostra; segnalaci il numero della richiesta.",
};

/** Whether a failed request comes from a browser that would rather show a page. Programs' own addresses always answer problems. */
export const wantsPage = (ctx: Context): boolean =>
  !/^\/api\/(rest|mcp)(\/|$)/.test(ctx.path) && ctx.accepts("json", "html") === "html";

/** Answers with what went wrong as a page, in the reader's language; the status is set already. */
export function sendFailurePage(ctx: Context, { code, message, extras }: ActionError): void {
  const language = languageOf(ctx);
  const wait = extras.headers?.["Retry-After"];
  const inItalian =
    extras.italian ?? (code === "rate_limited" ? `Riprova tra ${wait} secondi.` : italian[code]) ?? message;
  const title = (titles[code] ?? otherTitle)[language];
  sendCard(ctx, {
    title,
    // Of somebody who is signed in, the way on.
    ...(ctx.state.headBar as Pick<LayoutProps, "places" | "account"> | undefined),
    children: (
      <>
        <p>{language === "it" ? inItalian : message}</p>
        {code === "internal" && (
          <p class="quiet">
            {texts.request[language]} <code>{ctx.state.requestId}</code>
          </p>
        )}
        <p>
          <a href="/">{texts.home[language]}</a>
        </p>
      </>
    ),
  });
}
