import { z } from "zod";
import { rowsAtOnce } from "../../db/deletions/parts.js";
import { Contact } from "../../db/entities/contact.js";
import type { ColumnUpdate } from "../../db/unit-of-work.js";
import { contactDetails } from "../../domain/contacts/contact-details.js";
import { nationalNumber } from "../../domain/contacts/national-number.js";
import { invalidAt } from "../../domain/errors.js";
import { addressKey } from "../../domain/messages/mail.js";
import { normalized } from "../../domain/text/normalized.js";
import { holdsText } from "../../domain/text/occurrences.js";
import { shortened } from "../../domain/text/shortened.js";
import { hasAtMost, maxCharacters } from "../../domain/text/text-limits.js";
import type { Warning } from "../../domain/warning.js";
import { defineAction } from "../action.js";
import type { ActionContext } from "../context.js";
import { keepDeleted } from "../deletions/keep-deleted.js";
import { id } from "../schemas.js";
import { ifAny, warningsIfAny } from "../warning-results.js";
import { contactResult } from "./results.js";

export const mergeContacts = defineAction({
  name: "merge_contacts",
  title: { en: "Merge two contacts", it: "Unisce due contatti" },
  description:
    "Merges a duplicate (sourceId) into the contact that survives (targetId): moves its threads, projects and documents, fills the survivor's empty fields, adds its notes to the survivor's, and deletes the duplicate. restore_record undoes it: what is still with the survivor moves back, and filled fields are emptied if unchanged.",
  area: "contacts",
  permissions: ["contacts:edit", "contacts:delete"],
  effect: "delete",

  input: z.strictObject({
    targetId: id("the contact that survives"),
    sourceId: id("the duplicate, which is deleted"),
  }),
  result: contactResult.extend({
    moved: z.object({ threads: z.number(), projects: z.number(), documents: z.number() }).describe("how many of each"),
    warnings: warningsIfAny,
  }),

  async run({ targetId, sourceId }, ctx) {
    const both = [await ctx.load(Contact, { targetId }), await ctx.load(Contact, { sourceId })].map(({ id }) => id);
    if (both[0] === both[1]) throw invalidAt("/sourceId", "is the target itself; give the id of its duplicate");
    // Locked, so that nothing new refers to the source until it is deleted; and read again, since another merge may have taken either contact.
    await ctx.execute("select from contact where organization_id = $1 and id = any ($2) order by id for update", both);
    const target = await ctx.load(Contact, { targetId });
    const source = await ctx.load(Contact, { sourceId });
    fillFrom(ctx, target, source);
    ctx.delete(source);
    const documents = await repoint(ctx, "document", "contact_id", target, source);
    const threads = await repoint(ctx, "thread", "contact_id", target, source);
    const asClient = await repoint(ctx, "project", "client_contact_id", target, source);
    const { links, projectIds } = await repointProjectContacts(ctx, target, source);
    await keepDeleted(ctx, {
      kind: "contact",
      id: source.id,
      title: `${source.name} (unito a ${target.name})`,
      undoing: { moved: [...documents, ...threads, ...asClient, ...links], together },
    });
    const projects = new Set([...asClient.map(({ id }) => id), ...projectIds]).size;
    const moved = { threads: threads.length, projects, documents: documents.length };
    return { ...target, moved, ...ifAny(droppedWarnings(target, source)) };
  },
});

/** The target's empty fields that the source fills. */
const filledIn = ["company", "pec", ...contactDetails] as const;

/** Names the source's values where the target has others: nobody finds the contact by them any more. */
function droppedWarnings(target: Contact, source: Contact): Warning[] {
  const dropped = (["name", ...filledIn, "notes"] as const).filter((field) => {
    const [kept, other] = [normalized(target[field] ?? ""), normalized(source[field] ?? "")];
    return field === "notes" ? !holdsText(kept, other) : other !== "" && kept !== other;
  });
  if (dropped.length === 0) return [];
  const named = dropped.map((field) => `${field} «${shortened(source[field] ?? "", 80)}»`).join(", ");
  return [
    {
      code: "not_taken_over",
      pointer: "/sourceId",
      detail: `The survivor keeps its own where the duplicate said otherwise: ${named}.`,
      suggestion:
        "Correct the survivor with update_contact or set_contact_details, or add to its notes what is to be kept.",
    },
  ];
}

