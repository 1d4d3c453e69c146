import { channelNames } from "../domain/italian-names.js";

/** In Italian what this program says itself of servers and messages; what servers say stays. */
const italian = {
  "the mail server refuses connections": "il server di posta rifiuta le connessioni",
  "the mail server broke the connection": "il server di posta ha interrotto la connessione",
  "the mail server is out of reach": "il server di posta non è raggiungibile",
  "the mail server's name is unknown": "il nome del server di posta è sconosciuto",
  "the mail server's name could not be looked up": "non è stato possibile risolvere il nome del server di posta",
  "the mail server did not answer in time": "il server di posta non ha risposto in tempo",
  "the mail server closed the connection": "il server di posta ha chiuso la connessione",
  "the mail server gave an answer that is not SMTP": "il server di posta ha dato una risposta che non è SMTP",
  "no encrypted connection to the mail server could be made":
    "non è stato possibile aprire una connessione cifrata con il server di posta",
  "the mail server's login can't be used": "l'accesso al server di posta non è utilizzabile",
  "sender or recipient can't be used": "il mittente o il destinatario non è utilizzabile",
  "the message is larger than the mail server takes": "il messaggio è più grande di quanto il server di posta accetti",
  "the mail server's certificate is not trusted": "il certificato del server di posta non è attendibile",
  "the mail server's certificate has expired": "il certificato del server di posta è scaduto",
  "the mail server's certificate is another host's": "il certificato del server di posta è di un altro host",
  "the mail server said nothing of its messages": "il server di posta non ha detto nulla dei suoi messaggi",
  "the mail server gave no reason": "il server di posta non ha indicato il motivo",
  "the mail server refused the login": "il server di posta ha rifiutato l'accesso",
  "Microsoft takes no passwords from other programs: have the mail forwarded to another mailbox":
    "Microsoft non accetta password da altri programmi: far inoltrare la posta a un'altra casella",
  "sent in full, with no answer": "inviato per intero, senza risposta",
  "the server does not answer; another message is trying it":
    "il server non risponde; ci sta provando un altro messaggio",
  "the mailbox's provider refused the login before; it is tried again once an hour":
    "il gestore ha rifiutato l'accesso alla casella; si riprova una volta l'ora",
  "the provider refused the token before; it is tried again once an hour":
    "il fornitore ha rifiutato il token; si riprova una volta l'ora",
  "the mailbox's provider refused the login, and a day has passed":
    "il gestore ha rifiutato l'accesso alla casella, ed è passato un giorno",
  "the provider refused the token, and a day has passed": "il fornitore ha rifiutato il token, ed è passato un giorno",
  "an attempt was cut off: whether the message left isn't known":
    "un tentativo si è interrotto: non è noto se il messaggio sia partito",
  "an attachment isn't stored any more": "un allegato non è più archiviato",
  "the 24 hours after the recipient's last message are over":
    "sono passate le 24 ore dall'ultimo messaggio del destinatario",
  "WhatsApp did not take the attachment": "WhatsApp non ha accettato l'allegato",
  "Twilio's list of messages can't be read": "l'elenco dei messaggi di Twilio non si può leggere",
  "an error of Pratica's own; its log tells more": "un errore di Pratica, descritto nel suo registro",
};

/** A failure's fixed words: `satisfies` or this type, where they are said, keeps them the same as here. */
export type FailureWords = keyof typeof italian;

/** What has names or numbers in it. */
const withParts: [RegExp, string][] = [
  [/^(WhatsApp|Twilio) answered (\d+)/, "$1 ha risposto $2"],
  [/^(WhatsApp|Twilio) can't be reached/, "$1 non è raggiungibile"],
  [/^sent, and (WhatsApp|Twilio) gave no answer/, "inviato, e $1 non ha risposto"],
  [/^(WhatsApp|Twilio) gave no answer/, "$1 non ha risposto"],
  [/^sent, and the answer of (WhatsApp|Twilio) can't be read$/, "inviato, e la risposta di $1 non si può leggere"],
  // As it was said before it was true of WhatsApp and Twilio too: messages that wait keep it.
  [
    /^the mail server does not answer; another message is trying it$/,
    "il server di posta non risponde; ci sta provando un altro messaggio",
  ],
  [/^WhatsApp carries no files of the type /, "WhatsApp non trasporta file di tipo "],
  [/^\w+: not one plain e-mail address: /, "indirizzo email non utilizzabile: "],
  [/^not a Message-ID: /, "Message-ID non utilizzabile: "],
  [/^larger than the (\d+) MB of a PEC/, "più grande dei $1 MB di una PEC"],
  [/^(\S+) leads to an address that is not public/, "$1 porta a un indirizzo che non è pubblico"],
  ...Object.entries(channelNames).map(([channel, name]): [RegExp, string] => [
    new RegExp(`^the channel ${channel} isn't configured`),
    `il canale ${name} non è impostato`,
  ]),
];

/** Words of a failure as people at the firm read them. */
export const inItalian = (words: string): string =>
  withParts.reduce(
    (said, [english, translated]) => said.replace(english, translated),
    Object.entries(italian).reduce((said, [english, translated]) => said.replace(english, translated), words),
  );
