import { z } from "zod";
import { StoredFile } from "../../db/entities/stored-file.js";
import { fileSources } from "../../domain/files.js";
import { defineAction } from "../action.js";
import { pageOf } from "../results.js";
import { id, paging } from "../schemas.js";
import { exportsInSight } from "./exports-in-sight.js";
import { fileResult } from "./fields.js";
import { isOfDocuments } from "./find-file.js";

export const listFiles = defineAction({
  name: "list_files",
  title: { en: "List files", it: "Elenca i file" },
  description:
    "Lists stored files, newest first: uploads, files of incoming messages, PDFs of issued documents, exports. To download one use create_download_link, or GET /api/rest/files/{id} with the key or token.",
  area: "files",
  permissions: ["documents:view"],
  effect: "read",
  addition: true,

  input: z.strictObject({
    projectId: id("only files that are filed under this project").optional(),
    source: z.enum(fileSources).describe("only files of this origin").optional(),
    ...paging,
  }),
  result: pageOf(fileResult),

  async run({ projectId, source, limit, cursor }, ctx) {
    const inSight = exportsInSight("t", ctx.caller);
    const where = () => [...(ctx.sees("inbox") ? [] : [isOfDocuments("t")]), ...(inSight === null ? [] : [inSight])];
    return ctx.page(StoredFile, { projectId, source }, { limit, cursor, where });
  },
});
