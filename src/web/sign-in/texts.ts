/** What the sign-in pages say. */
export const signInTexts = {
  title: { en: "Sign in", it: "Accedi" },
  email: { en: "Email", it: "Email" },
  password: { en: "Password", it: "Password" },
  submit: { en: "Sign in", it: "Accedi" },
  wrong: {
    en: "Email or password is wrong. Check both and try again.",
    it: "Email o password non corrette. Controllale e riprova.",
  },
  over: {
    en: "This sign-in is over: it took too long, too many codes were wrong, or it was confirmed already. Begin again; each code works once.",
    it: "Questo accesso non vale più: è passato troppo tempo, troppi codici erano sbagliati, oppure era già stato confermato. Ricomincia; ogni codice vale una volta sola.",
  },
  codeTitle: { en: "Your code", it: "Il tuo codice" },
  code: { en: "Code", it: "Codice" },
  codeHint: {
    en: "The six digits that your authenticator app shows now, or one of your recovery codes.",
    it: "Le sei cifre che l'app di autenticazione mostra ora, oppure uno dei tuoi codici di recupero.",
  },
  orCode: { en: "Or enter a code:", it: "Oppure inserisci un codice:" },
  factorTitle: { en: "Confirm that it is you", it: "Conferma di essere tu" },
  wrongPasskey: {
    en: "This passkey was not accepted. Try again, or use another one.",
    it: "Questa passkey non è stata accettata. Riprova, o usane un'altra.",
  },
  wrongCode: {
    en: "This code is wrong, or was used already. Wait for the app's next one, or use another recovery code.",
    it: "Il codice è sbagliato o è già stato usato. Aspetta che l'app ne mostri un altro, o usa un altro codice di recupero.",
  },
  signedInAs: { en: "You are signed in as", it: "Hai effettuato l'accesso come" },
  another: {
    en: "Sign in below to continue as somebody else.",
    it: "Accedi qui sotto per continuare con un altro utente.",
  },
  goOn: { en: "Continue", it: "Continua" },
  forgot: { en: "Forgotten your password?", it: "Password dimenticata?" },
  signOut: { en: "Sign out", it: "Esci" },
  signedOut: { en: "You are signed out.", it: "Hai effettuato l'uscita." },
  sessionOver: {
    en: "You were no longer signed in, so nothing was changed. Sign in, and send the form again.",
    it: "La sessione era terminata, quindi non è stato cambiato nulla. Accedi e invia di nuovo il modulo.",
  },
  passwordSaved: {
    en: "Your new password is saved, and apps are disconnected. Sign in with the new password and your second factor.",
    it: "La nuova password è salvata e le applicazioni sono state scollegate. Accedi con la nuova password e il secondo fattore.",
  },
};
