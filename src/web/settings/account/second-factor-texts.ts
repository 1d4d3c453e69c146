/** What the account page and those behind it say of the second factor. */
export const secondFactorTexts = {
  title: { en: "Second factor", it: "Secondo fattore" },
  lead: {
    en: "With it a stolen password isn't enough: at sign-in you also enter six digits that an app on your phone shows.",
    it: "Così una password rubata non basta: all'accesso inserisci anche sei cifre che un'app mostra sul tuo telefono.",
  },
  required: {
    en: "Your organization requires a second factor. Set it up here: until then no other page opens.",
    it: "Il tuo studio richiede un secondo fattore. Configuralo qui: fino ad allora le altre pagine non si aprono.",
  },
  setUp: { en: "Set up", it: "Configura" },
  isOn: { en: "It is on.", it: "È attivo." },
  codesLeft: { en: "Recovery codes left:", it: "Codici di recupero rimasti:" },
  codeToChange: {
    en: "Code, for new recovery codes or to turn it off",
    it: "Codice, per nuovi codici di recupero o per disattivarlo",
  },
  codeHint: {
    en: "The six digits of your app, or a recovery code.",
    it: "Le sei cifre dell'app, oppure un codice di recupero.",
  },
  renewCodes: { en: "New recovery codes", it: "Nuovi codici di recupero" },
  codeToRenew: { en: "Recovery code, for new ones", it: "Codice di recupero, per averne di nuovi" },
  recoveryHint: { en: "One of those that you have kept.", it: "Uno di quelli che hai conservato." },
  turnOff: { en: "Turn off", it: "Disattiva" },
  setUpTitle: { en: "Set up the second factor", it: "Configura il secondo fattore" },
  scan: {
    en: "Open an authenticator app on your phone, add an account there, and scan this picture.",
    it: "Apri un'app di autenticazione sul telefono, aggiungi un account e inquadra questa immagine.",
  },
  picture: {
    en: "QR code for your authenticator app; the key is also below as text",
    it: "Codice QR per l'app di autenticazione; la chiave è anche qui sotto come testo",
  },
  orType: {
    en: "If you can't scan it, enter this key there:",
    it: "Se non puoi inquadrarla, inserisci questa chiave:",
  },
  code: { en: "The six digits that the app shows now", it: "Le sei cifre che l'app mostra ora" },
  turnOn: { en: "Turn on", it: "Attiva" },
  cancel: { en: "Cancel", it: "Annulla" },
  confirmSetUp: {
    en: "Your account has a second factor already; use it to set up an app.",
    it: "Il tuo account ha già un secondo fattore: usalo per configurare un'app.",
  },
  goOn: { en: "Continue", it: "Continua" },
  wrongCode: {
    en: "This code is wrong, or was used already. Wait for the next one; the phone's clock must be right.",
    it: "Il codice è sbagliato o è già stato usato. Aspetta il prossimo; l'orologio del telefono deve essere giusto.",
  },
  codesTitle: { en: "Your recovery codes", it: "I tuoi codici di recupero" },
  codesLead: {
    en: "The second factor is on, and your other browsers are signed out. Keep these codes away from the phone: each lets you sign in once without it. They are shown only now.",
    it: "Il secondo fattore è attivo, e sugli altri browser devi accedere di nuovo. Conserva questi codici lontano dal telefono: ognuno ti permette di accedere una volta senza telefono. Si vedono solo ora.",
  },
  newCodesLead: {
    en: "Your new recovery codes: the earlier ones no longer work. Keep them away from the phone. They are shown only now.",
    it: "I tuoi nuovi codici di recupero: i precedenti non valgono più. Conservali lontano dal telefono. Si vedono solo ora.",
  },
  kept: { en: "I have kept them", it: "Li ho conservati" },
};
