import { z } from "zod";
import { Project } from "../../db/entities/project.js";
import { StoredFile } from "../../db/entities/stored-file.js";
import { conflict } from "../../domain/errors.js";
import { defineAction } from "../action.js";
import { id, name } from "../schemas.js";
import { fileResult } from "./fields.js";

/**
 * Makes a file of bytes that were uploaded. It isn't in the registry, since its input is no JSON of a caller: the addresses that take
 * uploads carry it out once the bytes are kept, so that permissions, shares, the audit log and idempotency are those of all actions.
 */
export const uploadFile = defineAction({
  name: "upload_file",
  title: { en: "Upload a file", it: "Carica un file" },
  description: "Keeps a file, which messages can then carry.",
  area: "files",
  permissions: ["documents:edit", "inbox:edit"],
  anyPermission: true,
  effect: "create",
  addition: true,

  input: z.strictObject({
    kept: z.object({ id: z.string(), sizeBytes: z.number(), sha256: z.string() }),
    name: name("what it is called"),
    contentType: z.string(),
    projectId: id("the project to file it under").optional(),
    linkId: z.string().optional(),
  }),
  result: fileResult,

  async run({ kept, name, contentType, projectId, linkId }, ctx) {
    const project = await ctx.loadOptional(Project, { projectId });
    if (linkId !== undefined) {
      const used = await ctx.execute(
        "update file_link set used_at = now() where organization_id = $1 and id = $2 and used_at is null returning id",
        linkId,
      );
      if (used.length === 0) throw conflict("This link has been used; make another with create_upload_link.");
    }
    const createdBy = ctx.caller.userId;
    return ctx.insert(StoredFile, {
      ...kept,
      name,
      contentType,
      source: "upload",
      projectId: project?.id ?? null,
      createdBy,
    } as Partial<StoredFile>);
  },
});
