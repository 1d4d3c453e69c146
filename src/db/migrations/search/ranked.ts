import { own, settings } from "./keys.js";

/** The latest of a kind that match, of so many. */
const walked = (kind: string, reach: string) => `array(
        select w.id from (
          select r.id, r.search from search_record r where r.organization_id = organization and r.kind = ${kind}
          order by r.organization_id desc, r.kind desc, r.id desc limit ${reach}) w
        where w.search @@ sought limit k.candidates)`;

/** Those of a kind that match, by the index. */
export const keyed = (kind: string, keys: string, columns: string, further = "") => `
          select ${columns} from search_record r
          where lexeme_keys(${own("r.organization_id")} || r.kind, r.search) @@ ${keys}
            and r.organization_id::text = organization::text and r.kind || '' = ${kind} and r.search @@ sought ${further} limit k.candidates`;

/**
 * As `record_candidates` has them: those with the words in their titles first, which are records of their own.
 * @param keys what the index is asked for, in columns of `k`
 * @param titleKeys the same for titles
 */
export const candidatesBy = (keys: string, titleKeys: string): string => `
    cross join lateral (select ${walked("k.kind || ' title'", "k.title_reach")} as ids offset 0) walked_title
    cross join lateral (select case
        when k.title_keys is null or cardinality(walked_title.ids) * 4 >= k.candidates then walked_title.ids
        else array(${keyed("k.kind || ' title'", titleKeys, "r.id")}) end as ids offset 0) titled
    cross join lateral (select ${walked("k.kind", "case when cardinality(titled.ids) < k.candidates then k.reach else 0 end")} as ids offset 0) walked_any
    cross join lateral (
      select case when cardinality(walked_any.ids) * 4 >= k.candidates then walked_any.ids else '{}' end as ids offset 0) latest
    cross join lateral (
      select r.id, r.search from (select distinct unnest(titled.ids || latest.ids) as id) i cross join lateral (
        select * from search_record r where r.organization_id = organization and r.kind = k.kind and r.id = i.id offset 0) r
      union all (${keyed(
        "k.kind",
        keys,
        "r.id, r.search",
        `and r.id <> all (titled.ids)
            and cardinality(latest.ids) = 0 and cardinality(titled.ids) < k.candidates`,
      )})
    ) c`;
export const candidates = candidatesBy("k.keys", "k.title_keys");

/** Of a guest's projects all records are looked at. */
export const candidatesWithin = `
    cross join lateral (
      select r.id, r.search from search_record r
      where r.organization_id = organization and r.project_id = any (projects) and r.kind || '' = k.kind and r.search @@ sought
      limit k.candidates
    ) c`;

const content = (of: string) => `case
        when stems is null then left(${of}, 200000) when length(${of}) <= 800 then ${of} else excerpt(${of}, stems) end`;

/**
 * What is shown of a kind, from the one of the views within `search_source` that has it: all the view's branches for each kind took 15 ms
 * more to plan, on each new connection. `offset 0` has each record looked up by its key.
 */
const described = (view: string) => (kind: string) =>
  `
    select b.kind, b.id, b.score, s.title, ${content("s.content")}, s.project_id, s.contact_id from best b cross join lateral (
      select * from ${view} s where s.organization_id = organization and s.kind = '${kind}' and s.id = b.id offset 0) s
    where b.kind = '${kind}'`;
/** Of those that are known by their titles alone, nothing else. */
const describedTitle = ([kind = "", title = "", project = ""]: string[]) => `
    select b.kind, b.id, b.score, t.title, null, t.project_id, null from best b cross join lateral (
      select ${title} as title, ${project} as project_id from ${kind} where organization_id = organization and id = b.id offset 0) t
    where b.kind = '${kind} title'`;
const describedBill = `
    select b.kind, b.id, b.score, n.name, ${content("n.content")}, n.project_id, null from best b cross join lateral (
      select o.name, o.project_id, r.content from bill_of_quantities o
      left join search_record r on r.organization_id = organization and r.kind = 'bill' and r.id = b.id
      where o.organization_id = organization and o.id = b.id offset 0) n
    where b.kind = 'bill'`;