/** The first address of a list is also the single one. */
const together = [
  ["email", "emails"],
  ["phone", "phones"],
];

/** The values without duplicates, however they are written; the first of each is kept. */
function distinct(addresses: readonly string[], keyOf: (address: string) => string): string[] {
  const keys = addresses.map(keyOf);
  return addresses.filter((_, index) => keys.indexOf(keys[index] as string) === index);
}

const phoneKey = (phone: string): string => nationalNumber(phone).replace(/\D/g, "").replace(/^00/, "") || phone;

/** The notes of both, the target's first; only the target's if they contain the source's, or if both together are too long. */
function bothNotes({ notes: target }: Contact, { notes: source }: Contact): string | null {
  if (target === null || source === null) return target ?? source;
  const both = `${target}\n\n${source}`;
  return holdsText(target, source) || !hasAtMost(both, maxCharacters.note) ? target : both;
}

/**
 * Fills the target from the source: lists and notes are united, the target's first; other fields are taken only if the target's
 * are empty.
 */
function fillFrom(ctx: ActionContext, target: Contact, source: Contact): void {
  const emails = distinct([...target.emails, ...source.emails], addressKey);
  const phones = distinct([...target.phones, ...source.phones], phoneKey);
  ctx.update(target, {
    ...Object.fromEntries(filledIn.map((field) => [field, target[field] ?? source[field]])),
    notes: bothNotes(target, source),
    emails,
    email: emails[0] ?? null,
    phones,
    phone: phones[0] ?? null,
  });
}

type Column = ["document" | "thread", "contact_id"] | ["project", "client_contact_id"];

/** Makes all rows of a table that refer to the source refer to the target instead. @returns the changes */
async function repoint(
  ctx: ActionContext,
  ...[table, column, target, source]: [...Column, Contact, Contact]
): Promise<ColumnUpdate[]> {
  const rows: { id: string }[] = [];
  // Those that are moved aren't found again. Locked, so that what others give to another contact meanwhile isn't counted nor moved.
  for (let count = rowsAtOnce; count === rowsAtOnce; ) {
    const moved = await ctx.execute<{ id: string }>(
      `update ${table} set ${column} = $2, updated_at = $4, version = version + 1 where organization_id = $1 and id = any(array(
         select id from ${table} where organization_id = $1 and ${column} = $3 limit ${rowsAtOnce} for no key update)) returning id`,
      target.id,
      source.id,
      ctx.now,
    );
    rows.push(...moved);
    count = moved.length;
  }
  const field = column === "contact_id" ? "contactId" : "clientContactId";
  for (const { id } of rows) {
    ctx.note({ record: table, id, op: "update", before: { [field]: source.id }, after: { [field]: target.id } });
  }
  return rows.map(({ id }) => pointed(table, id, column, target, source));
}

const pointed = (table: string, id: string, column: string, target: Contact, source: Contact): ColumnUpdate => ({
  table,
  id,
  before: { [column]: source.id },
  after: { [column]: target.id },
});

/**
 * Shows the target on the source's projects. If a project showed both, the source's link is deleted with the source.
 * @returns the changes, and the ids of all these projects
 */
async function repointProjectContacts(
  ctx: ActionContext,
  target: Contact,
  source: Contact,
): Promise<{ links: ColumnUpdate[]; projectIds: string[] }> {
  const links = await ctx.query<{ projectId: string }>(
    `select project_id as "projectId" from project_contact where organization_id = $1 and contact_id = $2`,
    source.id,
  );
  const moved = await ctx.execute<{ id: string }>(
    `update project_contact link set contact_id = $2, updated_at = $4, version = version + 1
     where organization_id = $1 and contact_id = $3 and not exists (
       select from project_contact other
       where other.organization_id = $1 and other.project_id = link.project_id and other.contact_id = $2)
     returning id`,
    target.id,
    source.id,
    ctx.now,
  );
  for (const { id } of moved) {
    const [before, after] = [{ contactId: source.id }, { contactId: target.id }];
    ctx.note({ record: "project_contact", id, op: "update", before, after });
  }
  return {
    links: moved.map(({ id }) => pointed("project_contact", id, "contact_id", target, source)),
    projectIds: links.map(({ projectId }) => projectId),
  };
}
