import type { BilingualText } from "../../domain/language.js";
import type { Permission } from "../../domain/permissions.js";

export interface SettingsPage {
  href: string;
  name: BilingualText;
  /** what the head bar has room for; absent: the name */
  label?: BilingualText;
  about: BilingualText;
  /** what the role must hold to open it; absent: nothing */
  permission?: Permission;
}

/** The pages of the settings, in the order of the head bar and the home page. */
export const settingsPages: SettingsPage[] = [
  {
    href: "/settings/account",
    name: { en: "Your account", it: "Il tuo account" },
    label: { en: "Account", it: "Account" },
    about: { en: "Name, password, where you are signed in.", it: "Nome, password, dove hai effettuato l'accesso." },
  },
  {
    href: "/settings/connected-apps",
    name: { en: "Connected apps", it: "Applicazioni collegate" },
    label: { en: "Connected apps", it: "Applicazioni" },
    about: { en: "Who acts in your name, and how to disconnect it.", it: "Chi agisce a tuo nome, e come scollegarlo." },
  },
  {
    href: "/settings/api-keys",
    name: { en: "API keys", it: "Chiavi API" },
    about: { en: "Make and revoke keys.", it: "Crea e revoca le chiavi." },
  },
  {
    href: "/settings/members",
    name: { en: "Members", it: "Membri" },
    about: { en: "Invite people and give them roles.", it: "Invita persone e assegna i ruoli." },
    permission: "members:manage",
  },
  {
    href: "/settings/channels",
    name: { en: "Channels", it: "Canali" },
    about: { en: "How messages leave and arrive.", it: "Come i messaggi partono e arrivano." },
    permission: "members:manage",
  },
  {
    href: "/settings/audit-log",
    name: { en: "Audit log", it: "Registro delle modifiche" },
    label: { en: "Audit log", it: "Registro" },
    about: { en: "Who changed what, through what, and when.", it: "Chi ha cambiato che cosa, con che mezzo e quando." },
    permission: "audit:view",
  },
  {
    href: "/settings/security",
    name: { en: "Security", it: "Sicurezza" },
    about: { en: "Who signed in or was refused, and from where.", it: "Chi è entrato o è stato respinto, e da dove." },
    permission: "audit:view",
  },
];
