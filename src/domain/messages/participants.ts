import { numberTwins } from "../contacts/number-twins.js";
import { addressKey } from "./mail.js";

export interface Participant {
  name: string | null;
  address: string;
}

const maxParticipants = 20;

/** The same for each form of an address or number. */
const keyOf = (address: string): string => numberTwins(addressKey(address))[0] ?? address;

/** A thread's people with further ones, each once; a name that wasn't known is added. Who has no address is left out. */
export function withParticipants(known: readonly Participant[], more: readonly Participant[]): Participant[] {
  const byAddress = new Map(known.map((participant) => [keyOf(participant.address), participant]));
  for (const { name, address } of more.filter(({ address }) => address !== "")) {
    const key = keyOf(address);
    const before = byAddress.get(key);
    byAddress.set(key, before ? { ...before, name: before.name ?? name } : { name, address });
  }
  return [...byAddress.values()].slice(0, maxParticipants);
}
