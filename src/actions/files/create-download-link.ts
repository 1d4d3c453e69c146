import { z } from "zod";
import { defineAction } from "../action.js";
import { fileId } from "./fields.js";
import { findFile } from "./find-file.js";
import { linkResult, makeLink } from "./links.js";

export const createDownloadLink = defineAction({
  name: "create_download_link",
  title: { en: "Make a download link", it: "Crea un collegamento per scaricare" },
  description:
    "Returns a url that downloads a file for 15 minutes without credentials. It ends with the key or connection that made it.",
  area: "files",
  permissions: ["documents:view"],
  effect: "create",
  addition: true,

  input: z.strictObject({ fileId }),
  result: z.object(linkResult),

  async run({ fileId }, ctx) {
    const file = await findFile(ctx.query, ctx.caller, fileId);
    const link = await makeLink(ctx, { kind: "download", fileId: file.id });
    ctx.note({ record: "stored_file", id: file.id, op: "update", after: { downloadLinkUntil: link.expiresAt } });
    return link;
  },
});
