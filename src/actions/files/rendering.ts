import { idIn } from "../../contracts/workflow-contract.js";
import { StoredFile } from "../../db/entities/stored-file.js";
import { rateLimited, unprocessable } from "../../domain/errors.js";
import type { ActionContext } from "../context.js";
import { makeLink } from "./links.js";

/** PDFs and exports together. */
const maxWaiting = 20;

/** @throws rate_limited if too many of the organization's files wait to be made */
export async function refuseTooMany(ctx: ActionContext): Promise<void> {
  const [waiting] = await ctx.query<{ count: number }>(
    `select count(*)::int as count from rendering
     where organization_id = $1 and done_at is null and created_at > now() - interval '10 minutes'`,
  );
  if ((waiting?.count ?? 0) < maxWaiting) return;
  throw rateLimited(`${maxWaiting} files are waiting to be made; try again in a moment.`, 5);
}

/** A file with a link that downloads it. @param write unset: in the commit of the action */
export const withLink = async (ctx: ActionContext, file: StoredFile, write?: ActionContext["query"]) => ({
  file,
  url: (await makeLink(ctx, { kind: "download", fileId: file.id }, write)).url,
});

/** The `finish` of an action that answers with a file which a workflow makes. @param what the file, as its errors call it */
export const finishWithFile = (what: "file" | "PDF") => ({
  awaits: ({ workflowId }: { workflowId?: string | undefined }) => workflowId ?? null,
  async read({ workflowId = "" }: { workflowId?: string | undefined }, ctx: ActionContext) {
    const [made] = await ctx.query<{ fileId: string | null; error: string | null }>(
      `select file_id as "fileId", error from rendering where organization_id = $1 and id = $2`,
      idIn(workflowId),
    );
    if (!made?.fileId) throw unprocessable(`The ${what} was not made: ${made?.error ?? "it was given up"}.`);
    const file = await ctx.follow(StoredFile, made.fileId);
    if (!file) throw unprocessable(`The ${what} doesn't exist any more; call again to make it anew.`);
    // Nothing else is written here, so there is no transaction to be part of.
    return { ...(await withLink(ctx, file, ctx.query)), workflowId };
  },
});
