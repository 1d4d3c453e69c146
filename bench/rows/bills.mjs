// Saves and reads a bill of 10,000 lines with 30,000 measurement rows, compared with a bare service that parses the JSON, writes one
// column of a bill of its own in the same table and answers it as text again. Each save changes the price of one line.
import { billLines } from "../bill-lines.mjs";
import { median } from "../figures.mjs";
import { atMost, ratioOf, takeTurns, timed } from "../stage.mjs";

export const title =
  "a bill of 10,000 lines with 30,000 measurement rows, compared with bare parse, update and stringify";

const most = 2.5;
const rounds = 9;

export async function run(stage) {
  const product = await stage.product({}, 1);
  const limit = await stage.limit(product);
  const { id: projectId } = await product.act("create_project", { name: "Scuola", type: "cila" });
  const newBill = async () => (await product.act("create_bill_of_quantities", { projectId, name: "Computo" })).id;
  const [computoId, barely] = [await newBill(), await newBill()];
  const lines = billLines(100);
  const [middle] = lines[50].children;
  const changedLines = () => {
    middle.price++;
    return lines;
  };
  const cases = {
    save: ["save_bill_of_quantities_lines", "save_bill", (id) => ({ computoId: id, lines: changedLines() })],
    read: ["get_bill_of_quantities", "read_bill", (id) => ({ computoId: id })],
  };
  const results = [];
  for (const [what, [action, operation, body]] of Object.entries(cases)) {
    const send = {
      Pratica: () => product.send(product.port, `/api/rest/actions/${action}`, product.apiKey, body(computoId)),
      limit: () => product.send(limit.port, `/${operation}`, product.apiKey, body(barely)),
    };
    const figures = await takeTurns(Object.keys(send), rounds, async (name, isWarmUp) => {
      if (isWarmUp) await send[name]();
      return timed(send[name]);
    });
    const [ours, bare] = [figures.Pratica, figures.limit];
    stage.say(`${what}: ${median(ours).toFixed(0)} ms, the bare service ${median(bare).toFixed(0)} ms`);
    results.push(atMost(what, most, ratioOf(ours, bare), "× the bare service"));
  }
  return results;
}
