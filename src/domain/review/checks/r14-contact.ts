import { addressToUse, isForPec } from "../../contacts/contact-addresses.js";
import { isAuthorityName } from "../../contacts/organization-names.js";
import { isSignedByClient } from "../../documents/document-kinds.js";
import { isEmailAddress } from "../../messages/mail.js";
import { shortened } from "../../text/shortened.js";
import type { Check } from "../finding.js";

/** A document that can't be sent: without a contact, or with one that has no valid address; or that goes to an authority by ordinary e-mail. */
export const contact: Check = ({ contact: counterparty, document: { kind }, sendsPec }) => {
  const common = { severity: "error", field: "/contactId" } as const;
  if (!counterparty) {
    return {
      ...common,
      code: "R14_NO_CONTACT",
      message: "Il documento non ha un destinatario.",
      suggestion: "Collegare il documento al contatto a cui è rivolto.",
    };
  }
  const { name, role, email, pec } = counterparty;
  const address = addressToUse(isForPec(counterparty) ? pec : email);
  if (address === null) {
    return {
      ...common,
      code: "R14_NO_ADDRESS",
      message: `${name} non ha né email né PEC: il documento non può essere inviato.`,
      suggestion: "Aggiungere un indirizzo email o PEC al contatto.",
    };
  }
  const isByEmail = isEmailAddress(address) && !isForPec(counterparty);
  const canBeByPec = sendsPec && role === "other" && pec !== null && isEmailAddress(pec);
  if (isByEmail && canBeByPec && !isSignedByClient(kind) && isAuthorityName(name))
    return {
      severity: "warning",
      field: "/contactId",
      code: "R14_NOT_CERTIFIED",
      message: `${name} ha una PEC, ma il documento partirebbe per email, che non ne prova la consegna.`,
      suggestion: "Per inviarlo via PEC, dare al contatto il ruolo «municipality».",
    };
  if (isEmailAddress(address)) return [];
  return {
    ...common,
    code: "R14_WRONG_ADDRESS",
    message: `L'indirizzo di ${name} non è valido: ${shortened(address, 80)}.`,
    suggestion: "Correggere l'indirizzo email o PEC del contatto.",
  };
};
