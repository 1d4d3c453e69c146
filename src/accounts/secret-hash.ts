import { createHash } from "node:crypto";

/** The form in which a secret of ours is stored: it is random and long, so one fast hash is enough, and a stolen copy of the database opens nothing. */
export const secretHash = (secret: string): Buffer => createHash("sha256").update(secret).digest();
