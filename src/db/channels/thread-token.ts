import { randomBytes } from "node:crypto";

/** 128 bits that cannot be guessed, in letters and digits of one case: mail programs change the case of addresses. */
export const newThreadToken = (): string => randomBytes(16).toString("hex");
