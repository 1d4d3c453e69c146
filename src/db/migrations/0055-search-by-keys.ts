import type { MigrationInterface, QueryRunner } from "typeorm";
import { refreshSearch as formerRefreshSearch, keptContent } from "./search/further-records.js";
import { candidates, candidatesDown, expandWords, refreshSearch } from "./search/keys.js";
import { expandWords as formerExpandWords } from "./search/words.js";

/** The functions that put a statement's words in their place, with other names of the indexes: what they do is as it was. */
const settle = (names: Record<string, string>) => `
  do $do$
  declare
    counting regprocedure;
  begin
    foreach counting in array array['count_price_words()', 'count_written_words(uuid, uuid, uuid)']::regprocedure[] loop
      execute ${Object.entries(names).reduce((text, [from, to]) => `replace(${text}, '${from}', '${to}')`, "pg_get_functiondef(counting)")};
    end loop;
  end $do$;`;

/** The search asks by keys, and counts what each kind of records has of a word. */
export class SearchByKeys0055 implements MigrationInterface {
  name = "SearchByKeys1795305600055" as const;

  async up(db: QueryRunner): Promise<void> {
    await db.query(candidates);
    await db.query(expandWords);
    await db.query(refreshSearch(keptContent.replace("when kind", "when c.kind")));
    // A vector of some thousand characters stays in its row: it is compared with every query that its record may match.
    await db.query("alter table search_record set (toast_tuple_target = 8160)");
    await db.query(settle({ price_book_entry_search: "price_book_entry_key", search_word_part: "search_word_key" }));
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(settle({ price_book_entry_key: "price_book_entry_search", search_word_key: "search_word_part" }));
    await db.query("alter table search_record reset (toast_tuple_target)");
    await db.query(formerRefreshSearch({ content: keptContent }));
    await db.query("drop function expand_words, one_edit");
    await db.query(formerExpandWords);
    await db.query(candidatesDown);
  }
}
