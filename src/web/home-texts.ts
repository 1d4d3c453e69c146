/** What the home page says. */
export const homeTexts = {
  title: { en: "Case management for technical firms", it: "La gestione delle pratiche per studi tecnici" },
  lead: {
    en: "Projects, deadlines, bills of quantities, documents and correspondence: every capability is one action, open to programs and to assistants alike.",
    it: "Pratiche, scadenze, computi, documenti e corrispondenza: ogni funzione è un'azione, aperta ai programmi come agli assistenti.",
  },
  programs: { en: "For programs and assistants", it: "Per programmi e assistenti" },
  settings: { en: "Settings", it: "Impostazioni" },
  machine: { en: "On this machine only", it: "Solo su questo computer" },
  tryIt: { en: "A first call", it: "Una prima chiamata" },
  tryItAbout: {
    en: "Put an API key into PRATICA_KEY: you make one under API keys in the settings.",
    it: "Metti una chiave API in PRATICA_KEY: la crei alla voce Chiavi API delle impostazioni.",
  },
  api: {
    name: { en: "Actions over REST", it: "Azioni via REST" },
    about: { en: "One POST with a JSON body for each action.", it: "Una POST con corpo JSON per ogni azione." },
  },
  mcp: {
    name: { en: "MCP", it: "MCP" },
    about: {
      en: "The same actions as tools for an assistant, signed in with a key or in the browser.",
      it: "Le stesse azioni come strumenti per un assistente, con una chiave o con l'accesso dal browser.",
    },
  },
  docs: {
    name: { en: "Documentation", it: "Documentazione" },
    about: { en: "Every action, with its fields and errors.", it: "Ogni azione, con i suoi campi e i suoi errori." },
  },
  openapi: {
    name: { en: "OpenAPI description", it: "Descrizione OpenAPI" },
    about: { en: "For generating clients; needs no key.", it: "Per generare client; non richiede chiave." },
  },
  mailbox: {
    name: { en: "Local mailbox", it: "Casella locale" },
    about: {
      en: "Every outgoing message; none of them leaves this machine.",
      it: "Tutti i messaggi in uscita; nessuno lascia questo computer.",
    },
  },
  temporal: {
    name: { en: "Temporal", it: "Temporal" },
    about: { en: "What is running and what is waiting.", it: "Che cosa è in corso e che cosa è in attesa." },
  },
  ready: {
    name: { en: "State", it: "Stato" },
    about: { en: "Whether every part is reachable.", it: "Se ogni parte è raggiungibile." },
  },
};
