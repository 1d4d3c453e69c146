import { addressParser } from "postal-mime";
import { headerText } from "./header-fields.js";

export interface MailAddress {
  /** `""` where there is none */
  name: string;
  address: string;
}

/** Each of them, groups opened; what isn't an address is left out. */
export function mailAddresses(values: string[] | undefined): MailAddress[] {
  return (values ?? []).flatMap((value) =>
    addressParser(value, { flatten: true }).flatMap(({ name, address }) => {
      const plain = headerText(address ?? "", 320).replace(/\s+/g, "");
      return /^[^@]+@[^@]+$/.test(plain) ? [{ name: headerText(name, 300), address: plain }] : [];
    }),
  );
}
