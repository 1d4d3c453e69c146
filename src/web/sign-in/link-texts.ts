/** What the pages behind links from mails say, and that where a new password is asked for. */
export const linkTexts = {
  forgotTitle: { en: "Forgotten password", it: "Password dimenticata" },
  forgotLead: {
    en: "A mail brings you a link with which you choose a new password.",
    it: "Riceverai via email un link con cui scegliere una nuova password.",
  },
  send: { en: "Send the link", it: "Invia il link" },
  sent: {
    en: "If this address belongs to an account, a mail with the link is on its way. The link is valid for one hour.",
    it: "Se questo indirizzo appartiene a un account, riceverai un'email con il link, valido per un'ora.",
  },
  back: { en: "Back to sign in", it: "Torna all'accesso" },
  deadTitle: { en: "Link no longer valid", it: "Link non più valido" },
  dead: {
    en: "This link is not valid any more: it was withdrawn, or is too old. Ask for another.",
    it: "Questo link non è più valido: è stato ritirato o è scaduto. Chiedine un altro.",
  },
  acceptedTitle: { en: "Invitation already accepted", it: "Invito già accettato" },
  accepted: {
    en: "This invitation was accepted already. Sign in to go on.",
    it: "Questo invito è già stato accettato. Accedi per continuare.",
  },
  chosenTitle: { en: "Password already chosen", it: "Password già scelta" },
  chosen: {
    en: "A new password was chosen with this link already. Sign in with that password.",
    it: "Con questo link è già stata scelta una nuova password. Accedi con quella.",
  },
  signIn: { en: "Sign in", it: "Accedi" },
  askAgain: { en: "Ask for another link", it: "Chiedi un altro link" },
  resetTitle: { en: "Choose a new password", it: "Scegli una nuova password" },
  resetLead: {
    en: "It signs you out everywhere else and disconnects the apps that act in your name.",
    it: "Così esci da tutti gli altri browser e le applicazioni che agiscono a tuo nome vengono scollegate.",
  },
  email: { en: "Email", it: "Email" },
  name: { en: "Your name", it: "Il tuo nome" },
  password: { en: "Password", it: "Password" },
  newPassword: { en: "New password", it: "Nuova password" },
  noName: { en: "Enter your name.", it: "Scrivi il tuo nome." },
  save: { en: "Save password", it: "Salva password" },
  invitedTo: { en: "Join", it: "Entra in" },
  invitedLead: { en: "You are invited as", it: "Ti invitano come" },
  newAccount: { en: "Choose the password of your new account.", it: "Scegli la password del tuo nuovo account." },
  signInFirst: {
    en: "Sign in with this address to accept.",
    it: "Accedi con questo indirizzo per accettare.",
  },
  otherPerson: { en: "You are signed in as somebody else:", it: "Hai effettuato l'accesso come un'altra persona:" },
  secondAccount: {
    en: "To join with that account, ask to be invited at its address. Here you make another one, and go on as that.",
    it: "Per entrare con quell'account, chiedi un invito al suo indirizzo. Qui ne crei un altro, e continui con quello.",
  },
  accept: { en: "Accept invitation", it: "Accetta l'invito" },
  createAccount: { en: "Create account and join", it: "Crea l'account ed entra" },
};
