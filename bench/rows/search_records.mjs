// search_records at a firm with 200,000 records and 500,000 messages: how long, compared with the limit's read by one client, and whether it
// finds.
import { measureSearch } from "../search/measure.mjs";
import { randomNumbers } from "../search/random.mjs";
import { fillFirm } from "../search/records.mjs";
import { spellings, takeSome, wordsOf } from "../search/spellings.mjs";

export const title =
  "search_records among 200,000 records and 500,000 messages of one firm, compared with the limit's read by one client";

const perKind = 28;

export async function run(stage) {
  const product = await stage.product({}, 4);
  const began = performance.now();
  const sample = await fillFirm(product, 3, stage.quick ? 0.05 : 1, 400);
  stage.say(`filled and indexed in ${Math.round((performance.now() - began) / 1000)} s`);
  return measureSearch(stage, product, "search_records", {
    "first set": await queries(product, sample, 11),
    "second set": await queries(product, sample, 23),
  });
}

const groups = { contact: "contacts", project: "projects", document: "documents", thread: "threads", task: "tasks" };

/** Queries made from records, by words that hardly any other record of the kind has together; and a few very common words. */
async function queries(product, sample, seed) {
  const numbers = randomNumbers(seed);
  const { pick } = numbers;
  const textOf = {
    contact: ({ name, notes }) => `${name} ${notes}`,
    project: ({ name, description, municipality }) => `${name} ${description} ${municipality}`,
    document: ({ title, body }) => `${title} ${body}`,
    thread: ({ subject }) => subject,
    task: ({ title }) => title,
  };
  const tells = async (table, words) => {
    const { rows } = await product.query(
      `select from search_record where lexeme_keys(right(organization_id::text, 8) || kind, search)
         @@ keyed_query(right($1::text, 8) || $2, plainto_tsquery('pratica_it', search_text($3))) limit 11`,
      [product.organizationId, table, words.join(" ")],
    );
    return rows.length > 0 && rows.length <= 10;
  };
  const isRight = (table, id) => (answer) => answer[groups[table]].slice(0, 10).some((hit) => hit.id === id);
  const isAccented = (word) => /[àèéìòù]$/.test(word);
  const made = [];
  for (const [kind, write] of Object.entries(spellings(numbers))) {
    while (made.filter((query) => query.kind === kind).length < perKind) {
      const table = pick(Object.keys(groups));
      const record = pick(sample[table]);
      const words = wordsOf(textOf[table](record), kind === "parts" ? 8 : 5);
      const accented = words.filter(isAccented);
      if (kind === "accents" && accented.length === 0) continue;
      const chosen = [...new Set([...(kind === "accents" ? [pick(accented)] : []), ...takeSome(numbers, words, 3)])];
      if (chosen.length < 2 || !(await tells(table, chosen))) continue;
      made.push({ kind, text: write(chosen).join(" "), isRight: isRight(table, record.id) });
    }
  }
  for (let n = 0; n < perKind; n++) {
    const contact = pick(sample.contact);
    const project = pick(sample.project.filter(({ protocol_number }) => protocol_number));
    const phone = contact.phones.slice(1, -1);
    made.push(
      n % 2 === 0
        ? { kind: "codes", text: project.protocol_number, isRight: isRight("project", project.id) }
        : { kind: "codes", text: pick([phone, contact.emails.slice(1, -1)]), isRight: isRight("contact", contact.id) },
      {
        kind: "common",
        text: pick([
          "anna conti",
          "preventivo",
          "preventivo fattura",
          "condominio",
          "villa rossi",
          "qualità",
          "lavori cantiere",
          "buongiorno",
        ]),
      },
    );
  }
  return made.slice(0, 200);
}
