import { mayBeMeant } from "../meant-stems.js";
import { settings } from "../price-search/matches.js";
import { isTypo, mostLookedAt, words } from "../readings.js";

/** Half of a word may be the half of too many others to compare it with each. */
const mostCompared = 400;
const beginsWith = (beginning: string) => `w.lexeme >= ${beginning} and w.lexeme < ${beginning} || last`;
const endsWith = (ending: string) =>
  `reverse(w.lexeme) >= reverse(${ending}) collate "C" and reverse(w.lexeme) < reverse(${ending}) || last collate "C"`;

/** The words that a function reads, and what it is called. */
interface Vocabulary {
  /** how it begins */
  head: string;
  /** what it knows beside its parameters, and reads before all else */
  declared: string;
  begun: string;
  /** rows `w` with a `lexeme`, after `from`, to which conditions are added with `and`; and their order in the index */
  words: string;
  order: string;
  /** the words with a part, from those `s` that have its keys */
  withKeys: (keyed: string, pattern: string) => string;
}

/** Whether a word is in a record of the kinds. */
const isOfKinds = (word: string) =>
  `exists (select from search_kind_word k where k.organization_id = organization and k.kind = any (kinds) and k.lexeme = ${word}.lexeme)`;

const ofAll: Vocabulary = {
  head: "create or replace function record_terms(organization uuid, query text, kinds text[], extent text)",
  declared: "",
  begun: "",
  words,
  order: "w.organization_id, w.area, w.lexeme",
  withKeys: (keyed) => keyed,
};

/** Takes a reading of a word. */
const take = (reading: string, rows: string, order = "length(w.lexeme), w.lexeme limit 20") => `
        more := array(select w.lexeme::text from (${rows}) w order by ${order});
        if more <> '{}' then
          found_any := true;
          lexemes := lexemes || more;
          places := places || array_fill(place, array[cardinality(more)]);
          readings := readings || array_fill('${reading}'::text, array[cardinality(more)]);
        end if;`;

/** The words with a part, by the keys of its first, middle and last three letters: for each further key the index reads as many places. */
const withPart = ({ withKeys }: Pick<Vocabulary, "withKeys">, part: string, pattern: string) => `
            ${withKeys(
              `select s.lexeme from search_word s
            where part_keys(right(s.organization_id::text, 8) || s.area, s.lexeme) @> array[
                right(organization::text, 8) || 'records' || left(${part}, 3),
                right(organization::text, 8) || 'records' || substr(${part}, length(${part}) / 2, 3),
                right(organization::text, 8) || 'records' || right(${part}, 3)]
              and s.organization_id::text = organization::text and s.lexeme like ${pattern}`,
              pattern,
            )} limit ${mostLookedAt}`;

const partOfNumbersIn = (vocabulary: Vocabulary) =>
  take("part", withPart(vocabulary, "compact", "'%' || compact || '%'"));
/** A number, and all that contain it: until migration 63 in one search. */
export const partOfNumbers = partOfNumbersIn(ofAll);
/**
 * A number, and those that begin or end with it, as one with a country's prefix does; only where there are none, those that have it within,
 * which take twice as long to find as all else.
 */
const endsOfNumbersOr = (within: string, vocabulary = ofAll) => `
          found_any := false;${take(
            "part",
            `
            (select w.lexeme from ${vocabulary.words} and ${beginsWith("compact")} limit ${mostLookedAt})
            union
            (select w.lexeme from ${vocabulary.words} and ${endsWith("compact")} limit ${mostLookedAt})`,
          )}
          if ${within} then${partOfNumbersIn(vocabulary)}
          end if;`;
export const endsOfNumbers = endsOfNumbersOr("not found_any");
/** The same also for a number in one, such as a phone's, which is looked for within longer ones as any word is. */
const endsOfAllNumbers = (vocabulary = ofAll) => endsOfNumbersOr("not found_any and cardinality(raws) > 1", vocabulary);
/** Whether a query may be a number: one that is divided, or of so many digits that it is no year and no amount. */
const [divided, dividedOrLong] = ["compact like '% %'", "compact ~ ' |^[0-9]{7,}$'"];

