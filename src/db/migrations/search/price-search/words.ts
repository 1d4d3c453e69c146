/** What Italian stems lose. A part of a word may end within it: "onsolidamen" is in "consolidamento", whose stem is "consolid". */
export const endings =
  "amento amenti imento imenti amente azione azioni izione izioni uzione uzioni atore atori atrice atrici anza anze enza enze ante anti ente enti abile abili ibile ibili ico ica ici iche ismo ismi ista iste isti oso osa osi ose ivo iva ivi ive logia logie ato ata ati ate ito ita iti ite uto uta uti ute are ere ire ando endo";

/** So many beginnings and parts are looked at, of which the shortest are taken. */
export const mostLookedAt = 2_000;
/** Half of a short word may be the half of too many others. If it is of more, everything that the word may have been is looked up. */
const mostCompared = 400;

/** Two indexes begin with organization and area: the order says which one serves, also while nothing is known of the table's contents. */
const words = (from: string, to: string, what: string, until = "<") =>
  `w.organization_id = organization and w.area = 'prices' and ${what} >= ${from} and ${what} ${until} ${to} order by ${what}`;
/** The word itself; the empty one counts all entries. */
export const isWord = (lexeme: string) => `${words(lexeme, lexeme, "w.lexeme", "<=")} limit 1`;
const beginsWith = (beginning: string) => words(beginning, `${beginning} || last`, "w.lexeme");
const endsWith = (end: string) =>
  words(`reverse(${end}) collate "C"`, `reverse(${end}) || last collate "C"`, "reverse(w.lexeme)");

/** Takes a reading: the lexemes of a query, and how many entries have them. */
export const take = (rows: string, order = "length(w.lexeme), w.lexeme limit 20") =>
  `select array_agg(w.lexeme), sum(w.entries) into more, more_entries from (
            select w.lexeme::text, w.entries from (${rows}) w where w.lexeme <> all (lexemes) order by ${order}) w;
          if more is not null then
            if nearest = 0 then nearest := cardinality(more); end if;
            lexemes := lexemes || more;
            entries := entries + more_entries;
          end if;`;

/** As `one_typo`, which isn't asked for each of the hundreds that differ in two letters: two that are swapped are the same letters. */
const isTypo = (a: string, b: string) =>
  `levenshtein_less_equal(${a}, ${b}, 2) <= case when length(${a}) = length(${b}) and translate(${a}, ${b}, '') = '' then 2 else 1 end and one_typo(${a}, ${b})`;

/**
 * The words that begin as a word or have it in them: as it is written, then by its stem.
 * @param ofPart the words with `root` in them
 * @param isNoEnding whether what follows the first `half` letters of a word begins no ending
 */
export const takeParts = (
  ofPart: string,
  isNoEnding: string,
) => `      -- A part of a word has no ending of its own to be stemmed: "ossi" is in "Rossi", whose stem is "ross".
      for pass in 1 .. case when length(stem) < 2 then 0 when raw = stem then 1 else 2 end loop
        exit when nearest > 0 and not every_reading;
        root := case pass when 1 then raw else stem end;
        if length(root) > 3 then root := regexp_replace(root, '[aeio]$', ''); end if;
        ${take(`select w.lexeme, w.entries from search_word w where w.lexeme <> stem and ${beginsWith("root")} limit ${mostLookedAt}`)}
        exit when nearest > 0 and not every_reading;

        if length(root) >= 3 then
          ${take(ofPart)}
          exit when nearest > 0 and not every_reading;
        end if;
        exit when pass = 2;

        for half in reverse length(raw) - 2 .. greatest(4, length(raw) / 2) loop
          continue when ${isNoEnding};
          ${take(`select w.lexeme, w.entries from search_word w where w.lexeme <> stem and ${endsWith("left(raw, half)")} limit ${mostLookedAt}`)}
          exit when more is not null;
        end loop;
      end loop;`;

