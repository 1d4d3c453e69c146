import type { NoticeKind } from "../contracts/send-account-mail.js";

interface Notice {
  subject: string;
  happened: string;
  /** the page where it can be looked at and undone */
  page: string;
}

const notices: Record<NoticeKind, (about: string) => Notice> = {
  key_made: (about) => ({
    subject: "Nuova chiave API",
    happened: `è stata creata con il tuo account una chiave API: «${about}».`,
    page: "/settings/api-keys",
  }),
  password_changed: () => ({
    subject: "Password cambiata",
    happened: "la password del tuo account è stata cambiata.",
    page: "/forgot-password",
  }),
  second_factor_changed: (about) => ({
    subject: "Secondo fattore cambiato",
    happened: `per accedere al tuo account ${about === "on" ? "ora serve anche il codice di un'app" : "non serve più il codice di un'app"}.`,
    page: "/settings/account",
  }),
  recovery_codes_renewed: () => ({
    subject: "Nuovi codici di recupero",
    happened: "sono stati creati nuovi codici di recupero per il tuo account. Quelli di prima non valgono più.",
    page: "/settings/account",
  }),
  passkey_added: (about) => ({
    subject: "Nuova passkey",
    happened: `al tuo account è stata aggiunta una passkey: «${about}».`,
    page: "/settings/account",
  }),
  passkey_removed: (about) => ({
    subject: "Passkey rimossa",
    happened: `dal tuo account è stata rimossa una passkey: «${about}».`,
    page: "/settings/account",
  }),
  app_connected: (about) => ({
    subject: "Nuova applicazione collegata",
    happened: `un'applicazione può ora agire a tuo nome: «${about}» (il nome lo dichiara l'applicazione stessa).`,
    page: "/settings/connected-apps",
  }),
};

/** Without dots and slashes: mail programs make links of what looks like an address. */
const harmless = (text: string): string =>
  text
    .replace(/\s+/g, " ")
    .replace(/[./:@\\]/g, "·")
    .slice(0, 100);

/** The mail that tells a person what happened to the own account. It holds no secret and no link that does anything. */
export function noticeMail(kind: NoticeKind, about: string, baseUrl: string): { subject: string; text: string } {
  const { subject, happened, page } = notices[kind](harmless(about));
  return {
    subject: `${subject} su Pratica`,
    text: `Buongiorno,

${happened}

Se sei stato tu, non devi fare nulla. Altrimenti apri subito questo indirizzo, e avvisa chi amministra il tuo studio:
${baseUrl}${page}
`,
  };
}
