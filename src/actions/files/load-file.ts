import { StoredFile } from "../../db/entities/stored-file.js";
import { notFound } from "../../domain/errors.js";
import type { ActionContext } from "../context.js";

/** The stored file with this id. @throws not_found also for what came with messages, if the caller doesn't see the inbox; see `findFile` */
export async function loadFile(ctx: ActionContext, fileId: string): Promise<StoredFile> {
  const file = await ctx.load(StoredFile, { fileId });
  if (file.source === "incoming" && file.projectId === null && !ctx.sees("inbox")) throw notFound("fileId", fileId);
  return file;
}
