import type { UnsentLink } from "../../accounts/account-links.js";
import type { NoticeKind } from "../../contracts/send-account-mail.js";
import { italianDate, withArticle } from "../../domain/calendar/italian-dates.js";
import { plainName } from "./plain-name.js";

interface Notice {
  subject: string;
  happened: string;
  /** what is to be done at the page; unset: only whoever didn't do it has to look at it, and undo it */
  toDo?: string;
  /** the page where it can be looked at and undone */
  page: string;
}

/** What a notice is made of. `about` is what it names, such as a key. */
type Happened = Pick<UnsentLink, "about" | "createdAt" | "timezone"> & { kind: NoticeKind; organizationName: string };

const notices: Record<NoticeKind, (about: string, firm: string) => Notice> = {
  key_made: (about) => ({
    subject: "Nuova chiave API",
    happened: `è stata creata con il tuo account una chiave API: «${about}».`,
    page: "/settings/api-keys",
  }),
  key_ends: (about, firm) => ({
    subject: "Chiave API in scadenza",
    happened: keyEnd(about, firm),
    toDo: "Per continuare, crea prima di allora una nuova chiave, mettila in quei programmi e revoca la vecchia:",
    page: "/settings/api-keys",
  }),
  password_changed: () => ({
    subject: "Password cambiata",
    happened: "la password del tuo account è stata cambiata.",
    page: "/forgot-password",
  }),
  second_factor_changed: (about) => ({
    subject: "Secondo fattore cambiato",
    happened: `${about === "on" ? "è stato attivato" : "è stato tolto"} il codice di un'app, come secondo fattore per accedere al tuo account.`,
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
    happened: `è stata collegata un'applicazione che può agire a tuo nome: «${about}» (il nome lo dichiara l'applicazione stessa).`,
    page: "/settings/connected-apps",
  }),
};

/** The mail that tells a person what happened to their account, or will. It holds no secret and no link that does anything. */
export function noticeMail(
  { kind, about, createdAt, timezone, organizationName }: Happened,
  baseUrl: string,
): { subject: string; text: string; url: string } {
  const { subject, happened, toDo, page } = notices[kind](plainName(about ?? ""), plainName(organizationName));
  const sentences = toDo
    ? `${happened}\n\n${toDo}`
    : `${withArticle("il", italianDate(createdAt, timezone))} ${happened}\n\n${undo}`;
  const url = `${baseUrl}${page}`;
  return { subject: `${subject} su Pratica`, text: `Buongiorno,\n\n${sentences}\n${url}\n`, url };
}

/** @param about the key's last day, where it ends before that is over with the time (`2026-12-06T1530`), and its name */
function keyEnd(about: string, firm: string): string {
  const [, day = "", hour, minute, name] = /^([\d-]+)(?:T(\d\d)(\d\d))? ?(.*)$/.exec(about) ?? [];
  const lastDay = withArticle("al", italianDate(new Date(day), "UTC"));
  const end = hour ? `${lastDay} alle ore ${hour}:${minute}. Da allora` : `${lastDay} compreso. Dal giorno dopo`;
  return `la chiave API «${name}» (studio: ${firm}) vale fino ${end} i programmi che la usano non potranno più entrare.`;
}

const undo =
  "Se l'hai fatto tu, non devi fare nulla. Altrimenti apri subito questo indirizzo, e avvisa chi amministra il tuo studio:";
