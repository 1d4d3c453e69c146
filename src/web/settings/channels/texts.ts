import type { InstallationsWay } from "../../../db/channels/channel-settings.js";
import type { BilingualText } from "../../../domain/language.js";
import type { replyAddresses } from "../../../domain/messages/channel-settings.js";
import type { Channel } from "../../../domain/vocabulary.js";
import type { SettingField } from "./form-fields.js";

/** What the page of channels says. */
export const channelTexts = {
  title: { en: "Channels", it: "Canali" },
  lead: {
    en: "How messages leave and arrive. Passwords and tokens are stored encrypted, and never shown again.",
    it: "Come i messaggi partono e arrivano. Password e token sono conservati cifrati e non vengono più mostrati.",
  },
  isSet: { en: "set", it: "impostato" },
  notSet: { en: "not set", it: "non impostato" },
  from: { en: "From", it: "Mittente" },
  changed: { en: "Last changed", it: "Ultima modifica" },
  read: { en: "Last reading of the mailbox", it: "Ultima lettura della casella" },
  never: { en: "not yet", it: "non ancora" },
  readError: {
    en: "The mailbox can't be read; it was last tried on",
    it: "Non è possibile leggere la casella; ultimo tentativo il",
  },
  smsReadError: {
    en: "Twilio can't be asked for missed SMS; it was last tried on",
    it: "Non è possibile chiedere a Twilio gli SMS perduti; ultimo tentativo il",
  },
  loginRefused: { en: "The provider refused the login on", it: "Il gestore ha rifiutato l'accesso il" },
  set: { en: "Set", it: "Imposta" },
  change: { en: "Set again", it: "Imposta di nuovo" },
  changeLead: {
    en: "Enter user name, passwords and tokens again: everything here replaces the earlier settings.",
    it: "Nome utente, password e token vanno scritti di nuovo: tutti i dati di questo modulo sostituiscono quelli precedenti.",
  },
  webhook: {
    en: "Give this address (webhook) to the provider for incoming messages:",
    it: "Indica al fornitore questo indirizzo (webhook) per i messaggi in arrivo:",
  },
  save: { en: "Save", it: "Salva" },
  test: { en: "Send a trial message", it: "Invia un messaggio di prova" },
  trialPhone: { en: "Phone for a trial message", it: "Telefono per un messaggio di prova" },
  trialPhoneHint: {
    en: "Such as +39 333 1234567. Without one, only the account is tried, and nothing is sent.",
    it: "Ad esempio +39 333 1234567. Senza, si prova soltanto l'account e non si invia nulla.",
  },
  worked: { en: "The trial succeeded.", it: "La prova è riuscita." },
  failed: { en: "The trial failed.", it: "La prova non è riuscita." },
  unset: { en: "Remove", it: "Rimuovi" },
  unsetSure: {
    en: "Nothing more is sent or received by this channel until it is set again.",
    it: "Da questo canale non parte e non arriva più nulla, finché non viene impostato di nuovo.",
  },
  unsetYes: { en: "Remove this channel", it: "Rimuovi questo canale" },
  needed: { en: "This field is required.", it: "Questo campo è obbligatorio." },
  ownNetwork: {
    en: "This is an address of the server's internal network. Give a public one.",
    it: "È un indirizzo della rete interna del server. Indicane uno pubblico.",
  },
} satisfies Record<string, BilingualText>;

/** What holds for a channel that isn't set, by where its messages go. */
export const withoutTexts: Record<
  InstallationsWay,
  Partial<Record<Channel, BilingualText>> & { others: BilingualText }
> = {
  server: {
    others: {
      en: "Mail leaves by the installation's own server; no mailbox is read.",
      it: "La posta parte dal server dell'installazione; nessuna casella viene letta.",
    },
  },
  localMailbox: {
    others: {
      en: "No real channel is set yet: what is sent stays on this machine, at /mailbox, and nobody gets it.",
      it: "Non è ancora impostato nessun canale reale: ciò che si invia resta su questo computer, in /mailbox, e nessuno lo riceve.",
    },
  },
  nothing: {
    email: {
      en: "No mail is sent to others or read; notices to your own people leave by the installation's server.",
      it: "Nessuna email viene inviata ad altri o letta; gli avvisi allo studio partono dal server dell'installazione.",
    },
    pec: { en: "No PEC is sent or read.", it: "Nessuna PEC viene inviata o letta." },
    others: { en: "No message is sent or received.", it: "Nessun messaggio parte o arriva." },
  },
};

