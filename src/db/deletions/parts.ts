import { nilId } from "../../domain/ids.js";

/** No statement may take longer than 45 s, however many rows there are. */
export const rowsAtOnce = 20_000;

export interface Part {
  count: number;
  last: string | null;
}
/** What a statement that takes a part selects from it. @param id the column by which its rows are ordered */
export const lastOf = (id: string): string =>
  `count(*)::int as count, (array_agg(${id} order by ${id} desc))[1] as last`;

/**
 * Goes through rows part by part, in the order of their ids.
 * @param take takes `rowsAtOnce` rows, the first after one, and those with the last one's id, by a statement that returns a `Part`
 * @returns how many there were
 */
export async function partByPart(take: (last: string) => Promise<Part[]>): Promise<number> {
  let total = 0;
  for (let last: string | null = nilId; last !== null; ) {
    const part: Part | undefined = (await take(last))[0];
    total += part?.count ?? 0;
    last = part && part.count >= rowsAtOnce ? part.last : null;
  }
  return total;
}
