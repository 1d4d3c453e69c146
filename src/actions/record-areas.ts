import { z } from "zod";
import type { Table } from "../db/table.js";
import type { Area } from "../domain/permissions.js";

/** The area of each table's records: who may not view the area doesn't reach them through an action of another one. */
const tableAreas: Record<string, Area> = {
  project: "projects",
  project_contact: "projects",
  project_share: "projects",
  submission: "projects",
  task: "tasks",
  thread: "inbox",
  message: "inbox",
  bill_of_quantities: "bills_of_quantities",
  quote_link: "bills_of_quantities",
  contact: "contacts",
  reminder: "reminders",
  document: "documents",
  document_revision: "documents",
  delivery: "documents",
  ai_run: "documents",
  template: "documents",
  stored_file: "documents",
  price_book: "price_books",
};

/** @throws Error for a table that is in no area */
export function areaOf({ name }: Pick<Table, "name">): Area {
  const area = tableAreas[name];
  if (!area) throw new Error(`The table ${name} is in no area: name one in record-areas.ts.`);
  return area;
}

const recordAreas = z.registry<{ areas: readonly Area[] }>();

/** Declares that a schema of results shows a record of these areas. A schema that is derived from it must say so again. */
export function recordOf<S extends z.ZodType>(schema: S, ...areas: [Area, ...Area[]]): S {
  recordAreas.add(schema, { areas });
  return schema;
}

/** The areas of the record that a schema of results shows; undefined if it shows none. */
export const areasShownBy = (schema: z.core.$ZodType): readonly Area[] | undefined => recordAreas.get(schema)?.areas;
