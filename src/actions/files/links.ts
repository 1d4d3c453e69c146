import { z } from "zod";
import { newSecret, secretHash } from "../../accounts/secret-hash.js";
import { newId } from "../../db/new-id.js";
import { minuteMs } from "../../domain/calendar/durations.js";
import type { ActionContext } from "../context.js";
import { instant } from "../results.js";

const linkMinutes = 15;

export const linkResult = {
  url: z.string().describe("needs no other credential; anybody who has it can use it"),
  expiresAt: instant,
};

interface NewLink {
  kind: "download" | "upload";
  fileId: string;
  /** of the file to be uploaded */
  name?: string;
  projectId?: string | null;
}

/** Makes a link that ends after a quarter of an hour, or with the key or connection that asks for it. Only its hash is kept. */
export async function makeLink(
  ctx: ActionContext,
  { kind, fileId, name, projectId }: NewLink,
  write = ctx.execute,
): Promise<{ url: string; expiresAt: Date }> {
  const { keyId, connectionId } = ctx.caller;
  const secret = newSecret();
  const id = newId();
  const expiresAt = new Date(ctx.now.getTime() + linkMinutes * minuteMs);
  await write(
    `insert into file_link (organization_id, id, kind, secret_sha256, file_id, name, project_id, key_id, connection_id, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    id,
    kind,
    secretHash(secret),
    fileId,
    name ?? null,
    projectId ?? null,
    keyId,
    connectionId,
    expiresAt,
  );
  return { url: `${ctx.config.BASE_URL}/files/${secret}`, expiresAt };
}
