// What the rows of the searches have in common: two sets of queries, of which the second was not looked at when the search was made.
import { atLeast, atMost } from "../stage.mjs";

const most = { p50: 6, p99: 25, p99OfFour: 50 };
const leastRight = 97;
/** After so many searches Node has compiled what they call most: the first take two to three times as much of it, however fast the machine is. */
const searchesBefore = 5_000;

/**
 * @param action the search
 * @param sets by name, the queries of each: `kind`, `text`, and `isRight`, which says of an answer whether its first ten have what the
 * query was made from; unset for very common words, of which there is no right one
 * @returns the lines of the table
 */
export async function measureSearch(stage, product, action, sets) {
  const limit = await stage.limit(product);
  const { id: contactId } = await product.act("create_contact", { name: "Anna Conti" });
  const seconds = stage.quick ? 2 : 8;
  const read = { pathname: "/read", key: product.apiKey, bodies: [{ contactId }] };
  const lines = [];
  for (const [name, queries] of Object.entries(sets)) {
    const right = await shareOfRight(stage, product, action, name, queries);
    const search = {
      pathname: `/api/rest/actions/${action}`,
      key: product.apiKey,
      bodies: queries.map(({ text }) => ({ query: text })),
    };
    await stage.loaded(limit, read, 1, 1);
    for (let done = 0; done < (stage.quick ? 500 : searchesBefore); )
      done += (await stage.loaded(product, search, seconds, 4)).count;
    const { p50: bare } = await stage.loaded(limit, read, 3, 1);
    const one = await stage.loaded(product, search, seconds, 1);
    const four = await stage.loaded(product, search, seconds, 4);
    const ms = ({ p50, p99, node, database }) =>
      `p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)} ms, processor per request: Node ${node.toFixed(1)}, Postgres ${database.toFixed(1)} ms`;
    stage.say(`${name}: the limit reads in ${bare.toFixed(2)} ms; one client ${ms(one)}; four ${ms(four)}`);
    lines.push(
      atMost(`${name}, p50`, most.p50, one.p50 / bare, "× the limit's read"),
      atMost(`${name}, p99`, most.p99, one.p99 / bare, "× the limit's read"),
      atMost(`${name}, p99 of four clients`, most.p99OfFour, four.p99 / bare, "× the limit's read"),
      atLeast(`${name}, right one in the first ten`, leastRight, right, "%"),
    );
  }
  return lines;
}

async function shareOfRight(stage, product, action, name, queries) {
  const kinds = grouped(queries);
  const parts = [];
  let [found, judged] = [0, 0];
  for (const [kind, own] of kinds) {
    let right = 0;
    for (const { text, isRight } of own) if (isRight?.(await product.act(action, { query: text }))) right++;
    if (!own[0].isRight) continue;
    parts.push(`${kind} ${right} of ${own.length}`);
    found += right;
    judged += own.length;
  }
  stage.say(`${name}, right one in the first ten: ${parts.join(", ")}`);
  return (100 * found) / judged;
}

function grouped(queries) {
  const kinds = new Map();
  for (const query of queries) kinds.set(query.kind, [...(kinds.get(query.kind) ?? []), query]);
  return kinds;
}
