import type { BilingualText } from "../../domain/language.js";

/** What the pages of an approval say. */
export const approvalTexts = {
  setUpTitle: { en: "A second factor first", it: "Prima il secondo fattore" },
  setUp: {
    en: "Your organization requires a code of an authenticator app at sign-in. Set it up in your account, then come back to this page.",
    it: "Il tuo studio richiede all'accesso il codice di un'app di autenticazione. Configuralo nel tuo account, poi torna a questa pagina.",
  },
  setUpLink: { en: "Open my account (new tab)", it: "Apri il mio account (nuova scheda)" },
  setUpDone: { en: "It is set up: continue", it: "È configurato: continua" },
  signInTitle: { en: "Sign in to connect an app", it: "Accedi per collegare un'applicazione" },
  signInLead: {
    en: "It will act in your name, so your password is asked for again.",
    it: "Agirà a tuo nome, perciò la password va inserita di nuovo.",
  },
  title: { en: "Connect this app?", it: "Collegare questa applicazione?" },
  signedInAs: { en: "You are signed in as", it: "Hai effettuato l'accesso come" },
  another: { en: "Use another account", it: "Usa un altro account" },
  app: { en: "App", it: "Applicazione" },
  unnamed: { en: "An app without a name", it: "Un'applicazione senza nome" },
  unverified: {
    en: "unverified: the app chose this name itself",
    it: "non verificato: il nome l'ha scelto l'applicazione",
  },
  publishedAt: { en: "Described at", it: "Descritta su" },
  returnsTo: { en: "Sends you back to", it: "Ti rimanda a" },
  onThisComputer: {
    en: "The app runs on this computer, where any program can take any name. Approve only if you have just begun to connect it yourself.",
    it: "L'applicazione è su questo computer, dove ogni programma può darsi qualunque nome. Approva solo se hai appena avviato tu il collegamento.",
  },
  organization: { en: "Which organization?", it: "Quale studio?" },
  mode: { en: "What may it do?", it: "Che cosa potrà fare?" },
  read: { en: "Read only", it: "Sola lettura" },
  readAbout: {
    en: "Find and read whatever you can see. It changes nothing.",
    it: "Cercare e leggere ciò che vedi tu. Non modifica nulla.",
  },
  change: { en: "Read and change", it: "Lettura e modifica" },
  changeAbout: {
    en: "Also create, change and delete, issue documents and send messages in your name, as far as your role allows. The audit log names you and the app for every change.",
    it: "Anche creare, modificare ed eliminare, emettere documenti e inviare messaggi a tuo nome, nei limiti del tuo ruolo. Per ogni modifica il registro riporta il tuo nome e l'applicazione.",
  },
  changeNotAsked: { en: "This app asked for reading only.", it: "Questa applicazione ha chiesto la sola lettura." },
  disconnect: {
    en: "You can disconnect it at any time, with immediate effect, under",
    it: "Puoi scollegarla quando vuoi, con effetto immediato, in",
  },
  connectedApps: { en: "Connected apps", it: "Applicazioni collegate" },
  approve: { en: "Approve", it: "Approva" },
  cancel: { en: "Cancel", it: "Annulla" },
  nowhereTitle: { en: "No organization to connect to", it: "Nessuno studio da collegare" },
  nowhere: {
    en: "You belong to no organization, so there is nothing that the app could work with. Ask an owner or administrator of yours to invite you, then connect again.",
    it: "Non fai parte di nessuno studio, quindi l'applicazione non avrebbe nulla su cui lavorare. Chiedi a un titolare o amministratore di invitarti, poi ripeti il collegamento.",
  },
  expiredTitle: { en: "This page has expired", it: "Questa pagina è scaduta" },
  expired: {
    en: "The app's request was answered already, or more than a quarter of an hour has passed. Go back to the app and connect again.",
    it: "La richiesta dell'applicazione ha già avuto risposta, o è passato più di un quarto d'ora. Torna all'applicazione e ripeti il collegamento.",
  },
  refusedTitle: {
    en: "The app's request can't be accepted",
    it: "La richiesta dell'applicazione non può essere accettata",
  },
  refused: {
    en: "Nothing was connected. Go back to the app and connect again; if that doesn't help, send its makers the text below.",
    it: "Non è stato collegato nulla. Torna all'applicazione e ripeti il collegamento; se il problema rimane, invia ai suoi autori il testo qui sotto.",
  },
} satisfies Record<string, BilingualText>;
