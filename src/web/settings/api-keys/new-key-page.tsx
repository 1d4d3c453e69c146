import { SuccessNotice } from "../../components/section.js";
import type { PageRequest } from "../page-request.js";
import { apiKeyTexts as texts } from "./texts.js";

/** Shows a key once, right after it was made. */
export const NewKeyPage = ({ request, apiKey, name }: { request: PageRequest; apiKey: string; name: string }) => (
  <>
    <h1>{request.text(texts.made)}</h1>
    <section class="card">
      <SuccessNotice>
        <strong class="wrap-anywhere">{name}</strong>. {request.text(texts.once)}
      </SuccessNotice>
      <p class="code secret">{apiKey}</p>
      <div class="actions">
        <a class="button" href="/settings/api-keys">
          {request.text(texts.toList)}
        </a>
      </div>
    </section>
  </>
);
