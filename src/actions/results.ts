import { z } from "zod";

/** An instant as ISO 8601 text in UTC. */
export const instant = z
  .date()
  .transform((value) => value.toISOString())
  .pipe(z.string().meta({ format: "date-time" }));

/** A value that is left out rather than null: who doesn't use it sees nothing of it. */
export const leftOutIfNull = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => value ?? undefined, schema.optional());

/** What every record has. */
export const recordFields = { id: z.string(), createdAt: instant, updatedAt: instant };
/** A text, or null where there is none. */
export const text = z.string().nullable();

export const deletedResult = z.object({ id: z.string(), deleted: z.literal(true) });

export const pageOf = <R extends z.ZodType>(item: R) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable() });
