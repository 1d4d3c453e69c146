import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { keepSearchCurrent } from "../../src/api/search-upkeep.js";
import { searchBacklog } from "../../src/db/search/backlog.js";
import { startApi, type TestApi } from "../support/caller.js";
import { eventually } from "../support/eventually.js";
import { organization, type TestOrganization } from "../support/factories.js";

let api: TestApi;
let org: TestOrganization;

beforeAll(async () => {
  api = await startApi();
  org = await organization(api);
});
afterAll(() => api.close());

it("takes up what was changed without waiting for a search, and what comes later too", async () => {
  const { database, log } = api.app;
  const upkeep = keepSearchCurrent(database, log, 20);
  try {
    for (const name of ["Anna Bassi", "Bruno Conti"]) {
      await org.ok("create_contact", { name });
      await eventually(async () => ((await searchBacklog(database)).size === 0 ? true : undefined));
    }
  } finally {
    await upkeep.stop();
  }
  const { rows } = await database.pool.query("select count(*) as taken from search_record where kind = 'contact'");
  expect(rows).toEqual([{ taken: 2 }]);
});