const branches = [
  ...["project", "contact", "thread", "document"].map(described("record_source")),
  ...["task", "reminder", "submission"].map(described("further_source")),
  describedBill,
  ...[
    ["project", "name", "id"],
    ["contact", "name", "null::uuid"],
    ["thread", "coalesce(subject, '')", "project_id"],
    ["document", "title", "project_id"],
  ].map(describedTitle),
];

const statement = (from: string) => `
    with colleague as materialized (
      select search_vector(string_agg(u.name, ' ')) as names from membership m join user_account u on u.id = m.user_id
      where m.organization_id = organization and projects is null
    ), word as materialized (
      select title::tsquery as title, near::tsquery as near, every::tsquery as every, weight,
        -- How much it counts that isn't in the title: the name of a colleague, who signs letters and writes messages, must not outrank
        -- the records of those who are called the same.
        case when (select names from colleague) @@ near::tsquery then 0.5 else 0.95 end as elsewhere
      from unnest(in_title, nearest, readings, weights) w (title, near, every, weight)
    ), k as materialized (
      select kind, most, candidates, keys::tsquery, reach, title_keys::tsquery, title_reach
      from unnest(kinds, mosts, candidate_counts, keyed, reaches, keyed_titles, title_reaches)
        k (kind, most, candidates, keys, reach, title_keys, title_reach)
    ), candidate as materialized (
      select k.kind, k.most, c.id, 0.8 * coverage.share + 0.2 * case
          when by_closeness then ts_rank_cd('{0.2, 0.4, 0.7, 1}', c.search, ranking, 33)
          else ts_rank('{0.2, 0.4, 0.7, 1}', c.search, ranking, 33) end as score
      from k ${from}
      cross join lateral (
        select sum(weight * case when c.search @@ title then 1 when c.search @@ near then elsewhere
          when c.search @@ every then 0.6 else 0 end) / sum(weight) as share from word
      ) coverage
    ), best as materialized (
      select c.kind, c.id, c.score from (
        select c.*, row_number() over (partition by c.kind order by c.score desc, c.id desc) as place from candidate c) c
      where c.place <= c.most
    )
    ${branches.join("\n    union all")}`;

/**
 * The search of records in one function, so that its plan is kept: with its parts in functions of their own, calling them took longer than
 * their work.
 */
export const rankedRecords = `
  -- Of a long text about 500 characters around the first word that begins as one of these, which are in lower case and
  -- without accents; "…" stands for what is left out. A regular expression would take ten times as long.
  create function excerpt(content text, stems text[]) returns text stable parallel safe language plpgsql as $$
  declare
    plain text;
    stem text;
    place integer;
    found_at integer;
  begin
    plain := lower(content);
    foreach stem in array stems loop
      place := strpos(plain, ' ' || stem);
      if place > 0 then found_at := least(found_at, place); end if;
    end loop;
    if found_at is null then
      plain := unaccent(plain);
      foreach stem in array stems loop
        place := strpos(plain, stem);
        if place > 0 and length(plain) = length(content) then found_at := least(found_at, place); end if;
      end loop;
    end if;
    if coalesce(found_at, 1) <= 150 then return left(content, 500) || '…'; end if;
    return '…' || regexp_replace(substr(content, found_at - 150, 150), '^\\S*\\s', '') || substr(content, found_at, 350)
      || case when length(content) >= found_at + 350 then '…' else '' end;
  end $$;

  -- The best of each kind, with what is shown of them; only of these projects, unless null. \`ranking\` says what is to stand close together,
  -- \`keyed\` and \`keyed_titles\` are queries of keys.
  create function ranked_records(organization uuid, projects uuid[], sought tsquery, ranking tsquery, by_closeness boolean, in_title text[], nearest text[],
    readings text[], weights float8[], kinds text[], mosts integer[], candidate_counts integer[], keyed text[], reaches integer[],
    keyed_titles text[], title_reaches integer[], stems text[])
  returns table (kind text, id uuid, score float8, title text, content text, project_id uuid, contact_id uuid)
  stable parallel safe rows 100 language plpgsql ${settings} as $$
  #variable_conflict use_column
  begin
    if projects is null then return query ${statement(candidates)};
    else return query ${statement(candidatesWithin)};
    end if;
  end $$;
`;

export const rankedRecordsDown = "drop function ranked_records, excerpt;";
