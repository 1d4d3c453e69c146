import type { BilingualText, Language } from "../domain/language.js";
import type { Area, Permission, Verb } from "../domain/permissions.js";
import type { Channel, Role } from "../domain/vocabulary.js";

/** The roles, as a person calls them. */
export const roleNames: Record<Role, BilingualText> = {
  owner: { en: "Owner", it: "Titolare" },
  admin: { en: "Administrator", it: "Amministratore" },
  member: { en: "Member", it: "Collaboratore" },
  viewer: { en: "Viewer", it: "Sola lettura" },
  guest: { en: "Guest", it: "Ospite" },
};

/** What each role may do, in one line. */
export const roleHints: Record<Role, BilingualText> = {
  owner: { en: "Everything, and names the owners", it: "Tutto, e nomina i titolari" },
  admin: { en: "Everything but naming owners", it: "Tutto, tranne nominare i titolari" },
  member: { en: "Sees and changes everything, deletes nothing", it: "Vede e modifica tutto, non elimina" },
  viewer: { en: "Sees everything", it: "Vede tutto" },
  guest: { en: "Only the projects that are shared with them", it: "Solo le pratiche condivise" },
};

export const areaNames: Record<Area, BilingualText> = {
  projects: { en: "Projects", it: "Pratiche" },
  tasks: { en: "Tasks", it: "Attività" },
  inbox: { en: "Inbox", it: "Corrispondenza" },
  bills_of_quantities: { en: "Bills of quantities", it: "Computi metrici" },
  contacts: { en: "Contacts", it: "Contatti" },
  reminders: { en: "Reminders", it: "Scadenze e promemoria" },
  documents: { en: "Documents", it: "Documenti" },
  price_books: { en: "Price books", it: "Prezzari" },
};

export const verbNames: Record<Verb, BilingualText> = {
  view: { en: "View", it: "Vedere" },
  edit: { en: "Change", it: "Modificare" },
  delete: { en: "Delete", it: "Eliminare" },
};

export const administrationNames: Record<Exclude<Permission, `${Area}:${Verb}`>, BilingualText> = {
  "members:manage": { en: "Manage members", it: "Gestire i membri" },
  "keys:manage": { en: "Manage API keys", it: "Gestire le chiavi API" },
  "audit:view": { en: "See the audit log", it: "Vedere il registro delle modifiche" },
};

/** Whether a permission is of no area. */
export const isAdministrative = (one: Permission): one is keyof typeof administrationNames =>
  Object.hasOwn(administrationNames, one);

/** A permission in words, such as "Tasks: change". */
export function permissionName(permission: Permission): BilingualText {
  if (isAdministrative(permission)) return administrationNames[permission];
  const [area, verb] = permission.split(":") as [Area, Verb];
  const inWords = (language: Language) => `${areaNames[area][language]}: ${verbNames[verb][language].toLowerCase()}`;
  return { en: inWords("en"), it: inWords("it") };
}

export const channelNames: Record<Channel, BilingualText> = {
  email: { en: "E-mail", it: "Email" },
  pec: { en: "PEC (certified mail)", it: "PEC" },
  whatsapp: { en: "WhatsApp", it: "WhatsApp" },
  sms: { en: "SMS", it: "SMS" },
};
