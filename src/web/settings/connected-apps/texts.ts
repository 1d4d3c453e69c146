/** What the page of connected apps says. */
export const connectedAppTexts = {
  title: { en: "Connected apps", it: "Applicazioni collegate" },
  lead: {
    en: "Programs that you allowed to act in your name. They can never do more than your own role allows.",
    it: "Programmi a cui hai permesso di agire a tuo nome. Non possono mai fare più di quanto consente il tuo ruolo.",
  },
  unnamed: { en: "Unnamed app", it: "Applicazione senza nome" },
  unverified: { en: "unverified name", it: "nome non verificato" },
  sentTo: { en: "Sign-in returned to", it: "Accesso restituito a" },
  actsAs: { en: "Acts as", it: "Agisce come" },
  mode: { en: "Access", it: "Accesso" },
  read: { en: "Read only", it: "Sola lettura" },
  change: { en: "Read and change", it: "Lettura e modifica" },
  organization: { en: "Organization", it: "Studio" },
  connected: { en: "Connected", it: "Collegata" },
  lastUsed: { en: "Last used", it: "Ultimo uso" },
  never: { en: "never", it: "mai" },
  disconnect: { en: "Disconnect", it: "Scollega" },
  older: { en: "Connected earlier", it: "Collegate prima" },
  pages: { en: "Pages of the list", it: "Pagine dell'elenco" },
  none: { en: "No connected apps", it: "Nessuna applicazione collegata" },
  noneAbout: {
    en: "Add this address to an assistant such as Claude; it asks you to sign in, and then appears here.",
    it: "Aggiungi questo indirizzo a un assistente come Claude: ti chiederà di accedere e poi comparirà qui.",
  },
};

export const connectedAppNotices = {
  disconnected: {
    en: "The app is disconnected. Its next call is refused.",
    it: "L'applicazione è scollegata. La sua prossima chiamata sarà rifiutata.",
  },
};