export const fieldTexts: Record<SettingField, { label: BilingualText; hint?: BilingualText }> = {
  smtpServer: {
    label: { en: "Outgoing server (SMTP)", it: "Server in uscita (SMTP)" },
    hint: { en: "Such as smtps.aruba.it:465", it: "Per esempio smtps.aruba.it:465" },
  },
  imapServer: {
    label: { en: "Incoming server (IMAP), optional", it: "Server in arrivo (IMAP), facoltativo" },
    hint: {
      en: "Such as imaps.aruba.it:993. The mailbox is only read: nothing is marked or moved.",
      it: "Per esempio imaps.aruba.it:993. La casella viene solo letta: nulla viene segnato o spostato.",
    },
  },
  user: { label: { en: "User name", it: "Nome utente" } },
  password: { label: { en: "Password of the mailbox", it: "Password della casella" } },
  from: {
    label: { en: "Address of the sender, optional", it: "Indirizzo del mittente, facoltativo" },
    hint: { en: "The user name, unless given", it: "Il nome utente, se non indicato" },
  },
  replyAddress: { label: { en: "Answers go to", it: "Le risposte vanno a" } },
  phoneNumberId: { label: { en: "Id of the number (phone number ID)", it: "Id del numero (phone number ID)" } },
  accessToken: { label: { en: "Access token of Meta's app", it: "Token di accesso dell'app di Meta" } },
  appSecret: { label: { en: "Secret of Meta's app (app secret)", it: "Chiave segreta dell'app di Meta (app secret)" } },
  verifyToken: {
    label: { en: "Verify token", it: "Token di verifica" },
    hint: {
      en: "A word of your choice; enter the same one at Meta.",
      it: "Una parola a tua scelta, da ripetere presso Meta.",
    },
  },
  templateName: { label: { en: "Approved template, optional", it: "Modello approvato, facoltativo" } },
  templateLanguage: {
    label: { en: "The template's language, optional", it: "Lingua del modello, facoltativa" },
    hint: { en: "it, unless given", it: "it, se non indicata" },
  },
  accountSid: { label: { en: "Account SID (Twilio)", it: "Account SID (Twilio)" } },
  authToken: { label: { en: "Auth token (Twilio)", it: "Auth token (Twilio)" } },
};

/** The addresses that answers may go to. */
export const replyAddressTexts: Record<
  (typeof replyAddresses)[number],
  { label: BilingualText; about: BilingualText }
> = {
  tagged: {
    label: { en: "an address with a code, as name+code@…", it: "un indirizzo con un codice, come nome+codice@…" },
    about: {
      en: "An answer finds its thread with any mail program.",
      it: "La risposta arriva nella sua conversazione con qualunque programma di posta.",
    },
  },
  plain: {
    label: { en: "the mailbox's plain address", it: "l'indirizzo semplice della casella" },
    about: {
      en: "For providers that deliver nothing to addresses with +; the trial message shows it.",
      it: "Per i gestori che non consegnano agli indirizzi con il +; il messaggio di prova lo rivela.",
    },
  },
};

/** What is said otherwise of a channel's fields. */
export const ownFieldTexts: Partial<Record<Channel, Partial<typeof fieldTexts>>> = {
  pec: {
    smtpServer: {
      label: fieldTexts.smtpServer.label,
      hint: { en: "Such as smtps.pec.aruba.it:465", it: "Per esempio smtps.pec.aruba.it:465" },
    },
    imapServer: {
      label: fieldTexts.imapServer.label,
      hint: {
        en: "Such as imaps.pec.aruba.it:993; receipts arrive there. The mailbox is only read: nothing is marked or moved.",
        it: "Per esempio imaps.pec.aruba.it:993; vi arrivano le ricevute. La casella viene solo letta: nulla viene segnato o spostato.",
      },
    },
  },
  sms: {
    from: {
      label: { en: "Number or name of the sender", it: "Numero o nome del mittente" },
      hint: {
        en: "Such as +39 02 1234567. A name has at most 11 letters, and must be registered with AGCOM.",
        it: "Per esempio +39 02 1234567. Un nome ha al massimo 11 lettere e va registrato presso l'AGCOM.",
      },
    },
  },
};

export const channelNotices = {
  set: { en: "The channel is set.", it: "Il canale è impostato." },
  unset: { en: "The channel is removed.", it: "Il canale è rimosso." },
};

const unreadableServer: BilingualText = {
  en: "Write the server as smtp.example.it:465, without spaces.",
  it: "Scrivi il server come smtp.esempio.it:465, senza spazi.",
};
const hasBlanks: BilingualText = {
  en: "Write this without spaces and letters with accents.",
  it: "Scrivi senza spazi né lettere accentate.",
};
const faultTexts: Partial<Record<SettingField, BilingualText>> = {
  smtpServer: unreadableServer,
  imapServer: unreadableServer,
  from: { en: "This is not an e-mail address.", it: "Non è un indirizzo email." },
  accountSid: {
    en: "Twilio's account SID is AC with 32 digits and letters from a to f.",
    it: "L'account SID di Twilio è AC seguito da 32 cifre e lettere dalla a alla f.",
  },
};
const noSender: BilingualText = {
  en: "Write the number with its country code, such as +39 02 1234567, or a name of at most 11 letters and digits.",
  it: "Scrivi il numero con il prefisso del paese, come +39 02 1234567, o un nome di al massimo 11 lettere e cifre.",
};

/** What is wrong with an entry that can't be used. */
export const faultText = (channel: Channel, field: SettingField): BilingualText =>
  channel === "sms" && field === "from" ? noSender : (faultTexts[field] ?? hasBlanks);
