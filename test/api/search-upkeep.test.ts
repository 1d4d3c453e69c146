import { expect, it } from "@jest/globals";
import pino from "pino";
import { keepSearchCurrent } from "../../src/api/search-upkeep.js";
import type { Queries } from "../../src/db/database.js";
import { searchBacklog } from "../../src/db/search/backlog.js";
import { startApi } from "../support/caller.js";
import { eventually } from "../support/eventually.js";
import { organization } from "../support/factories.js";
import { forAllTests } from "../support/for-tests.js";

const api = forAllTests(startApi);
const org = forAllTests(() => organization(api));

it("takes up what was changed without waiting for a search, and what comes later too", async () => {
  const { database, log } = api.app;
  const upkeep = keepSearchCurrent(database, log, 20);
  try {
    for (const name of ["Anna Bassi", "Bruno Conti"]) {
      await org.ok("create_contact", { name });
      await eventually(async () => (await searchBacklog(database)).size === 0);
    }
  } finally {
    await upkeep.stop();
  }
  const { rows } = await database.pool.query("select count(*) as taken from search_record where kind = 'contact'");
  expect(rows).toEqual([{ taken: 2 }]);
});

it("takes up the changes of the others where one organization's can't be", async () => {
  const { database } = api.app;
  const others = await organization(api);
  const queries: Queries = {
    query: (text, values = []) =>
      text.includes("refresh_search") && values[0] === org.organizationId
        ? Promise.reject(new Error("refused"))
        : database.query(text, values),
  };
  for (const firm of [org, others]) await firm.ok("create_contact", { name: "Carla Dini" });
  const upkeep = keepSearchCurrent(queries, pino({ level: "silent" }), 20);
  try {
    await eventually(async () => !(await searchBacklog(database)).has(others.organizationId));
  } finally {
    await upkeep.stop();
  }
  expect([...(await searchBacklog(database)).keys()]).toEqual([org.organizationId]);
});
