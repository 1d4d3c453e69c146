import type { OrganizationQuery } from "../../db/organization-query.js";
import { countWordsLater, countWrittenWords } from "../../db/prices/count-words.js";
import { nilId } from "../../domain/ids.js";

/** Of 700 characters each they take Postgres a second: so often is told how far it is, and looked whether somebody waits. */
const rowsPerStatement = 5_000;

/** The key by which entries of two editions correspond: the n-th entry of a code, or of a text if there is no code. */
const codeOf = (entry: string): string => `coalesce(${entry}.code, '')`;
const wordsOf = (entry: string): string => `case when ${entry}.code is null then ${entry}.description else '' end`;
const keyOf = (entry: string): string => `${codeOf(entry)} as code, ${wordsOf(entry)} as words`;
const isSame = `(${codeOf("e")}, ${wordsOf("e")}) = (${codeOf("i")}, ${wordsOf("i")})`;
const nth = (order: string): string => `row_number() over (partition by code, words order by ${order}) as nth`;

/**
 * Writes the staged entries to a book, in the transaction of `execute`: one whose code the book has replaces the entry that is there,
 * which keeps its id and notes; the others are added. The n-th of several with one code replaces the n-th.
 * @param written called between the parts, with how many are done
 * @returns false if somebody has deleted an entry that it was to replace, or given it another code or text: then it must not be committed
 */
export async function writeEntries(
  execute: OrganizationQuery,
  bookId: string,
  count: number,
  written: (count: number) => Promise<void>,
): Promise<boolean> {
  await countWordsLater(execute);
  const isMatched = await matchEntries(execute, bookId);
  for (let from = 0; from < count; from += rowsPerStatement) {
    const part = [bookId, from, from + rowsPerStatement] as const;
    if (isMatched) await execute(replace, ...part);
    await execute(isMatched ? addUnmatched : addAll, ...part);
    await written(Math.min(count, from + rowsPerStatement));
  }
  await countWrittenWords(execute, bookId, nilId);
  return !isMatched || (await isStillMatched(execute, bookId));
}

const columns =
  "organization_id, id, book_id, code, category, chapter, description, unit, price, labour_pct, safety_pct, created_at";
// Its chapter is an entry's category as well: by that it is searched, and kept to.
const values =
  "i.id, $2, i.code, i.chapter, i.chapter, i.description, i.unit, i.price, i.labour_pct, i.safety_pct, now()";
const addAll = `insert into price_book_entry (${columns}) select $1, ${values} from incoming_price i where i.n > $3 and i.n <= $4 order by i.n`;
const addUnmatched = `insert into price_book_entry (${columns}) select $1, ${values} from incoming_price i
  where i.n > $3 and i.n <= $4 and not exists (select from matched_price m where m.n = i.n) order by i.n`;
// Unchanged entries aren't written, so a second import of the same edition writes nothing.
const replace = `update price_book_entry e set category = coalesce(i.chapter, e.category), chapter = i.chapter, description = i.description,
    unit = i.unit, price = i.price, labour_pct = i.labour_pct, safety_pct = i.safety_pct
  from matched_price m join incoming_price i using (n)
  where e.organization_id = $1 and e.book_id = $2 and e.id = m.id and m.n > $3 and m.n <= $4 and ${isSame}
    and (e.chapter, e.description, e.unit, e.price, e.labour_pct, e.safety_pct)
      is distinct from (i.chapter, i.description, i.unit, i.price, i.labour_pct, i.safety_pct)`;

/** Finds what the book has already. @returns whether it has anything */
async function matchEntries(execute: OrganizationQuery, bookId: string): Promise<boolean> {
  const [first] = await execute(
    "select id from price_book_entry where organization_id = $1 and book_id = $2 limit 1",
    bookId,
  );
  if (!first) return false;
  await withoutNestedLoops(execute, () =>
    execute(
      `insert into matched_price (n, id)
       select i.n, e.id
       from (select n, code, words, ${nth("n")} from (select i.n, ${keyOf("i")} from incoming_price i) i) i
       join (select id, code, words, ${nth("id")} from (select e.id, ${keyOf("e")} from price_book_entry e
         where e.organization_id = $1 and e.book_id = $2) e) e using (code, words, nth)`,
      bookId,
    ),
  );
  return true;
}

async function isStillMatched(execute: OrganizationQuery, bookId: string): Promise<boolean> {
  const changed = await withoutNestedLoops(execute, () =>
    execute(
      `select from matched_price m join incoming_price i using (n)
       left join price_book_entry e on e.organization_id = $1 and e.book_id = $2 and e.id = m.id and ${isSame}
       where e.id is null limit 1`,
      bookId,
    ),
  );
  return changed.length === 0;
}

/** Without statistics of entries that have just come, the planner would compare each with each. */
async function withoutNestedLoops<T>(execute: OrganizationQuery, query: () => Promise<T>): Promise<T> {
  const nestLoops = (state: "on" | "off") =>
    execute("select set_config('enable_nestloop', $2, true) where $1::uuid is not null", state);
  await nestLoops("off");
  const answer = await query();
  await nestLoops("on");
  return answer;
}
