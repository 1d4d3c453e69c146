import type { Context } from "koa";
import type { ErrorOut } from "oidc-provider";
import { languageOf } from "../language.js";
import { sendCard } from "../send-page.js";
import { approvalTexts as texts } from "./texts.js";

/** Shows a request of an app that can't even be answered by a redirect to the person whom the app sent here. */
export function sendOAuthError(ctx: Context, { error, error_description }: ErrorOut): void {
  const isExpired = error === "invalid_request" && /session|expired/.test(String(error_description));
  if (isExpired) sendExpired(ctx);
  else sendRefusal(ctx, [error, error_description].filter(Boolean).join(": "));
}

function sendRefusal(ctx: Context, reason: string): void {
  const language = languageOf(ctx);
  sendCard(ctx, {
    title: texts.refusedTitle[language],
    children: (
      <>
        <p>{texts.refused[language]}</p>
        <p class="quiet wrap-anywhere">
          <code lang="en">{reason}</code>
        </p>
      </>
    ),
  });
}

/** An approval that is over, by its time or its answer. */
export function sendExpired(ctx: Context): void {
  const language = languageOf(ctx);
  ctx.status = 400;
  sendCard(ctx, { title: texts.expiredTitle[language], children: <p>{texts.expired[language]}</p> });
}
