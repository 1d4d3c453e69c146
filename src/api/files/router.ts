import Router from "@koa/router";
import type { Logger } from "pino";
import type { Queries } from "../../db/database.js";
import type { Files } from "../../files/files.js";
import type { Authenticate } from "../authenticate.js";
import { findFile } from "./find-file.js";
import { sendFile } from "./send-file.js";

interface FilesParts {
  authenticate: Authenticate;
  database: Queries;
  files: Files;
  log: Logger;
}

/** `GET /api/rest/files/{fileId}`: a stored file of the caller's organization, always as a download. */
export function filesRouter({ authenticate, database, files, log }: FilesParts): Router {
  const router = new Router();
  router.get("/api/rest/files/:fileId", async (ctx) => {
    const caller = await authenticate(ctx, "rest");
    const file = await findFile(database, caller, ctx.params.fileId ?? "");
    sendFile(ctx, { files, log }, { ...file, organizationId: caller.organizationId });
  });
  return router;
}
