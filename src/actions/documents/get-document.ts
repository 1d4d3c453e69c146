import { z } from "zod";
import { Document } from "../../db/entities/document.js";
import { defineAction } from "../action.js";
import { omitted } from "../embedded-records.js";
import { instant } from "../results.js";
import { aiRunResult, latestRuns } from "./ai-run-results.js";
import { docId, presentDocument } from "./fields.js";
import { documentResult } from "./results.js";

const revision = z.object({
  revision: z.number(),
  number: z.string(),
  issuedAt: instant,
  sha256: z.string().describe("SHA-256 of the content's canonical JSON, hex"),
  content: z.looseObject({}).describe("everything that a reader of the issued document sees"),
  pdf: z
    .object({ fileId: z.string(), sha256: z.string() })
    .nullable()
    .describe("the stored PDF, once it has been rendered"),
});

export const getDocument = defineAction({
  name: "get_document",
  title: { en: "Read a document", it: "Legge un documento" },
  description:
    "Returns a document with its revisions, each with its frozen content, and the language model's runs on it.",
  area: "documents",
  permissions: ["documents:view"],
  effect: "read",
  addition: true,
  readWholeBy: "render_document with revision null, then read_file",

  input: z.strictObject({ docId }),
  result: documentResult.extend({
    revisions: z.array(revision),
    aiRuns: z.array(aiRunResult).describe("the latest 20, newest first"),
    omitted,
  }),

  async run({ docId }, ctx) {
    const document = await ctx.load(Document, { docId });
    const revisions = await ctx.query<z.input<typeof revision>>(
      `select r.revision, r.number, r.issued_at as "issuedAt", r.sha256, r.content,
         case when p.file_id is null then null else json_build_object('fileId', p.file_id, 'sha256', p.sha256) end as pdf
       from document_revision r left join revision_pdf p on p.organization_id = r.organization_id and p.revision_id = r.id
       where r.organization_id = $1 and r.document_id = $2 order by r.revision`,
      docId,
    );
    return { ...presentDocument(document), revisions, aiRuns: await latestRuns(ctx, document) };
  },
});
