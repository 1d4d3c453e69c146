import { expect, it } from "@jest/globals";
import { startApi } from "../support/caller.js";
import { createProject, organization } from "../support/factories.js";
import { forAllTests } from "../support/for-tests.js";

const api = forAllTests(startApi);
const org = forAllTests(() => organization(api));

it("five quotes link all lines of the longest bill, whose lines can still be changed; a sixth is refused", async () => {
  const { id: projectId } = await createProject(org);
  const { id: computoId } = await org.ok("create_bill_of_quantities", { projectId, name: "Computo" });
  const children = Array.from({ length: 49_998 }, (_, n) => ({ type: "line", desc: `Voce ${n}`, qty: n, price: 1 }));
  const last = { type: "section", title: "Ultima", children: children.splice(-10) };
  await org.ok("save_bill_of_quantities_lines", {
    computoId,
    lines: [{ type: "section", title: "Opere", children }, last],
  });
  for (let n = 0; n < 5; n++) await org.ok("draft_quote_from_bill_of_quantities", { computoId });
  const sixth = await org.call("draft_quote_from_bill_of_quantities", { computoId });
  expect([sixth.status, sixth.code]).toEqual([422, "unprocessable"]);
  const { removedLinks } = await org.ok("delete_bill_lines", { computoId, indexes: [0] });
  expect(removedLinks).toHaveLength(5);
  const { links } = await org.ok("get_bill_of_quantities", { computoId, section: ["Ultima"] });
  expect(links).toHaveLength(5 * 10);
});
