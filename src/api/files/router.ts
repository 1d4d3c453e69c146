import Router from "@koa/router";
import type { Logger } from "pino";
import { authorize } from "../../actions/dispatch/authorize.js";
import type { Execute } from "../../actions/dispatch/execution.js";
import { findFile } from "../../actions/files/find-file.js";
import { uploadFile } from "../../actions/files/upload-file.js";
import type { Queries } from "../../db/database.js";
import { organizationQuery } from "../../db/organization-query.js";
import { methodNotAllowed } from "../../domain/errors.js";
import type { Authenticate } from "../callers/authenticate.js";
import { keepUpload } from "./keep-upload.js";
import { type ReceiveParts, receiveForm } from "./receive.js";
import { sendFile } from "./send-file.js";

interface FilesParts extends ReceiveParts {
  authenticate: Authenticate;
  database: Queries;
  execute: Execute;
  log: Logger;
}

/** `POST /api/rest/files` takes a file; `GET /api/rest/files/{fileId}` sends one, always as a download. For keys and apps' tokens alike. */
export function filesRouter(parts: FilesParts): Router {
  const { authenticate, database } = parts;
  const router = new Router();
  router.post("/api/rest/files", async (ctx) => {
    ctx.set("Cache-Control", "no-store");
    const caller = await authenticate(ctx, "rest", true);
    authorize(uploadFile, caller);
    const { fields, ...received } = await receiveForm(ctx, parts, caller, ["projectId"]);
    await keepUpload(ctx, parts, caller, { ...received, projectId: fields.get("projectId") });
  });
  router.get("/api/rest/files/:fileId", async (ctx) => {
    const caller = await authenticate(ctx, "rest", true);
    const query = organizationQuery(database, caller.organizationId);
    await sendFile(ctx, parts, await findFile(query, caller, ctx.params.fileId ?? ""));
  });
  for (const [place, allowed] of [
    ["/api/rest/files", "POST"],
    ["/api/rest/files/:fileId", "GET, HEAD"],
  ] as const) {
    router.all(place, () => {
      throw methodNotAllowed(allowed, `This address takes only ${allowed}.`);
    });
  }
  return router;
}
