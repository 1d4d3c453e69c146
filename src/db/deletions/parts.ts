import { nilId } from "../../domain/ids.js";

/** No statement may take longer than 45 s, however many rows there are. */
export const rowsAtOnce = 20_000;

interface Part {
  count: number;
  last: string | null;
}
/** What a statement that takes a part returns. @param id the column by which the rows of `part` are ordered */
export const partOf = (id: string): string =>
  `select count(*)::int as count, (array_agg(${id} order by ${id} desc))[1] as last from part`;

/**
 * Goes through rows part by part, in the order of their ids.
 * @param take takes `rowsAtOnce` rows, the first after one, by a statement that returns `partOf` them
 * @returns how many there were
 */
export async function partByPart(take: (last: string) => Promise<Part[]>): Promise<number> {
  let total = 0;
  for (let last: string | null = nilId; last !== null; ) {
    const part: Part | undefined = (await take(last))[0];
    total += part?.count ?? 0;
    last = part?.count === rowsAtOnce ? part.last : null;
  }
  return total;
}
