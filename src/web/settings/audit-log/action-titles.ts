import { actionsByName } from "../../../actions/index.js";
import type { BilingualText, Language } from "../../../domain/language.js";
import { humanized } from "./humanized.js";

/** What happens outside the registry: on pages, by the command line, by itself; and what is no change, but a matter of security. */
const otherActions: Record<string, BilingualText> = {
  accept_invitation: { en: "Accept an invitation", it: "Accetta un invito" },
  add_passkey: { en: "Add a passkey", it: "Aggiunge una passkey" },
  attempts_limited: { en: "Made to wait after too many requests", it: "Fatto attendere: troppe richieste" },
  change_name: { en: "Change a person's name", it: "Cambia il nome di una persona" },
  change_password: { en: "Change a password", it: "Cambia una password" },
  change_role: { en: "Change a member's role", it: "Cambia il ruolo di un membro" },
  confirmation_refused: {
    en: "Wrong password or code on a settings page",
    it: "Password o codice sbagliato nelle impostazioni",
  },
  connect_app: { en: "Connect an app", it: "Collega un'applicazione" },
  create_demo: { en: "Set up the demo organization", it: "Prepara lo studio dimostrativo" },
  create_key: { en: "Create an API key", it: "Crea una chiave API" },
  create_organization: { en: "Create the organization", it: "Crea lo studio" },
  create_user: { en: "Add a member", it: "Aggiunge un membro" },
  credentials_refused: { en: "Key or token refused", it: "Chiave o token rifiutato" },
  disconnect_app: { en: "Disconnect an app", it: "Scollega un'applicazione" },
  end_reused_connection: {
    en: "Disconnect an app whose token was used twice",
    it: "Scollega un'applicazione: token usato due volte",
  },
  end_unused_connection: { en: "Disconnect an unused app", it: "Scollega un'applicazione inutilizzata" },
  expire_document: { en: "Expire a document", it: "Fa scadere un documento" },
  fetch_files: { en: "Fetch the files of a message", it: "Preleva i file di un messaggio" },
  fire_reminder: { en: "Fire a reminder", it: "Segnala un promemoria" },
  follow_message: { en: "Follow a message's delivery", it: "Segue la consegna di un messaggio" },
  form_refused: {
    en: "Form refused: from another site, or out of date",
    it: "Modulo rifiutato: da un altro sito o non più attuale",
  },
  guesses_slowed: {
    en: "Slowed down strangers guessing a password",
    it: "Rallentati gli estranei che tentano una password",
  },
  hand_over_message: { en: "Hand a message to the mail server", it: "Consegna un messaggio al server di posta" },
  invite_member: { en: "Invite a member", it: "Invita un membro" },
  mark_overdue: { en: "Mark a decision overdue", it: "Segna scaduto il termine dell'ente" },
  note_login_refusal: {
    en: "Note that a mailbox refused its login",
    it: "Annota che una casella ha rifiutato l'accesso",
  },
  permission_refused: { en: "Refused: permission missing", it: "Rifiutato: manca un permesso" },
  plan_follow_up: { en: "Plan a follow-up", it: "Pianifica un sollecito" },
  receive_message: { en: "Receive a message", it: "Riceve un messaggio" },
  receive_receipt: { en: "Receive a PEC receipt", it: "Riceve una ricevuta PEC" },
  receive_status: { en: "Receive a message's status", it: "Riceve lo stato di un messaggio" },
  record_failed_delivery: { en: "Record a failed delivery", it: "Registra una consegna fallita" },
  remove_expired_files: { en: "Remove expired files", it: "Elimina i file scaduti" },
  remove_member: { en: "Remove a member", it: "Rimuove un membro" },
  renew_recovery_codes: { en: "Make new recovery codes", it: "Crea nuovi codici di recupero" },
  remove_passkey: { en: "Remove a passkey", it: "Rimuove una passkey" },
  make_export: { en: "Make the file of an export", it: "Genera il file di un'esportazione" },
  render_revision: { en: "Render a PDF", it: "Genera un PDF" },
  reset_password: { en: "Choose a new password by mail", it: "Sceglie una nuova password via email" },
  reset_second_factor: { en: "Remove a second factor for somebody", it: "Toglie il secondo fattore a qualcuno" },
  revoke_key: { en: "Revoke an API key", it: "Revoca una chiave API" },
  set_ai: { en: "Set the language model", it: "Imposta il modello linguistico" },
  set_password: { en: "Set a password, on the server", it: "Imposta una password, dal server" },
  set_channel: { en: "Set a channel", it: "Imposta un canale" },
  settle_project_deadline: { en: "Close a project's deadline", it: "Chiude il termine di una pratica" },
  sign_in_refused: { en: "Sign-in refused", it: "Accesso rifiutato" },
  sign_out_everywhere: { en: "Sign out everywhere", it: "Esce da tutti i browser" },
  signed_in: { en: "Signed in", it: "Accesso effettuato" },
  tell_project_deadline: { en: "Notify of a project's deadline", it: "Avvisa del termine di una pratica" },
  tell_reminder: { en: "Notify of a reminder", it: "Avvisa di un promemoria" },
  tell_unread_mailbox: {
    en: "Notify of a mailbox that can't be read",
    it: "Avvisa di una casella che non si può leggere",
  },
  tell_waiting_thread: { en: "Notify of a waiting thread", it: "Avvisa di una conversazione in attesa" },
  token_given: { en: "Gave an app a new token", it: "Dato un nuovo token a un'applicazione" },
  token_refused: { en: "Refused an app a token", it: "Rifiutato un token a un'applicazione" },
  tokens_ended: { en: "Ended an app's tokens", it: "Annullati i token di un'applicazione" },
  turn_off_second_factor: { en: "Turn off the second factor", it: "Disattiva il secondo fattore" },
  turn_on_second_factor: { en: "Turn on the second factor", it: "Attiva il secondo fattore" },
  unset_ai: { en: "Remove the language model", it: "Toglie il modello linguistico" },
  unset_channel: { en: "Remove a channel", it: "Toglie un canale" },
  update_organization: { en: "Change the organization", it: "Modifica lo studio" },
  upload_file: { en: "Upload a file", it: "Carica un file" },
  withdraw_invitation: { en: "Withdraw an invitation", it: "Ritira un invito" },
};

/** What was done, in both languages; undefined where there are no words for it. */
export const titleOf = (name: string): BilingualText | undefined =>
  actionsByName.get(name)?.title ?? otherActions[name];

/** What was done, in words. */
export const actionTitle = (name: string, language: Language): string => titleOf(name)?.[language] ?? humanized(name);
