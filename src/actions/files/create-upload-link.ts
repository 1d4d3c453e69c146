import { z } from "zod";
import { Project } from "../../db/entities/project.js";
import { newId } from "../../db/new-id.js";
import { forbidden } from "../../domain/errors.js";
import { fileName } from "../../domain/files.js";
import { defineAction } from "../action.js";
import { id, name } from "../schemas.js";
import { linkResult, makeLink } from "./links.js";

export const createUploadLink = defineAction({
  name: "create_upload_link",
  title: { en: "Make an upload link", it: "Crea un collegamento per caricare" },
  description:
    "Returns a url that takes the bytes of one file with one PUT within 15 minutes, without credentials. It ends with the key or connection that made it.",
  area: "files",
  permissions: ["documents:edit", "inbox:edit"],
  anyPermission: true,
  effect: "create",
  addition: true,

  input: z.strictObject({
    name: name("what the file is called, with its extension"),
    projectId: id("the project to file it under").optional(),
  }),
  result: z.object({ ...linkResult, fileId: z.string().describe("the file's id, once its bytes have come") }),

  async run({ name: given, projectId }, ctx) {
    const name = fileName(given);
    const project = await ctx.loadOptional(Project, { projectId });
    if (!project && ctx.sharedWith !== null)
      throw forbidden("Through a share, files are uploaded to the shared project: name it in projectId.");
    const fileId = newId();
    const link = await makeLink(ctx, { kind: "upload", fileId, name, projectId: project?.id ?? null });
    ctx.note({ record: "stored_file", id: fileId, op: "create", after: { name, uploadLinkUntil: link.expiresAt } });
    return { ...link, fileId };
  },
});
