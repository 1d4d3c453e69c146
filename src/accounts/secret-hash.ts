import { hash, randomBytes } from "node:crypto";

/** A secret that nobody can guess: 256 random bits, in 43 characters of base64url. */
export const newSecret = (): string => randomBytes(32).toString("base64url");

/**
 * The hash by which keys, tokens and session secrets are stored, so that a stolen copy of the database gives no access. They are
 * random and long, so one fast hash is enough.
 */
export const secretHash = (secret: string): Buffer => hash("sha256", secret, "buffer");
