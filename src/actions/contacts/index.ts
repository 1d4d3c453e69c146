import { createContact } from "./create-contact.js";
import { deleteContact } from "./delete-contact.js";
import { getContact } from "./get-contact.js";
import { listContacts } from "./list-contacts.js";
import { mergeContacts } from "./merge-contacts.js";
import { setContactDetails } from "./set-contact-details.js";
import { updateContact } from "./update-contact.js";

export const contactActions = [
  createContact,
  updateContact,
  setContactDetails,
  deleteContact,
  mergeContacts,
  listContacts,
  getContact,
] as const;
