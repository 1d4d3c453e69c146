/** In Italian what this program says itself of mail servers (`smtp-failure.ts`, `reader/mailbox-failure.ts`); what servers say stays. */
const italian: Record<string, string> = {
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
  "the message can't be sent": "il messaggio non può essere inviato",
  "the mail server's certificate is not trusted": "il certificato del server di posta non è attendibile",
  "the mail server's certificate has expired": "il certificato del server di posta è scaduto",
  "the mail server's certificate is another host's": "il certificato del server di posta è di un altro host",
  "the mail server gave no reason": "il server di posta non ha indicato il motivo",
  "the mail server refused the login": "il server di posta ha rifiutato l'accesso",
  "sent in full, with no answer": "inviato per intero, senza risposta",
};

export const inItalian = (words: string): string =>
  Object.entries(italian).reduce((said, [english, translated]) => said.replace(english, translated), words);
