import type { SecurityKind } from "../../../accounts/security/security-actions.js";
import { keptDays } from "../../../accounts/security/security-events.js";
import type { BilingualText } from "../../../domain/language.js";

/** What the page of security events says. */
export const securityTexts = {
  title: { en: "Security", it: "Sicurezza" },
  lead: {
    en: `Who signed in or was refused, and what happened to accounts, keys and apps, in the last ${keptDays} days.`,
    it: `Chi è entrato o è stato respinto, e che cosa è successo ad account, chiavi e applicazioni, negli ultimi ${keptDays} giorni.`,
  },
  kind: { en: "Show", it: "Mostra" },
  everything: { en: "Everything", it: "Tutto" },
  filter: { en: "Filter", it: "Filtra" },
  from: { en: "from", it: "da" },
  times: { en: "times within a minute", it: "volte in un minuto" },
  organization: { en: "The organization", it: "Lo studio" },
  gone: { en: "A person who no longer exists here", it: "Una persona non più presente" },
  key: { en: "Key", it: "Chiave" },
  app: { en: "App", it: "Applicazione" },
  unnamed: { en: "without a name", it: "senza nome" },
  none: { en: "Nothing here", it: "Nessun evento" },
  noneAbout: { en: "Nothing of this kind has happened.", it: "Non è successo niente di questo tipo." },
  pages: { en: "Pages of the list", it: "Pagine dell'elenco" },
};

export const kindTexts: Record<SecurityKind, BilingualText> = {
  sign_in: { en: "Sign-ins", it: "Accessi" },
  refusal: { en: "Refusals", it: "Rifiuti" },
  account: { en: "Accounts", it: "Account" },
  member: { en: "Members", it: "Membri" },
  key: { en: "API keys", it: "Chiavi API" },
  app: { en: "Apps", it: "Applicazioni" },
  channel: { en: "Channels", it: "Canali" },
};

/** Why a sign-in or a call was refused. */
export const reasonTexts: Record<string, BilingualText> = {
  password: { en: "wrong password", it: "password sbagliata" },
  code: { en: "wrong code", it: "codice sbagliato" },
  passkey: { en: "passkey not accepted", it: "passkey non accettata" },
  signature: {
    en: "signature not that of the channel's secret or token",
    it: "firma diversa da quella del segreto o token del canale",
  },
  "late code": { en: "too late, or too many attempts", it: "troppo tardi, o troppi tentativi" },
};
