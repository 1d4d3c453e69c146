import { own } from "../keys.js";
import { settings } from "../price-search/matches.js";
import { candidatesBy, candidatesWithin, keyed } from "../ranked.js";

/** What the index is asked for: one query of keys, or two that must both match. */
interface Asked {
  parameters: string;
  /** arrays with an element for each kind, and the columns that they become */
  arrays: string;
  columns: string;
  keys: string;
  titleKeys: string;
}
const one: Asked = {
  parameters: "",
  arrays: "kinds, mosts, candidate_counts, keyed::tsquery[], reaches, keyed_titles::tsquery[], title_reaches",
  columns: "kind, most, candidates, keys, reach, title_keys, title_reach",
  keys: "k.keys",
  titleKeys: "k.title_keys",
};
const bothOf = (keys: string) =>
  `k.${keys} and lexeme_keys(${own("r.organization_id")} || r.kind, r.search) @@ k.also_${keys}`;
const two: Asked = {
  parameters: ", also_keyed text[], also_keyed_titles text[]",
  arrays: `${one.arrays}, also_keyed::tsquery[], also_keyed_titles::tsquery[]`,
  columns: `${one.columns}, also_keys, also_title_keys`,
  keys: bothOf("keys"),
  titleKeys: bothOf("title_keys"),
};

/** Where few match: all of them, with no need to look first for those with the words in their titles. */
const few = ({ keys }: Asked) => `
        cross join lateral (${keyed("k.kind", keys, "r.id, r.search")}) c`;

/** The best of each kind. */
const best = ({ arrays, columns }: Asked, from: string) => `
      with colleague as materialized (
        select search_vector(string_agg(u.name, ' ')) as names from membership m join user_account u on u.id = m.user_id
        where m.organization_id = organization and projects is null
      ), word as materialized (
        select in_title::tsquery, near::tsquery, every::tsquery,
          -- How much it counts that isn't in the title: the name of a colleague, who signs letters and writes messages, must not outrank
          -- the records of those who are called the same.
          case when (select names from colleague) @@ near::tsquery then 0.5 else 0.95 end as elsewhere
        from unnest(titles, nearest, readings) w (in_title, near, every)
      )
      select array_agg(b.kind) filter (where b.place <= b.most), array_agg(b.id) filter (where b.place <= b.most),
          array_agg(b.score) filter (where b.place <= b.most), coalesce(bool_or(b.place = b.candidates), false)
        into best_kinds, best_ids, best_scores, are_more
      from (
        select c.*, row_number() over (partition by c.kind order by c.score desc, c.id desc) as place from (
          select k.kind, k.most, k.candidates, c.id, 0.8 * coverage.share + 0.2 * case
              when by_closeness then ts_rank_cd('{0.2, 0.4, 0.7, 1}', c.search, ranking, 33)
              else ts_rank('{0.2, 0.4, 0.7, 1}', c.search, ranking, 33) end as score
          from unnest(${arrays})
            k (${columns}) ${from}
          cross join lateral (
            select avg(case when c.search @@ in_title then 1 when c.search @@ near then elsewhere
              when c.search @@ every then 0.6 else 0 end) as share from word
          ) coverage) c) b;`;

/** Longer texts are cut where they are: to do so takes longer than to send them, of which only a part is shown. */
const mostSent = 4_000;
const found = "unnest(best_kinds, best_ids, best_scores) b (kind, id, score)";
const content = (of: string) => `case
          when stems is null then left(${of}, 200000) when octet_length(${of}) <= ${mostSent} then ${of} else excerpt(${of}, stems) end`;

/** What is shown of a kind that has hits. \`offset 0\` has each record looked up by its key. */
const describe = (kind: string, columns: string, source: string) => `
      if '${kind}' = any (best_kinds) then
        return query select b.kind, b.id, b.score, ${columns} from ${found}
          cross join lateral (select * from ${source} s where s.organization_id = organization and s.id = b.id offset 0) s where b.kind = '${kind}';
      end if;`;
