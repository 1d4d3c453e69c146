import { z } from "zod";
import type { StoredFile } from "../../db/entities/stored-file.js";
import { hasAttachment } from "../../db/has-attachment.js";
import { conflict } from "../../domain/errors.js";
import { defineAction } from "../action.js";
import type { ActionContext } from "../context.js";
import { hold, keepDeleted } from "../deletions/keep-deleted.js";
import { deletedResult } from "../results.js";
import { fileId } from "./fields.js";
import { loadFile } from "./load-file.js";

export const deleteFile = defineAction({
  name: "delete_file",
  title: { en: "Delete a file", it: "Elimina un file" },
  description:
    "Deletes a file, unless a message or a document's revision has it. restore_record brings it back within 30 days.",
  area: "files",
  permissions: ["documents:delete"],
  effect: "delete",
  addition: true,

  input: z.strictObject({ fileId }),
  result: deletedResult,

  async run({ fileId }, ctx) {
    const file = await loadFile(ctx, fileId);
    await hold(ctx, "file", file.id);
    const holder = await holderOf(ctx, file);
    if (holder) throw conflict(`${holder}; a file can't be deleted while something has it.`);
    ctx.delete(file);
    return keepDeleted(ctx, { kind: "file", id: file.id, title: file.name });
  },
});

/** What has a file, in words; undefined: nothing has. */
async function holderOf(ctx: ActionContext, { id, source }: StoredFile): Promise<string | undefined> {
  const [revision] = await ctx.query<{ documentId: string; number: string; revision: number }>(
    `select r.document_id as "documentId", r.number, r.revision from revision_pdf p
       join document_revision r on r.organization_id = p.organization_id and r.id = p.revision_id
     where p.organization_id = $1 and p.file_id = $2`,
    id,
  );
  if (revision)
    return `It is the PDF of ${revision.number}, revision ${revision.revision} of the document ${revision.documentId}`;
  const has = [hasAttachment("message", "$2::text")];
  // The mail itself, or a receipt of it: only what came can be that.
  if (source === "incoming")
    has.push("raw_file_id = $2::uuid", "receipts @> jsonb_build_array(jsonb_build_object('fileId', $2::text))");
  const [message] = await ctx.query<{ id: string; threadId: string | null }>(
    `select id, thread_id as "threadId" from message where organization_id = $1 and ((${has.join(") or (")})) limit 1`,
    id,
  );
  if (!message) return undefined;
  if (!ctx.sees("inbox")) return "A message has it";
  return `The message ${message.id}${message.threadId ? ` of the thread ${message.threadId}` : ""} has it`;
}
