/** What the account page says. */
export const accountTexts = {
  title: { en: "Your account", it: "Il tuo account" },
  profile: { en: "Name", it: "Nome" },
  name: { en: "Name", it: "Nome" },
  email: { en: "Email", it: "Email" },
  save: { en: "Save", it: "Salva" },
  password: { en: "Password", it: "Password" },
  passwordLead: {
    en: "A new password signs you out of other browsers and disconnects the apps that act in your name. API keys stay.",
    it: "Con una nuova password si esce dagli altri browser e si scollegano le applicazioni che agiscono a tuo nome. Le chiavi API restano.",
  },
  oldPassword: { en: "Current password", it: "Password attuale" },
  newPassword: { en: "New password", it: "Nuova password" },
  changePassword: { en: "Change password", it: "Cambia password" },
  wrongPassword: { en: "This is not your current password.", it: "Non è la tua password attuale." },
  noName: { en: "Enter your name.", it: "Scrivi il tuo nome." },
  sessions: { en: "Where you are signed in", it: "Dove hai effettuato l'accesso" },
  thisBrowser: { en: "this browser", it: "questo browser" },
  unknownBrowser: { en: "Unknown browser", it: "Browser sconosciuto" },
  since: { en: "signed in", it: "accesso" },
  lastSeen: { en: "last seen", it: "ultima visita" },
  signOutThere: { en: "Sign out", it: "Disconnetti" },
  everywhere: { en: "Sign out everywhere", it: "Esci ovunque" },
  everywhereSure: {
    en: "This signs you out of every browser, this one included.",
    it: "Esci da tutti i browser, compreso questo.",
  },
  organizations: { en: "Organizations", it: "Studi" },
  noOrganization: {
    en: "You belong to no organization yet. Ask the administrator of yours for an invitation.",
    it: "Non fai ancora parte di nessuno studio. Chiedi un invito a chi amministra il tuo.",
  },
};

/** What was done, as the page says it afterwards. */
export const accountNotices = {
  name: { en: "Your name is saved.", it: "Nome salvato." },
  password: {
    en: "Your password is changed. Other browsers are signed out, and apps are disconnected.",
    it: "Password cambiata. Gli altri browser sono disconnessi e le applicazioni scollegate.",
  },
  "factor-off": { en: "The second factor is off.", it: "Il secondo fattore è disattivato." },
  "factor-on": { en: "The second factor is on.", it: "Il secondo fattore è attivo." },
  passkey: { en: "The passkey is added.", it: "La passkey è stata aggiunta." },
  "passkey-removed": { en: "The passkey is removed.", it: "La passkey è stata rimossa." },
  session: { en: "That browser is signed out.", it: "Quel browser è stato disconnesso." },
  joined: { en: "Welcome: you are a member now.", it: "Ora fai parte dello studio." },
  "own-role": { en: "Your role is changed. It counts from now on.", it: "Il tuo ruolo è cambiato. Vale da subito." },
  left: { en: "You have left the organization.", it: "Non fai più parte dello studio." },
};
