import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { verify } from "@node-rs/argon2";
import { v7 as uuidv7 } from "uuid";
import { createDemo } from "../../src/admin/demo.js";
import { authenticate } from "../../src/api/auth/caller.js";
import { newApiKey } from "../../src/db/api-key.js";
import { createDataSource, poolOf } from "../../src/db/data-source.js";
import { isIban, isTaxCode, isVatNumber } from "../../src/domain/tax-codes.js";
import { createTestDatabase, type TestDatabase } from "../support/database.js";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describe("the demo organization", () => {
  it("is made once, with a letterhead whose codes hold, an owner and a key that works", async () => {
    const apiKey = newApiKey().key;
    const password = "una frase segreta";
    const facts = { organizationId: uuidv7(), userId: uuidv7(), email: "owner@demo.local", password, apiKey };
    await createDemo(database.appUrl, facts);
    await createDemo(database.appUrl, facts);

    const dataSource = createDataSource(database.appUrl, 2);
    await dataSource.initialize();
    try {
      const caller = await authenticate(dataSource, `Bearer ${apiKey}`, "rest");
      expect(caller).toMatchObject({ organizationId: facts.organizationId, userId: facts.userId, role: "owner" });
      const { rows: firms } = await poolOf(dataSource).query("select * from organization");
      expect(firms).toHaveLength(1);
      expect(firms[0].name).toBe("Studio Demo");
      expect(isVatNumber(firms[0].vat_number)).toBe(true);
      expect(isTaxCode(firms[0].tax_code)).toBe(true);
      expect(isIban(firms[0].iban)).toBe(true);
      const { rows: users } = await poolOf(dataSource).query("select * from user_account");
      expect(users).toHaveLength(1);
      expect(await verify(users[0].password_hash, password)).toBe(true);
      const { rows: audited } = await poolOf(dataSource).query("select action, via from audit_event");
      expect(audited).toEqual([{ action: "create_demo", via: "admin" }]);
    } finally {
      await dataSource.destroy();
    }
  });
});
