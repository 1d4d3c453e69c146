import { mayBeMeant } from "../meant-stems.js";
import { endings, isWord, mostLookedAt, take, takeParts, takeTypos } from "../price-search/words.js";

const beginningsOfEndings = [
  ...new Set(endings.split(" ").flatMap((ending) => [...ending].map((_, n) => ending.slice(0, n + 1)))),
];

const hasPart = (part: string, pattern: string) =>
  `select w.lexeme, w.entries from search_word w
            where part_keys(right(w.organization_id::text, 8) || w.area, w.lexeme) @> array(select scope || substr(${part}, n, 3) from generate_series(1, length(${part}) - 2) n)
              and w.organization_id::text = organization::text and w.area || '' = 'prices' and w.lexeme like ${pattern} limit ${mostLookedAt}`;

/** As before, with less to be made ready for a word that is known as it is, and without a statement for what an ending may be. */
export const quickPriceWords = `
  create or replace function price_words(organization uuid, query text, every_reading boolean)
  returns table (place integer, sought text, near text, entries bigint) stable parallel safe rows 5 language plpgsql as $$
  declare
    raw text;
    stem text;
    root text;
    half integer;
    lexemes text[];
    nearest integer;
    more text[];
    more_entries bigint;
    meant text[];
    plain text := search_text(left(query, 2000));
    compact text;
    scope text := right(organization::text, 8) || 'prices';
    last constant text := U&'\\+10FFFF';
  begin
    place := 0;
    if plain like '% %' and length(plain) - length(translate(plain, '0123456789', '')) >= 4 then
      compact := replace(left(plain, 200), ' ', '');
      if length(compact) between 5 and 40 then
        lexemes := '{}';
        nearest := 0;
        entries := 0;
        ${take(hasPart("compact", "'%' || compact || '%'"))}
        if nearest > 0 then
          sought := any_lexeme(lexemes);
          near := sought;
          return next;
        end if;
      end if;
    end if;
    for raw, stem, more_entries in
      select t.raw, t.stem, (select w.entries from search_word w where ${isWord("t.stem")}) from (
        select min(r.raw) as raw, (tsvector_to_array(to_tsvector('pratica_it', r.raw)))[1] as stem, min(r.n) as n
        from string_to_table(plain, ' ') with ordinality r (raw, n) group by 2) t
      where length(t.stem) between 1 and 64 order by t.n limit 16
    loop
      place := place + 1;
      if more_entries is not null and not every_reading then
        sought := '(''' || stem || ''')';
        near := sought;
        entries := more_entries;
        return next;
        continue;
      end if;
      lexemes := '{}';
      nearest := 0;
      entries := 0;
      if more_entries is not null then
        lexemes := array[stem];
        nearest := 1;
        entries := more_entries;
      end if;
      raw := unaccent(raw);

${takeParts(hasPart("root", "'_%' || root || '%'"), `position(' ' || substr(raw, half + 1) || ' ' in ' ${beginningsOfEndings.join(" ")} ') = 0`)}

${takeTypos(`
        if nearest = 0 and ${mayBeMeant("raw")} then
          meant := meant_stems(raw);
          ${take(
            "select w.lexeme, w.entries from search_word w where w.organization_id = organization and w.area = 'prices' and w.lexeme = any (meant)",
            "w.entries desc nulls last, w.lexeme limit 5",
          )}`)}
      end if;
      continue when nearest = 0;
      sought := any_lexeme(lexemes);
      near := case when nearest = cardinality(lexemes) then sought else any_lexeme(lexemes[1:nearest]) end;
      return next;
    end loop;
  end $$;
`;
