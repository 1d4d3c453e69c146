import { z } from "zod";
import { maxRecords } from "../../db/search/ways.js";
import type { Area } from "../../domain/permissions.js";

const hit = z.object({
  id: z.string(),
  title: z.string(),
  snippet: z.string().nullable().describe("plain text around the match; null: the caller may not view this kind"),
  score: z.number().describe("0 to 1; higher is better"),
  more: z
    .number()
    .optional()
    .describe("of a number that was searched: how many hits of the same project are folded into this one"),
});
const ofProject = { projectId: z.string().nullable() };
const parents = { ...ofProject, contactId: z.string().nullable() };

/** The groups of the search's answer. */
export const groups = {
  projects: z.array(hit.extend({ clientContactId: z.string().nullable() })),
  contacts: z.array(hit),
  threads: z.array(hit.extend(parents)),
  documents: z.array(hit.extend(parents)),
  tasks: z.array(hit.extend(ofProject)),
  reminders: z.array(hit.extend(ofProject)),
  submissions: z.array(hit.extend(ofProject)),
  bills: z.array(hit.extend(ofProject)),
  entries: z.array(hit.extend({ bookId: z.string(), projectId: z.string().nullable().describe("the book's") })),
};
export type Group = keyof typeof groups;
export type Hits = { [G in Group]: z.input<(typeof groups)[G]> };
/** A group of records that belong to a project, or are one. */
export type RecordGroup = Exclude<Group, "entries">;

interface KindOfGroup {
  /** as the index calls it */
  kind: string;
  area: Area;
  /** how many candidates are ranked at most */
  candidates: number;
  /** whether it is searched by its titles alone where its area may not be viewed */
  hasTitles: boolean;
}

/** How many hits of a kind are shown at most: an assistant reads all of them, and the right one is among them nearly always. */
export const mostHits = 10;
const main = { candidates: maxRecords, hasTitles: true };
const further = { candidates: maxRecords / 2, hasTitles: false };

export const kinds: Record<RecordGroup, KindOfGroup> = {
  projects: { kind: "project", area: "projects", ...main },
  contacts: { kind: "contact", area: "contacts", ...main },
  threads: { kind: "thread", area: "inbox", ...main },
  documents: { kind: "document", area: "documents", ...main },
  tasks: { kind: "task", area: "tasks", ...further },
  reminders: { kind: "reminder", area: "reminders", ...further },
  submissions: { kind: "submission", area: "projects", ...further },
  bills: { kind: "bill", area: "bills_of_quantities", ...further },
};
