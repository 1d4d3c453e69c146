/** What the page of members says. */
export const memberTexts = {
  title: { en: "Members", it: "Membri" },
  invite: { en: "Invite somebody", it: "Invita qualcuno" },
  inviteLead: {
    en: "They get a mail with a link that is valid for 7 days.",
    it: "Riceverà un'email con un link valido 7 giorni.",
  },
  email: { en: "Email", it: "Email" },
  role: { en: "Role", it: "Ruolo" },
  submit: { en: "Send invitation", it: "Invia invito" },
  roleOf: { en: "Role of", it: "Ruolo di" },
  save: { en: "Save", it: "Salva" },
  you: { en: "you", it: "tu" },
  since: { en: "member since", it: "membro dal" },
  remove: { en: "Remove", it: "Rimuovi" },
  removeSure: {
    en: "They lose access at once, and their keys of this organization are revoked. What they did stays.",
    it: "Perde subito l'accesso e le sue chiavi per questo studio sono revocate. Ciò che ha fatto resta.",
  },
  removeYes: { en: "Remove this member", it: "Rimuovi questo membro" },
  openTasks: {
    en: "These open tasks are assigned to this person. They stay, with nobody assigned, so give them to somebody else:",
    it: "Queste attività da svolgere sono assegnate a questa persona. Restano senza assegnatario: vanno affidate a qualcun altro:",
  },
  apps: {
    en: "These apps act in this person's name. The removal disconnects them:",
    it: "Queste applicazioni agiscono a nome di questa persona. Con la rimozione vengono scollegate:",
  },
  invited: {
    en: "This person sent these invitations. They are withdrawn with the removal, so send them again yourself:",
    it: "Questa persona ha inviato questi inviti. Con la rimozione vengono ritirati: vanno inviati di nuovo.",
  },
  madeKeys: {
    en: "This person made keys of the organization itself. They stay valid, and whoever copied one can go on using it:",
    it: "Questa persona ha creato chiavi dello studio stesso. Restano valide, e chi ne ha una copia può continuare a usarla:",
  },
  revokeKeys: { en: "Revoke these keys too", it: "Revoca anche queste chiavi" },
  pending: { en: "Invitations", it: "Inviti" },
  invitedOn: { en: "invited", it: "invito del" },
  queued: { en: "the mail has not left yet", it: "l'email non è ancora partita" },
  expired: { en: "expired", it: "scaduto" },
  failed: { en: "The mail could not be delivered", it: "L'email non è stata consegnata" },
  withdraw: { en: "Withdraw", it: "Ritira" },
  noEmail: { en: "Enter one e-mail address.", it: "Scrivi un indirizzo email." },
  already: { en: "This person is a member already.", it: "Questa persona è già membro." },
  guide: { en: "What the roles may do", it: "Che cosa possono fare i ruoli" },
};

export const memberNotices = {
  invited: { en: "The invitation is on its way.", it: "L'invito è in partenza." },
  role: { en: "The role is changed. It applies from now on.", it: "Ruolo cambiato. Vale da subito." },
  "role-keys": {
    en: "The role is changed. It applies from now on. Keys of the organization itself that this person made stay valid, and whoever copied one can go on using it: look through the API keys.",
    it: "Ruolo cambiato. Vale da subito. Le chiavi dello studio stesso che questa persona ha creato restano valide, e chi ne ha una copia può continuare a usarle: controlla le chiavi API.",
  },
  removed: { en: "The member is removed.", it: "Il membro è stato rimosso." },
  withdrawn: { en: "The invitation is withdrawn.", it: "L'invito è stato ritirato." },
};
