import { describe, expect, it } from "@jest/globals";
import { verify } from "@node-rs/argon2";
import { v7 as uuidv7 } from "uuid";
import { keyRow } from "../../../src/accounts/callers/key-callers.js";
import { type ApiKey, newApiKey, parseApiKey } from "../../../src/accounts/keys/api-key.js";
import { Database } from "../../../src/db/database.js";
import { isIban, isTaxCode, isVatNumber } from "../../../src/domain/contacts/tax-codes.js";
import { createDemo } from "../../../src/launch/preparation/demo.js";
import { createTestDatabase } from "../../support/database.js";
import { closedAfterTest, forAllTests } from "../../support/for-tests.js";

const database = forAllTests(createTestDatabase);

describe("the demo organization", () => {
  it("is made once, with a letterhead whose codes hold, an owner and a key that works", async () => {
    const apiKey = newApiKey().key;
    const password = "una frase segreta";
    const facts = { organizationId: uuidv7(), userId: uuidv7(), email: "owner@demo.local", password, apiKey };
    expect(await createDemo(database.appUrl, facts)).toBe(facts.email);
    expect(await createDemo(database.appUrl, facts)).toBe(facts.email);

    const opened = closedAfterTest(await Database.open(database.appUrl, 2));
    const caller = await keyRow(opened, parseApiKey(apiKey) as ApiKey);
    expect(caller).toMatchObject({ organizationId: facts.organizationId, userId: facts.userId, role: "owner" });
    const { rows: orgs } = await opened.pool.query("select * from organization");
    expect(orgs).toHaveLength(1);
    expect(orgs[0].name).toBe("Studio Demo");
    expect(isVatNumber(orgs[0].vat_number)).toBe(true);
    expect(isTaxCode(orgs[0].tax_code)).toBe(true);
    expect(isIban(orgs[0].iban)).toBe(true);
    const { rows: users } = await opened.pool.query("select * from user_account");
    expect(users).toHaveLength(1);
    expect(await verify(users[0].password_hash, password)).toBe(true);
    const { rows: audited } = await opened.pool.query("select action, via from audit_event");
    expect(audited).toEqual([{ action: "create_demo", via: "admin" }]);
  });

  it("isn't made in a database that was restored", async () => {
    const restored = closedAfterTest(await createTestDatabase());
    const opened = closedAfterTest(await Database.open(restored.appUrl, 1));
    await opened.query("update installation set restored_at = now()");
    const ids = { organizationId: uuidv7(), userId: uuidv7() };
    const secrets = { password: "una frase segreta", apiKey: newApiKey().key };
    expect(await createDemo(restored.appUrl, { ...ids, email: "owner@demo.local", ...secrets })).toBeNull();
    expect(await opened.query("select from organization")).toEqual([]);
  });

  it("has an owner of its own in a database where another demo has one, and tells the address that is true", async () => {
    const newFacts = (password: string) => {
      const ids = { organizationId: uuidv7(), userId: uuidv7() };
      return { ...ids, email: "owner@demo.local", password, apiKey: newApiKey().key };
    };
    await createDemo(database.appUrl, newFacts("una frase segreta"));
    const facts = newFacts("un'altra frase segreta");
    const email = await createDemo(database.appUrl, facts);
    expect(email).toMatch(/^owner-[0-9a-f]{8}@demo\.local$/);
    expect(await createDemo(database.appUrl, facts)).toBe(email);

    const opened = closedAfterTest(await Database.open(database.appUrl, 2));
    const { rows } = await opened.pool.query("select * from user_account where email = $1", [email]);
    expect(rows).toMatchObject([{ id: facts.userId }]);
    expect(await verify(rows[0].password_hash, facts.password)).toBe(true);
    const key = parseApiKey(facts.apiKey) as ApiKey;
    const { organizationId, userId } = facts;
    expect(await keyRow(opened, key)).toMatchObject({ organizationId, userId });
  });
});
