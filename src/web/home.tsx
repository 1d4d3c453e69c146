import Router from "@koa/router";
import type { Context } from "koa";
import type { Config } from "../config.js";
import type { BilingualText, Language } from "../domain/language.js";
import { assetsRouter } from "./assets.js";
import { PlainList } from "./components/plain-list.js";
import { homeTexts as texts } from "./home-texts.js";
import { languageOf } from "./language.js";
import { isLocal } from "./local-only.js";
import type { WebParts } from "./parts.js";
import { sendPage } from "./send-page.js";
import { headBar, pagesOf } from "./settings/head-bar.js";
import { settingsPages } from "./settings/settings-pages.js";
import { signedIn } from "./sign-in/session.js";

interface Service {
  name: BilingualText;
  /** shown where someone may have to type it */
  address?: string;
  /** absent: an address for programs, which shows a browser nothing */
  href?: string;
  about: BilingualText;
}

/** The home page, which says what runs here and where, and the files that all pages share. */
export function homeRouter(parts: WebParts): Router {
  const { config } = parts;
  const router = new Router();
  router.use(assetsRouter().routes());
  router.get("/", async (ctx: Context) => {
    const language = languageOf(ctx);
    const person = await signedIn(parts, ctx);
    const local = isLocal(config, ctx) ? localServices(config) : [];
    sendPage(ctx, {
      title: "Pratica",
      ...headBar(parts, ctx, person),
      children: (
        <>
          <div class="lead">
            <h1>{texts.title[language]}</h1>
            <p>{texts.lead[language]}</p>
          </div>
          <Services title={texts.programs} services={programServices(config)} language={language} />
          <section class="card" aria-labelledby="try">
            <h2 id="try">{texts.tryIt[language]}</h2>
            <p class="quiet">{texts.tryItAbout[language]}</p>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
            <pre class="code" tabIndex={0}>
              {sampleCall(config)}
            </pre>
          </section>
          <Services title={texts.settings} services={person ? pagesOf(person) : settingsPages} language={language} />
          {local.length > 0 && <Services title={texts.machine} services={local} language={language} />}
        </>
      ),
    });
  });
  return router;
}

function Services({ title, services, language }: { title: BilingualText; services: Service[]; language: Language }) {
  return (
    <section class="card">
      <h2>{title[language]}</h2>
      <PlainList class="services">
        {services.map(({ name, address, href, about }) => (
          <li key={name.en}>
            <h3>{href ? <a href={href}>{name[language]}</a> : name[language]}</h3>
            <p class="quiet">{about[language]}</p>
            {address && <code>{address}</code>}
          </li>
        ))}
      </PlainList>
    </section>
  );
}

const programServices = ({ BASE_URL }: Config): Service[] => [
  { ...texts.api, address: `${BASE_URL}/api/rest/actions/{operation}` },
  { ...texts.mcp, address: `${BASE_URL}/api/mcp` },
  { ...texts.docs, address: `${BASE_URL}/docs`, href: "/docs" },
  { ...texts.openapi, address: `${BASE_URL}/openapi.json`, href: "/openapi.json" },
];

function localServices(config: Config): Service[] {
  const temporalUi = `http://localhost:${config.TEMPORAL_UI_PORT}`;
  return [
    ...(config.MAILBOX_SMTP_PORT === undefined
      ? []
      : [{ ...texts.mailbox, address: `http://localhost:${config.PORT}/mailbox`, href: "/mailbox" }]),
    ...(hasEmbeddedTemporal(config) ? [{ ...texts.temporal, address: temporalUi, href: temporalUi }] : []),
    { ...texts.ready, address: `http://localhost:${config.PORT}/readyz`, href: "/readyz" },
  ];
}

/** The Web UI's address is known only of the Temporal that `npm start` runs, on the port set for it. */
const hasEmbeddedTemporal = ({ TEMPORAL_ADDRESS, TEMPORAL_PORT }: Config): boolean =>
  TEMPORAL_ADDRESS === `127.0.0.1:${TEMPORAL_PORT}` || TEMPORAL_ADDRESS === `localhost:${TEMPORAL_PORT}`;

const sampleCall = ({ BASE_URL }: Config): string =>
  [
    `curl ${BASE_URL}/api/rest/actions/create_project \\`,
    `  -H "Authorization: Bearer $PRATICA_KEY" \\`,
    `  -H "Content-Type: application/json" \\`,
    `  -d '{"name": "Ristrutturazione via Roma 12", "type": "cila"}'`,
  ].join("\n");
