import type { BilingualText, Language } from "../../../domain/language.js";
import { humanized } from "./humanized.js";

const records: Record<string, BilingualText> = {
  ai_run: { en: "Request to the language model", it: "Richiesta al modello linguistico" },
  api_key: { en: "API key", it: "Chiave API" },
  bill_of_quantities: { en: "Bill of quantities", it: "Computo" },
  connection: { en: "Connected app", it: "Applicazione collegata" },
  contact: { en: "Contact", it: "Contatto" },
  deletion: { en: "Deletion", it: "Eliminazione" },
  delivery: { en: "Delivery", it: "Invio del documento" },
  document: { en: "Document", it: "Documento" },
  document_revision: { en: "Revision", it: "Revisione" },
  invitation: { en: "Invitation", it: "Invito" },
  mail_channel: { en: "Channel", it: "Canale" },
  membership: { en: "Membership", it: "Membro" },
  message: { en: "Message", it: "Messaggio" },
  organization: { en: "Organization", it: "Studio" },
  organization_ai: { en: "Language model", it: "Modello linguistico" },
  price_book: { en: "Price book", it: "Prezzario" },
  price_book_import: { en: "Import of a price list", it: "Importazione di prezzario" },
  price_book_entry: { en: "Price book entry", it: "Voce di prezzario" },
  project: { en: "Project", it: "Pratica" },
  project_contact: { en: "Project's contact", it: "Contatto della pratica" },
  project_share: { en: "Share", it: "Condivisione" },
  quote_link: { en: "Link to a quote", it: "Collegamento al preventivo" },
  reminder: { en: "Reminder", it: "Promemoria" },
  revision_pdf: { en: "PDF of a revision", it: "PDF della revisione" },
  stored_file: { en: "File", it: "File" },
  submission: { en: "Submission", it: "Invio all'ente" },
  task: { en: "Task", it: "Attività" },
  template: { en: "Template", it: "Modello" },
  thread: { en: "Thread", it: "Conversazione" },
  user_account: { en: "Account", it: "Account" },
};

export const recordTypeName = (type: string, language: Language): string =>
  records[type]?.[language] ?? humanized(type);
