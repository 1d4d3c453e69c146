/** What the page of API keys says. */
export const apiKeyTexts = {
  title: { en: "API keys", it: "Chiavi API" },
  lead: {
    en: "A key lets a program call the service. A key of yours never does more than your own role allows.",
    it: "Una chiave permette a un programma di usare il servizio. Una tua chiave non può mai fare più di quanto consente il tuo ruolo.",
  },
  create: { en: "New key", it: "Nuova chiave" },
  name: { en: "Name", it: "Nome" },
  nameHint: {
    en: "What it is for, such as “Accounting export”.",
    it: "A che cosa serve, per esempio «Esportazione contabilità».",
  },
  holder: { en: "The key acts as", it: "La chiave agisce come" },
  mine: { en: "You", it: "Te" },
  organization: { en: "The organization itself", it: "Lo studio stesso" },
  mineHint: { en: "Within your role, as it is at each call", it: "Nei limiti del tuo ruolo, com'è a ogni chiamata" },
  organizationHint: { en: "Goes on when people leave", it: "Resta valida anche quando le persone lasciano lo studio" },
  scope: { en: "What it may do", it: "Che cosa può fare" },
  all: { en: "All that my role allows", it: "Tutto ciò che consente il mio ruolo" },
  allOfOrganization: { en: "For a key of the organization: everything", it: "Per una chiave dello studio: tutto" },
  chosen: { en: "Only what I choose below", it: "Solo ciò che scelgo qui sotto" },
  permissions: { en: "Permissions", it: "Permessi" },
  administration: { en: "Administration", it: "Amministrazione" },
  expires: { en: "Valid until", it: "Valida fino al" },
  expiresHint: {
    en: "Optional: the last day. Empty: until it is revoked.",
    it: "Facoltativo: l'ultimo giorno. Vuoto: finché non viene revocata.",
  },
  submit: { en: "Create key", it: "Crea chiave" },
  made: { en: "Your new key", it: "La tua nuova chiave" },
  once: {
    en: "Copy it now: it is shown this once and can't be read again.",
    it: "Copiala adesso: si vede solo questa volta e non si potrà più leggere.",
  },
  toList: { en: "I have copied it", it: "L'ho copiata" },
  existing: { en: "Keys", it: "Chiavi" },
  others: { en: "Keys of others and of the organization", it: "Chiavi degli altri e dello studio" },
  none: { en: "No keys yet", it: "Ancora nessuna chiave" },
  noneAbout: { en: "Create one to connect a program.", it: "Creane una per collegare un programma." },
  created: { en: "created", it: "creata" },
  until: { en: "valid until", it: "valida fino al" },
  expired: { en: "expired", it: "scaduta" },
  everything: { en: "everything the role allows", it: "tutto ciò che il ruolo consente" },
  everythingOfOrganization: { en: "everything", it: "tutto" },
  revoke: { en: "Revoke", it: "Revoca" },
  revokeSure: {
    en: "Programs that use this key are refused from their next call on. This can't be undone.",
    it: "I programmi che usano questa chiave saranno rifiutati dalla prossima chiamata. Non si può annullare.",
  },
  revokeYes: { en: "Revoke this key", it: "Revoca questa chiave" },
  noName: { en: "Give the key a name.", it: "Dai un nome alla chiave." },
  noPermission: { en: "Choose at least one permission.", it: "Scegli almeno un permesso." },
  past: { en: "Choose a day that is still to come.", it: "Scegli un giorno futuro." },
};

export const apiKeyNotices = {
  revoked: { en: "The key is revoked.", it: "La chiave è revocata." },
};
