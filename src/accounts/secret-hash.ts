import { hash } from "node:crypto";

/**
 * The hash by which keys, tokens and session secrets are stored, so that a stolen copy of the database gives no access. They are
 * random and long, so one fast hash is enough.
 */
export const secretHash = (secret: string): Buffer => hash("sha256", secret, "buffer");
