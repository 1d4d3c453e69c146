import { StoredFile } from "../../db/entities/stored-file.js";
import { notFound } from "../../domain/errors.js";
import type { ActionContext } from "../context.js";
import { requireInSight } from "./exports-in-sight.js";

/** The stored file with this id. @throws not_found also for what is in the caller's sight by none of the ways of `findFile` */
export async function loadFile(ctx: ActionContext, fileId: string): Promise<StoredFile> {
  const file = await ctx.load(StoredFile, { fileId });
  if (file.source === "incoming" && file.projectId === null && !ctx.sees("inbox")) throw notFound("fileId", fileId);
  await requireInSight(ctx, "fileId", file);
  return file;
}
