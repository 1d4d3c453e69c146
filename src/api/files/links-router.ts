import Router from "@koa/router";
import type { Context } from "koa";
import type { Logger } from "pino";
import { callerNow } from "../../accounts/callers/caller-now.js";
import { consume, ipKey, type Limits } from "../../accounts/limits/limits.js";
import { secretHash } from "../../accounts/secret-hash.js";
import { authorize } from "../../actions/dispatch/authorize.js";
import type { Execute } from "../../actions/dispatch/execution.js";
import { findFile } from "../../actions/files/find-file.js";
import { uploadFile } from "../../actions/files/upload-file.js";
import type { Queries } from "../../db/database.js";
import { organizationQuery } from "../../db/organization-query.js";
import { ActionError, conflict, methodNotAllowed } from "../../domain/errors.js";
import { type Caller, credentialIdOf } from "../../domain/permissions.js";
import { keepUpload } from "./keep-upload.js";
import { type ReceiveParts, receiveBytes } from "./receive.js";
import { sendFile } from "./send-file.js";

interface LinksParts extends ReceiveParts {
  database: Queries;
  execute: Execute;
  limits: Limits;
  log: Logger;
}

type LinkKind = "download" | "upload";

interface Link {
  id: string;
  kind: LinkKind;
  fileId: string;
  name: string | null;
  projectId: string | null;
  keyId: string | null;
  connectionId: string | null;
  isUsed: boolean;
}

/** `/files/<secret>`: one file to fetch or to bring, for whoever has the address, with the rights that its maker has now. */
export function fileLinksRouter(parts: LinksParts): Router {
  const router = new Router();
  router.get("/files/:secret", async (ctx) => {
    const { link, caller } = await linkOf(ctx, parts, "download");
    await sendFile(
      ctx,
      parts,
      await findFile(organizationQuery(parts.database, caller.organizationId), caller, link.fileId),
    );
  });
  router.put("/files/:secret", async (ctx) => {
    ctx.set("Cache-Control", "no-store");
    const { link, caller } = await linkOf(ctx, parts, "upload");
    if (link.isUsed) throw conflict("This link has been used; make another with create_upload_link.");
    authorize(uploadFile, caller);
    const kept = await receiveBytes(ctx, parts, caller, link.fileId);
    const upload = { kept, name: link.name ?? "", declaredType: ctx.request.type, linkId: link.id };
    await keepUpload(ctx, parts, caller, { ...upload, projectId: link.projectId ?? undefined });
  });
  router.all("/files/:secret", async (ctx) => {
    await linkOf(ctx, parts, null);
  });
  return router;
}

/**
 * @param kind that the request's method is for; null: it is for none
 * @throws not_found, for an ended link as for one that never was; method_not_allowed for one of another kind; rate_limited
 */
async function linkOf(
  ctx: Context,
  { database, limits }: LinksParts,
  kind: LinkKind | null,
): Promise<{ link: Link; caller: Caller }> {
  const [link] = await database.query<Link>(
    `select id, kind, file_id as "fileId", name, project_id as "projectId", key_id as "keyId", connection_id as "connectionId",
       used_at is not null as "isUsed"
     from file_link where secret_sha256 = $1 and expires_at > now()`,
    [secretHash(ctx.params.secret ?? "")],
  );
  const caller = link && (await callerNow(database, link));
  if (!link || !caller) {
    await consume(limits.refusals, ipKey(ctx.ip), "Too many unknown addresses of files from this address");
    throw new ActionError("not_found", "This link is wrong or no longer valid; ask for a new one.", {
      italian:
        "A questo indirizzo non c'è alcun file, oppure il link è scaduto o non è più valido: chiedine uno nuovo a chi te l'ha mandato.",
    });
  }
  await consume(limits.requests, credentialIdOf(caller), "Too many requests with this key or connection");
  if (link.kind !== kind) throw wrongMethod(link.kind);
  return { link, caller };
}

const wrongMethod = (kind: LinkKind): ActionError =>
  kind === "upload"
    ? methodNotAllowed(
        "PUT",
        "This link takes one file, with one PUT; there is nothing to open here.",
        "Questo indirizzo serve a un programma per caricare un file, con una sola richiesta PUT: nel browser non c'è nulla da aprire.",
      )
    : methodNotAllowed("GET, HEAD", "This link downloads a file, with GET; it takes none.");
