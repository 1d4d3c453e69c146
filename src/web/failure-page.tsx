import type { Context } from "koa";
import type { ActionError, ErrorCode, ErrorExtras } from "../domain/errors.js";
import type { BilingualText } from "../domain/language.js";
import { waitText } from "../domain/text/wait-text.js";
import { languageOf } from "./language.js";
import type { LayoutProps } from "./layout.js";
import { pageBefore } from "./redirect.js";
import { sendCard } from "./send-page.js";

const impossible: BilingualText = { en: "This can't be done", it: "Non si può fare" };
const titles: Partial<Record<ErrorCode, BilingualText>> = {
  invalid_input: impossible,
  forbidden: { en: "Not permitted", it: "Non consentito" },
  not_found: { en: "Page not found", it: "Pagina non trovata" },
  method_not_allowed: impossible,
  conflict: impossible,
  too_large: impossible,
  unsupported_media_type: impossible,
  range_not_satisfiable: impossible,
  rate_limited: { en: "Too many attempts", it: "Troppi tentativi" },
  quota_exceeded: { en: "Today's limit is reached", it: "Limite di oggi raggiunto" },
  unavailable: { en: "Temporarily unavailable", it: "Momentaneamente non disponibile" },
};
const otherTitle: BilingualText = { en: "Something went wrong", it: "Qualcosa è andato storto" };
const texts = {
  home: { en: "Go to the home page", it: "Vai alla pagina iniziale" },
  back: { en: "Back to the page", it: "Torna alla pagina" },
  request: { en: "Request", it: "Richiesta" },
};
/** What a form is about: its id, which the message names, means nothing to a person. */
const goneTexts: Record<"title" | "message", BilingualText> = {
  title: { en: "No longer there", it: "Non c'è più" },
  message: {
    en: "What this form is about is no longer there. Open the page again.",
    it: "Ciò a cui si riferisce questo modulo non c'è più. Riapri la pagina.",
  },
};
/** Where the error brings no Italian message of its own. */
const italian: Partial<Record<ErrorCode, string>> = {
  invalid_input: "Il modulo contiene un valore non valido. Riapri la pagina e invialo da lì.",
  not_found: "A questo indirizzo non c'è nulla.",
  conflict: "Qualcun altro sta modificando gli stessi dati: riprova.",
  too_large: "Il modulo è troppo grande.",
  unsupported_media_type: "Il modulo è stato inviato in un formato non previsto.",
  unavailable: "In questo momento il server non può rispondere; riprova tra poco.",
  internal: "Si è verificato un errore sul server: segnala il numero della richiesta a chi amministra Pratica.",
};

/** Whether a failed request comes from a browser that would rather show a page. Programs' own addresses always answer problems. */
export const wantsPage = (ctx: Context): boolean =>
  !/^\/api\/(rest|mcp)(\/|$)/.test(ctx.path) && ctx.accepts("json", "html") === "html";

/** Answers with what went wrong as a page, in the reader's language; the status is set already. */
export function sendFailurePage(ctx: Context, error: ActionError): void {
  const language = languageOf(ctx);
  const { title, message } = textsOf(ctx, error);
  const wayOn = error.extras.wayOn ?? wayBack(ctx);
  sendCard(ctx, {
    title: title[language],
    // Of somebody who is signed in, the way on.
    ...(ctx.state.headBar as Pick<LayoutProps, "places" | "account"> | undefined),
    children: (
      <>
        <p>{message[language]}</p>
        {error.code === "internal" && (
          <p class="quiet">
            {texts.request[language]} <code>{ctx.state.requestId}</code>
          </p>
        )}
        {wayOn && (
          <p>
            <a class="button" href={wayOn.href}>
              {wayOn.text[language]}
            </a>
          </p>
        )}
        <p class="lone-link">
          <a href="/">{texts.home[language]}</a>
        </p>
      </>
    ),
  });
}

function textsOf(ctx: Context, error: ActionError): Record<"title" | "message", BilingualText> {
  if (isAboutGone(ctx, error)) return goneTexts;
  const { code, message, extras } = error;
  const inItalian =
    code === "rate_limited" ? `Riprova tra ${waitText(Number(extras.headers?.["Retry-After"]), "it")}.` : italian[code];
  return {
    title: extras.title ?? titles[code] ?? otherTitle,
    message: { en: message, it: extras.italian ?? inItalian ?? message },
  };
}

/** To the page with the form that failed; none for a form that no page of ours has sent. */
function wayBack(ctx: Context): ErrorExtras["wayOn"] {
  const isOurs = !ctx.state.refusedForm && ctx.get("sec-fetch-site") !== "cross-site";
  const href = ctx.method === "POST" && isOurs ? pageBefore(ctx) : undefined;
  return href === undefined ? undefined : { href, text: texts.back };
}

/** Whether a form of the settings, which have the head bar, was about a record that isn't there. */
const isAboutGone = (ctx: Context, { code }: ActionError): boolean =>
  code === "not_found" && ctx.method === "POST" && ctx.state.headBar !== undefined;
