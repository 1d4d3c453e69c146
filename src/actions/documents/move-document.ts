import { z } from "zod";
import { Document } from "../../db/entities/document.js";
import { Project } from "../../db/entities/project.js";
import { QuoteLink } from "../../db/entities/quote-link.js";
import { Reminder } from "../../db/entities/reminder.js";
import { conflict } from "../../domain/errors.js";
import { type DocumentKind, documentKinds } from "../../domain/vocabulary.js";
import { defineAction } from "../action.js";
import type { ActionContext } from "../context.js";
import { signalWatchers } from "../reminders/plan.js";
import { id, idOf } from "../schemas.js";
import { signalExpiry } from "./expiry.js";
import { docId, presentDocument } from "./fields.js";
import { documentResult } from "./results.js";

export const moveDocument = defineAction({
  name: "move_document",
  title: { en: "Move a document", it: "Sposta un documento" },
  description:
    "Moves a document with its open follow-ups to another project, or to none; also changes its kind, if it was never issued. Issued revisions keep their content. The thread it was sent in stays where it is filed.",
  area: "documents",
  permissions: ["documents:edit"],
  effect: "update",
  closedToGuests: true,
  idempotent: true,
  addition: true,

  input: z.strictObject({
    docId,
    projectId: id('the project that it belongs to; "" for none').optional(),
    kind: z.enum(documentKinds).describe("what kind of document it is; only while it was never issued").optional(),
  }),
  result: documentResult,

  async run({ docId, projectId, kind }, ctx) {
    // Locked, so that no link is added meanwhile that the new project or kind forbids.
    const document = await ctx.lock(Document, { docId });
    const project = await ctx.loadOptional(Project, { projectId });
    const newKind = kind === document.kind ? undefined : kind;
    if (newKind && document.latestRevision > 0) throw wasIssued(document);
    const moved = { kind: newKind, projectId: idOf(project) };
    await requireLinksAllow(ctx, document, moved);
    const before = document.projectId;
    ctx.update(document, moved);
    if (document.projectId !== before) {
      signalExpiry(ctx, document);
      await moveFollowUps(ctx, document, before);
    }
    return presentDocument(document);
  },
});

const wasIssued = ({ kind, number }: Document) =>
  conflict(
    `The document was issued as ${kind} ${number}, so its kind can't change; make a new document with save_as_template and create_document_from_template.`,
  );

/** A quote covers lines of a bill in its own project. @throws conflict if the document covers any, and the move or the new kind would break that */
async function requireLinksAllow(
  ctx: ActionContext,
  document: Document,
  { kind, projectId }: { kind: DocumentKind | undefined; projectId: string | null | undefined },
): Promise<void> {
  if (kind === undefined && !projectId) return;
  const links = await ctx.all(QuoteLink, { docId: document.id });
  const isElsewhere = projectId && links.some((link) => link.projectId !== projectId);
  if (!isElsewhere && (kind === undefined || links.length === 0)) return;
  throw conflict(
    `The quote covers lines of a bill of quantities${isElsewhere ? " of another project" : ""}; remove these links with unlink_quote_line first (get_bill_of_quantities lists them).`,
  );
}

/** Moves the document's open follow-ups along, if they were in its project. */
async function moveFollowUps(ctx: ActionContext, { id, projectId }: Document, before: string | null): Promise<void> {
  const reminders = await ctx.all(Reminder, { documentId: id });
  for (const reminder of reminders.filter((each) => each.isOpen && each.projectId === before)) {
    ctx.update(reminder, { projectId });
    await signalWatchers(ctx, reminder);
  }
}
