/** What the account page and those behind it say of passkeys. */
export const passkeyTexts = {
  title: { en: "Passkeys", it: "Passkey" },
  lead: {
    en: "A key kept on your phone, computer or security key. After the password you confirm with fingerprint, face or PIN instead of typing a code.",
    it: "Una chiave custodita nel telefono, nel computer o in una chiavetta di sicurezza. Dopo la password confermi con impronta, volto o PIN invece di scrivere un codice.",
  },
  add: { en: "Add a passkey", it: "Aggiungi una passkey" },
  addLead: {
    en: "Give it a name by which you will recognize the device, then follow your browser's instructions.",
    it: "Dalle un nome con cui riconoscere il dispositivo, poi segui le indicazioni del browser.",
  },
  name: { en: "Name", it: "Nome" },
  cancel: { en: "Cancel", it: "Annulla" },
  noName: { en: "Give the passkey a name.", it: "Dai un nome alla passkey." },
  refused: {
    en: "This passkey could not be checked. Try again.",
    it: "Non è stato possibile verificare questa passkey. Riprova.",
  },
  added: { en: "added", it: "aggiunta" },
  lastUsed: { en: "last used", it: "ultimo uso" },
  never: { en: "never used", it: "mai usata" },
  remove: { en: "Remove", it: "Rimuovi" },
  removeSure: {
    en: "It no longer works at sign-in. Delete it on the device too.",
    it: "Non potrai più usarla per accedere. Eliminala anche dal dispositivo.",
  },
  confirmTitle: { en: "Confirm that it is you", it: "Conferma di essere tu" },
  confirmLead: {
    en: "A second factor is needed to remove this passkey:",
    it: "Per rimuovere questa passkey serve un secondo fattore:",
  },
  confirmAdding: {
    en: "Your account has a second factor already; use it to add a passkey.",
    it: "Il tuo account ha già un secondo fattore: usalo per aggiungere una passkey.",
  },
  code: { en: "Code", it: "Codice" },
  removeYes: { en: "Remove this passkey", it: "Rimuovi questa passkey" },
};