const described = (view: string) => (kind: string) =>
  describe(
    kind,
    `s.title, ${content("s.content")}, s.project_id, s.contact_id`,
    `(select * from ${view} v where v.kind = '${kind}')`,
  );

const mains = [
  ...["project", "contact", "document"].map(described("record_source")),
  describe(
    "thread",
    `coalesce(s.subject, s.summary, s.address, ''), ${content("s.content")}, s.project_id, s.contact_id`,
    "(select t.*, x.content from thread t left join thread_text x on x.organization_id = t.organization_id and x.id = t.id)",
  ),
];
const others = [
  ...["task", "reminder", "submission"].map(described("further_source")),
  describe(
    "bill",
    `s.name, ${content("s.content")}, s.project_id, null::uuid`,
    "(select o.*, r.content from bill_of_quantities o left join search_record r on r.organization_id = o.organization_id and r.kind = 'bill' and r.id = o.id)",
  ),
];
/** Of those that are known by their titles alone, nothing else. */
const titles = [
  describe("project title", "s.name, null, s.id, null::uuid", "project"),
  describe("contact title", "s.name, null, null::uuid, null::uuid", "contact"),
  describe("thread title", "coalesce(s.subject, ''), null, s.project_id, null::uuid", "thread"),
  describe("document title", "s.title, null, s.project_id, null::uuid", "document"),
];

/** Those of \`describe\` for some kinds, which are asked for together: to ask for one that isn't there costs as much as to find one. */
const ifAny = (kinds: string, statements: string[]) => `
    if best_kinds && '{${kinds}}' then ${statements.join("")}
    end if;`;

/**
 * The search of records, each part of which is a statement with few parts, since it has to be set up for each search: what ranks is one, and what is
 * shown of a kind is asked for only where it has hits.
 */
const bestRecordsBy = (asked: Asked) => `
  -- The best of each kind, with what is shown of them; only of these projects, unless null. \`ranking\` says what is to stand close together,
  -- \`keyed\` and \`keyed_titles\` are queries of keys;
  -- \`are_more\`: whether more should match than are candidates, so that it pays to look for those with the words in their titles first.
  create function best_records(organization uuid, projects uuid[], sought tsquery, ranking tsquery, by_closeness boolean, titles text[], nearest text[],
    readings text[], kinds text[], mosts integer[], candidate_counts integer[], keyed text[], reaches integer[],
    keyed_titles text[], title_reaches integer[], stems text[], are_more boolean${asked.parameters})
  returns table (kind text, id uuid, score float8, title text, content text, project_id uuid, contact_id uuid)
  stable parallel safe rows 50 language plpgsql ${settings} as $$
  #variable_conflict use_column
  declare
    best_kinds text[];
    best_ids uuid[];
    best_scores float8[];
  begin
    if projects is not null then ${best(asked, candidatesWithin)}
    else
      if not are_more then ${best(asked, few(asked))}
      end if;
      if are_more then ${best(asked, candidatesBy(asked.keys, asked.titleKeys))}
      end if;
    end if;
    if best_kinds is null then return; end if;
    ${mains.join("")}
    ${ifAny("task, reminder, submission, bill", others)}
    ${ifAny("project title, contact title, thread title, document title", titles)}
  end $$;
`;
export const bestRecords = bestRecordsBy(one);
/**
 * The same, which asks the index for two queries of keys that must both match. Within one, GIN tries each place of the rarest words and goes through all
 * other words there; of two, it passes over what either doesn't have.
 */
export const bestRecordsOfTwo = bestRecordsBy(two);
export const bestRecordsOfTwoDown =
  "drop function best_records(uuid, uuid[], tsquery, tsquery, boolean, text[], text[], text[], text[], integer[], integer[], text[], integer[], text[], integer[], text[], boolean, text[], text[])";
