import { isEmailAddress } from "../messages/mail.js";
import { unlessBlank } from "../text/blank.js";
import { asSeen } from "../text/one-form.js";
import { shortened } from "../text/shortened.js";
import type { ContactRole } from "../vocabulary.js";
import type { Warning } from "../warning.js";
import { phoneIn } from "./phone.js";

/** The addresses that a request gives for a contact. */
export interface GivenAddresses {
  email?: string | undefined;
  emails?: readonly string[] | undefined;
  phone?: string | undefined;
  phones?: readonly string[] | undefined;
  pec?: string | undefined;
}

export interface GivenAddress {
  kind: "email" | "phone" | "pec";
  value: string;
  /** JSON Pointer into the request */
  pointer: string;
}

/** Every address that was given, the single ones before the lists. An empty one clears a field and isn't counted. */
export function givenAddresses({ email, emails = [], phone, phones = [], pec }: GivenAddresses): GivenAddress[] {
  const list = (kind: "email" | "phone", values: readonly string[]): GivenAddress[] =>
    values.map((value, i) => ({ kind, value, pointer: `/${kind}s/${i}` }));
  const all: GivenAddress[] = [
    { kind: "email", value: email ?? "", pointer: "/email" },
    ...list("email", emails),
    { kind: "phone", value: phone ?? "", pointer: "/phone" },
    ...list("phone", phones),
    { kind: "pec", value: pec ?? "", pointer: "/pec" },
  ];
  return all.filter(({ value }) => value !== "");
}

interface Recipient {
  email: string | null;
  pec: string | null;
  role: ContactRole;
}

/** A contact's address; null if there is none. An address of spaces alone is stored as given, but nothing can be sent to it. */
export const addressToUse: (address: string | null) => string | null = unlessBlank;

/** Whether a document goes to a contact by PEC: public bodies get it by PEC if they have one, others only if they have no ordinary address. */
export const isForPec = ({ email, pec, role }: Recipient): boolean =>
  addressToUse(pec) !== null && (addressToUse(email) === null || role === "municipality");

/** Whether mail can be sent to an address over the internet: names such as `rossi@pec` are known only within a network. */
const isReachable = (address: string): boolean => isEmailAddress(address) && /\.\p{L}[\p{L}\p{N}-]+$/u.test(address);

const names = { email: "an e-mail address", pec: "a PEC address", phone: "a phone number" } as const;
const suggestions = {
  email: "Write one plain address, such as maria.rossi@example.it; nothing can be sent to it as it is.",
  pec: "Write one plain address, such as rossi@pec.example.it; nothing can be sent to it as it is.",
  phone:
    "Write one number, such as +39 035 123456; several go into phones, one an entry. Nothing can be sent to it as it is.",
} as const;

/** A plain address without an internet domain. Mail is still sent to it, since the mail server may know it. */
const withinNetwork =
  "Write the whole address, such as maria.rossi@example.it; as it is, only a server of one's own network can know it.";

function suggestionFor({ kind, value }: GivenAddress): string {
  if (kind === "phone") return suggestions.phone;
  if (isEmailAddress(value)) return withinNetwork;
  const seen = asSeen(value);
  return isReachable(seen)
    ? `Write ${seen} by hand: as it was given it holds a character that nobody sees, and nothing can be sent to it.`
    : suggestions[kind];
}

/** A warning for each value that can't be an address. It is stored all the same. */
export const addressWarnings = (given: readonly GivenAddress[]): Warning[] =>
  given
    .filter(({ kind, value }) => !(kind === "phone" ? phoneIn(value) : isReachable(value)))
    .map((address) => ({
      code: `invalid_${address.kind}`,
      pointer: address.pointer,
      detail: `"${shortened(address.value, 100)}" isn't ${names[address.kind]}.`,
      suggestion: suggestionFor(address),
    }));