export const edits = `
  -- What a word becomes by one letter less, other or more among its first ones, or by two of these swapped; also the word itself.
  create function edits(word text, first_ones integer) returns setof text immutable parallel safe rows 200 language sql
  begin atomic
    select around.before || letter || around.after from (
        select left(word, n - 1) as before, substr(word, n + 1) as after from generate_series(1, first_ones) n
        union all select left(word, n), substr(word, n + 1) from generate_series(0, first_ones) n
      ) around, string_to_table('abcdefghijklmnopqrstuvwxyz', null) letter
    union all select left(word, n - 1) || substr(word, n + 1) from generate_series(1, first_ones) n
    union all select left(word, n - 1) || substr(word, n + 1, 1) || substr(word, n, 1) || substr(word, n + 2) from generate_series(1, first_ones) n;
  end;
`;

/**
 * What the words of a query may stand for among records, as \`record_readings\` has it: the words that are known as they are all at once, since each
 * statement of a function costs more than what it looks up, and the others one after the other.
 * @param number looks for the whole query as one code or phone number
 */
const recordTermsBy = (
  number: string,
  mayBeNumber: string,
  { head, declared, begun, words, order, ...vocabulary }: Vocabulary = ofAll,
) => `
  -- \`extent\`: for each word its nearest readings; every one of those that the vocabulary doesn't have as they are ('inexact'); or every one.
  -- \`counts\`: about how many records have the lexeme, of each kind that has any, as text: "1:20 3:7" are 20 of the first and 7 of the third.
  -- Place -1, with an empty lexeme: how many there are.
  ${head}
  returns table (place integer, lexeme text, reading text, counts text) stable parallel safe rows 20 language plpgsql ${settings} as $$
  #variable_conflict use_variable
  declare
    raws text[];
    stems text[];
    exacts boolean[];
    raw text;
    stem text;
    root text;
    half integer;
    beginning text;
    is_common boolean;
    more text[];
    meant text[];
    compact text;
    found_any boolean;
    lexemes text[] := '{""}';
    places integer[] := '{-1}';
    readings text[] := '{exact}';
    last constant text := U&'\\+10FFFF';${declared}
  begin${begun}
    select array_agg(t.raw order by t.n), array_agg(t.stem order by t.n), array_agg(t.is_exact order by t.n) into raws, stems, exacts from (
      select d.raw, d.stem, d.n, exists (select from ${words} and w.lexeme = d.stem) as is_exact from (
        select min(r.raw) as raw, r.stem, min(r.n) as n from (
          select unaccent(s.raw) as raw, (tsvector_to_array(to_tsvector('pratica_it', s.raw)))[1] as stem, s.n
          from string_to_table(search_text(left(query, 2000)), ' ') with ordinality s (raw, n) offset 0) r
        where length(r.stem) between 1 and 64 group by r.stem order by min(r.n) limit 16) d) t;
    if query ~ '[0-9][^0-9]*[0-9][^0-9]*[0-9][^0-9]*[0-9]' then
      compact := search_text(left(query, 200));
      if ${mayBeNumber} then
        compact := replace(compact, ' ', '');
        place := 0;
        if length(compact) between 5 and 40 then ${number}
        end if;
      end if;
    end if;

    for n in 1 .. coalesce(cardinality(stems), 0) loop
      found_any := exacts[n];
      if found_any then
        lexemes := lexemes || stems[n];
        places := places || n;
        readings := readings || 'exact'::text;
        continue when extent <> 'every';
      end if;
      stem := stems[n];
      continue when length(stem) < 2;
      raw := raws[n];
      place := n;
      -- A part of a word has no ending of its own to be stemmed: "ossi" is in "Rossi", whose stem is "ross".
      root := case when length(stem) > 3 then regexp_replace(stem, '[aeio]$', '') else stem end;
      ${take(
        "beginning",
        `
            select w.lexeme from ${words} and ${beginsWith("root")} and w.lexeme <> stem
            order by ${order} limit ${mostLookedAt}`,
      )}
      continue when found_any and extent = 'nearest';

      if length(root) >= 3 then ${take("part", withPart(vocabulary, "root", "'_%' || root || '%'"))}
        continue when found_any and extent = 'nearest';
      end if;

      -- One edit leaves the first or the last half of a word as it was. A typo at the end may also have kept the stem
      -- from being found: then the stem meant is where the raw word begins.
      if length(stem) >= 4 and stem !~ '[0-9]' then
        half := (length(stem) - 1) / 2;
        beginning := left(stem, greatest(half, 3));
        -- If too many others begin so, everything that the word may have been is looked up; the end of a short one is that of too many in any case, so
        -- that what begins otherwise is looked up.
        is_common := ${mostCompared} = (select count(*) from (select from ${words} and ${beginsWith("beginning")} limit ${mostCompared}) w);
        meant := null;
        if stem ~ '^[a-z]+$' and (is_common or length(stem) < 7) then
          meant := array(
            select edits(stem, case when is_common then length(stem) else 3 end)
            union all
            select e from generate_series(greatest(5, ceil(length(raw) * 0.6)::integer), length(raw) - 1) n,
              edits(left(raw, n), case when is_common then n else 3 end) e where length(e) = n);
        end if;
        ${take(
          "typo",
          `
            select c.lexeme from (
              select w.lexeme from ${words} and meant is not null and w.lexeme = any (meant) and (is_common or not (${beginsWith("beginning")}))
              union all
              select w.lexeme from ${words} and (meant is null or not is_common) and ${beginsWith("beginning")}
              union all
              select w.lexeme from ${words} and meant is null and ${endsWith("right(stem, half)")} and not (${beginsWith("beginning")})
            ) c
            where ${isTypo}`,
          "levenshtein(w.lexeme, left(raw, length(w.lexeme))), w.lexeme limit 5",
        )}
        if not found_any and ${mayBeMeant("raw")} then
          meant := meant_stems(raw);
          ${take("typo", `select w.lexeme from ${words} and w.lexeme = any (meant)`, "length(w.lexeme) desc, w.lexeme limit 5")}
        end if;
      end if;
    end loop;

    return query select t.place, t.lexeme, t.reading, (
        select string_agg(array_position(kinds, c.kind) || ':' || greatest(1, coalesce(c.records, 1)), ' ') from search_kind_word c
        where c.organization_id = organization and c.kind = any (kinds) and c.lexeme = t.lexeme)
      from unnest(places, lexemes, readings) t (place, lexeme, reading);
  end $$;
`;
export const recordTerms = (number: string): string => recordTermsBy(number, divided);
export const termsOfNumbers = recordTermsBy(endsOfAllNumbers(), dividedOrLong);

/** The words of some kinds of records; of some projects' alone, which are read from the records themselves. */
const inSight: Vocabulary = {
  head: "create or replace function record_terms_in_sight(organization uuid, query text, kinds text[], extent text, projects uuid[])",
  declared: "\n    seen text[];",
  begun: `
    if projects is not null then
      seen := array(select distinct unnest(tsvector_to_array(r.search)) from search_record r
        where r.organization_id = organization and r.kind = any (kinds) and r.project_id = any (projects));
    end if;`,
  words: `(
            select w.lexeme from ${words} and seen is null and ${isOfKinds("w")}
            union all
            select s.lexeme collate "C" from unnest(seen) s (lexeme)
          ) w where true`,
  order: "w.lexeme",
  withKeys: (keyed, pattern) => `(
            ${keyed} and seen is null and ${isOfKinds("s")}
            union all
            select s.lexeme collate "C" from unnest(seen) s (lexeme) where s.lexeme like ${pattern}
          )`,
};
/** As `record_terms`, of what a caller who doesn't see all records may find: what limits leave room for would tell of the other words. */
export const termsInSight = recordTermsBy(endsOfAllNumbers(inSight), dividedOrLong, inSight);
