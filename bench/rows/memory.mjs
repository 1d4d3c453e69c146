// Whether the API keeps more and more: its resident memory after many mixed actions, compared with that after the first ones. 300,000
// actions by: npm run bench -- memory=300000
import { billLines } from "../bill-lines.mjs";
import { inParallel, median, residentBytes } from "../figures.mjs";
import { priceList } from "../price-list.mjs";
import { atMost } from "../stage.mjs";

export const title = "the API's memory after mixed actions, compared with that after the first ones";

const connections = 16;
const samples = 20;

export async function run(stage) {
  const count = stage.size ?? 40_000;
  const warmUp = Math.floor(count / 4);
  const product = await stage.product({}, connections);
  const { act, pids } = product;
  const list = priceList(7);
  const lines = billLines(5);
  const { id: projectId } = await act("create_project", { name: "Scuola" });
  const { id: computoId } = await act("create_bill_of_quantities", { projectId, name: "Computo" });
  const { id: bookId } = await act("create_price_book", { name: "Prezzario" });
  const contacts = [];
  for (let n = 0; n < 100; n++) contacts.push((await act("create_contact", { name: `Anna Conti ${n}` })).id);
  const contactOf = (n) => contacts[n % contacts.length];
  // Of a hundred actions in a row these are the exceptions; half of the others read, half of them write.
  const rare = {
    10: () => act("save_bill_of_quantities_lines", { computoId, lines }),
    30: () => act("get_bill_of_quantities", { computoId }),
    50: () => act("add_price_book_entries", { bookId, entries: list.entries(20) }),
    60: () => act("search_price_book", { query: "malta cementizia" }),
    70: () => act("search_records", { query: "anna conti" }),
    80: () => act("list_contacts", { limit: 50 }),
    90: () => act("list_projects", {}),
  };
  const common = [
    (n) => act("create_contact", { name: `Contatto ${n}`, email: `c${n}@example.test` }),
    (n) => act("get_contact", { contactId: contactOf(n) }),
    (n) => act("update_contact", { contactId: contactOf(n), notes: `nota ${n}` }),
    (n) => act("get_contact", { contactId: contactOf(n + 7) }),
    (n) => act("create_task", { title: `Compito ${n}`, projectId }),
  ];
  const action = (n) => (rare[n % 100] ?? common[n % common.length])(n);
  /** Runs the actions from one number to another. @returns the memory at their end in MB: the median of the last samples */
  const resident = async (first, end) => {
    const megabytes = [];
    const every = Math.ceil(warmUp / (2 * samples));
    await inParallel(connections, end - first, async (at) => {
      const n = first + at;
      await action(n);
      if (n % every === 0) megabytes.push(residentBytes(pids.api) / 1e6);
    });
    return median(megabytes.slice(-samples));
  };
  const before = await resident(0, warmUp);
  const after = await resident(warmUp, count);
  stage.say(`${before.toFixed(0)} MB after ${warmUp} actions, ${after.toFixed(0)} MB after ${count}`);
  return [atMost(`the API's memory after ${count} actions`, 1.2, after / before, `× after ${warmUp}`)];
}
