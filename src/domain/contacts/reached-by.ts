interface Reached {
  phone: string | null;
  email: string | null;
  pec: string | null;
}

/** A value after its label, as `PEC studio@pec.test`; "" if there is none. */
export const labelled = (label: string, value: string | null): string => (value?.trim() ? `${label} ${value}` : "");

/** Parts of one line, without those that are "". */
export const joined = (parts: string[]): string => parts.filter((part) => part !== "").join(" · ");

/** How a firm is reached: telephone and e-mail, and its PEC, as its letterhead and mails say it; "" for what it hasn't given. */
export const reachedBy = ({ phone, email, pec }: Reached): [ordinary: string, pec: string] => [
  joined([labelled("Tel.", phone), email ?? ""]),
  labelled("PEC", pec),
];
