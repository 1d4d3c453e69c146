import type { ComponentChildren } from "preact";
import type { Language } from "../domain/language.js";
import { AccountMenu, type AccountMenuProps } from "./account-menu.js";

const texts = {
  skip: { en: "Skip to content", it: "Vai al contenuto" },
  home: { en: "Pratica, home", it: "Pratica, pagina iniziale" },
  places: { en: "Sections", it: "Sezioni" },
};

const icon =
  "data:image/svg+xml," +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#17594a"/><path d="M8 9.5h6l2 2.5h8v11H8z" fill="#fff"/><path d="m12.5 17.3 2.6 2.6 4.6-4.9" fill="none" stroke="#17594a" stroke-width="2"/></svg>',
  );

export interface Place {
  href: string;
  label: string;
  current?: boolean;
}

export interface LayoutProps {
  language: Language;
  title: string;
  /** links in the page's head bar */
  places?: Place[];
  /** who is signed in; undefined: the page is the same for everybody */
  account?: AccountMenuProps | undefined;
  /** a narrow column, for forms */
  narrow?: boolean;
  /** the addresses of what the page runs: only where a passkey is used */
  scripts?: string[];
  children: ComponentChildren;
}

/** The frame of every page: head bar, one `main`, one stylesheet. */
export function Layout({ language, title, places = [], account, narrow = false, scripts = [], children }: LayoutProps) {
  const organization = account?.organizations.find(({ isCurrent }) => isCurrent)?.name;
  return (
    <html lang={language}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{[...new Set([title, organization, "Pratica"])].filter(Boolean).join(" – ")}</title>
        <link rel="icon" href={icon} />
        <link rel="stylesheet" href="/assets/pratica.css" />
        {scripts.map((src) => (
          <script key={src} src={src} defer />
        ))}
      </head>
      <body>
        <a class="skip" href="#content">
          {texts.skip[language]}
        </a>
        <header class="bar">
          <a class="brand" href="/" aria-label={texts.home[language]}>
            <Mark />
            Pratica
          </a>
          {places.length > 0 && (
            <nav aria-label={texts.places[language]}>
              {places.map(({ href, label, current }) => (
                <a key={href} href={href} aria-current={current ? "page" : undefined}>
                  {label}
                </a>
              ))}
            </nav>
          )}
          {account && <AccountMenu language={language} {...account} />}
        </header>
        <main id="content" class={narrow ? "narrow" : undefined}>
          {children}
        </main>
      </body>
    </html>
  );
}

const Mark = () => (
  <svg class="mark" viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
    <rect class="mark-ground" width="32" height="32" rx="7" />
    <path class="mark-folder" d="M8 9.5h6l2 2.5h8v11H8z" />
    <path class="mark-tick" d="m12.5 17.3 2.6 2.6 4.6-4.9" />
  </svg>
);
