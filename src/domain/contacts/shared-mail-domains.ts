import { addressKey } from "../messages/mail.js";

/** Domains where anybody may have an address, so that two people who have one there need not know each other. Italy's most used ones. */
const shared = new Set(
  `gmail.com googlemail.com outlook.com outlook.it hotmail.com hotmail.it live.com live.it msn.com yahoo.com yahoo.it ymail.com
  icloud.com me.com mac.com aol.com gmx.com gmx.net mail.com proton.me protonmail.com pm.me tutanota.com zoho.com
  libero.it virgilio.it inwind.it iol.it blu.it giallo.it alice.it tim.it tin.it tiscali.it fastwebnet.it email.it katamail.com
  vodafone.it tele2.it supereva.it aruba.it poste.it
  pec.it arubapec.it legalmail.it postecert.it pecimprese.it casellapec.com mypec.eu pec.libero.it
  sicurezzapostale.it registerpec.it namirialpec.it twtcert.it cert.legalmail.it gigapec.it postacertificata.gov.it
  geopec.it ingpec.eu archiworldpec.it pec.cgn.it consulentidellavoropec.it conafpec.it pec.eppi.it
  postacertificata.notariato.it`.split(/\s+/),
);

const domainOf = (address: string): string => addressKey(address).slice(address.trim().lastIndexOf("@") + 1);

/** Whether two addresses belong to the same firm or household: they share a mail domain of its own. */
export function areColleagues(one: string, other: string): boolean {
  const domain = domainOf(one);
  return one.includes("@") && other.includes("@") && domain === domainOf(other) && !shared.has(domain);
}