/** @param otherwise what else is tried where these are none */
export const takeTypos = (
  otherwise = "",
) => `      -- One edit leaves the first or the last half of a word as it was. A typo at the end may also have kept the stem
      -- from being found: then the stem meant is where the raw word begins.
      if (nearest = 0 or every_reading) and length(stem) >= 4 and stem !~ '[0-9]' then
        half := (length(stem) - 1) / 2;
        meant := null;
        if stem ~ '^[a-z]{4,7}$' and ${mostCompared} = (
          select count(*) from (select from search_word w where ${beginsWith("left(stem, half)")} limit ${mostCompared}) known)
        then
          meant := array(
            select one_edit(stem)
            union
            select same_length from generate_series(greatest(5, ceil(length(raw) * 0.6)::integer), length(raw) - 1) n,
              one_edit(left(raw, n)) same_length where length(same_length) = n);
        end if;
        ${take(
          `select c.lexeme, c.entries from (
              select w.lexeme, w.entries from search_word w where meant is not null and w.organization_id = organization
                and w.area = 'prices' and w.lexeme = any (meant)
              union all
              (select w.lexeme, w.entries from search_word w where meant is null and ${beginsWith("left(stem, half)")})
              union all
              (select w.lexeme, w.entries from search_word w
                where meant is null and not (w.lexeme >= left(stem, half) and w.lexeme < left(stem, half) || last)
                  and ${endsWith("right(stem, half)")})
            ) c
            where c.lexeme <> stem and case
              when abs(length(c.lexeme) - length(stem)) <= 1 then ${isTypo("c.lexeme", "stem")}
              else length(c.lexeme) between greatest(5, length(raw) * 0.6) and length(raw) - 1
                and ${isTypo("c.lexeme", "left(raw, length(c.lexeme))")} end`,
          "levenshtein(w.lexeme, left(raw, length(w.lexeme))), w.entries desc nulls last, w.lexeme limit 5",
        )}${otherwise}
      end if;`;

/**
 * What each word of a query may stand for among an organization's prices, as `expand_words` has it, in fewer statements, and each word in
 * one row: as `tsquery` everything, and what is nearest. A beginning or part is first sought as it is written, then without the ending that
 * its stem loses.
 */
export const priceWords = `
  create or replace function any_lexeme(lexemes text[]) returns text immutable parallel safe language sql
    return '(' || array_to_string(array(
      select '''' || replace(replace(lexeme, '\\', '\\\\'), '''', '''''') || '''' from unnest(lexemes) lexeme), ' | ') || ')';

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
    compact text := replace(left(plain, 200), ' ', '');
    scope text := right(organization::text, 8) || 'prices';
    last constant text := U&'\\+10FFFF';
  begin
    if plain like '% %' and length(compact) between 5 and 40 and length(regexp_replace(compact, '[^0-9]', '', 'g')) >= 4 then
      place := 0;
      lexemes := '{}';
      nearest := 0;
      entries := 0;
      ${take(`select w.lexeme, w.entries from search_word w
            where part_keys(right(w.organization_id::text, 8) || w.area, w.lexeme) @> part_keys(scope, compact)
              and w.organization_id::text = organization::text and w.area || '' = 'prices' and w.lexeme like '%' || compact || '%' limit ${mostLookedAt}`)}
      if nearest > 0 then
        sought := any_lexeme(lexemes);
        near := sought;
        return next;
      end if;
    end if;
    place := 0;
    for raw, stem, more_entries in
      select min(t.raw), t.stem, (select w.entries from search_word w where ${isWord("t.stem")}) from (
        select unaccent(r.raw) as raw, (tsvector_to_array(search_vector(r.raw)))[1] as stem, r.n
        from string_to_table(plain, ' ') with ordinality r (raw, n) offset 0) t
      where length(t.stem) between 1 and 64 group by t.stem order by min(t.n) limit 16
    loop
      place := place + 1;
      lexemes := '{}';
      nearest := 0;
      entries := 0;
      if more_entries is not null then
        lexemes := array[stem];
        nearest := 1;
        entries := more_entries;
      end if;

${takeParts(
  `select w.lexeme, w.entries from search_word w
              where part_keys(right(w.organization_id::text, 8) || w.area, w.lexeme) @> part_keys(scope, root)
                and w.organization_id::text = organization::text and w.area || '' = 'prices' and w.lexeme like '_%' || root || '%' limit ${mostLookedAt}`,
  `not exists (select from string_to_table('${endings}', ' ') e where starts_with(e, substr(raw, half + 1)))`,
)}

${takeTypos()}
      continue when nearest = 0;
      sought := any_lexeme(lexemes);
      near := case when nearest = cardinality(lexemes) then sought else any_lexeme(lexemes[1:nearest]) end;
      return next;
    end loop;
  end $$;
`;
